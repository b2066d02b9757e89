// What attempts consumed, grouped: tokens and cost summed over what is known, and how many attempts are not in a sum; and
// that as a table. Billed money, subscriptions and what may be either stand in columns of their own.
import type { AttemptEnded, AttemptParked, AttemptStarted, JoustEvent } from '../domain/event.ts';
import { plural } from '../domain/figures.ts';
import { everybody } from '../domain/roster.ts';
import type { Cost, Usage } from '../domain/usage.ts';
import type { RecordedEvent } from './contest-summary.ts';
import { type Document, figureColumns, shortened, type TableBlock, text } from './document.ts';
import { costSources, dollars, tokens } from './units.ts';

export const usageGroupings = ['agent', 'model', 'day', 'format'] as const;
export type UsageGrouping = (typeof usageGroupings)[number];

interface UsageFigure {
  /** Absent where no attempt knows it. */
  readonly sum?: number;
  /** How many attempts are not in the sum. */
  readonly unknown: number;
}

interface CostFigure extends Pick<Cost, 'source' | 'basis' | 'usd'> {
  readonly attempts: number;
}

export interface UsageGroup {
  /** Absent where it is unknown: a model that nobody named. */
  readonly name?: string;
  readonly attempts: number;
  readonly inputTokens: UsageFigure;
  readonly cachedInputTokens: UsageFigure;
  readonly outputTokens: UsageFigure;
  /** Attempts of which input or output is unknown. */
  readonly unknownTokens: number;
  /** One for each source and basis: they are never added up. */
  readonly costs: readonly CostFigure[];
  readonly unknownCost: number;
  /** The same by something else, where that was asked for. */
  readonly parts?: readonly UsageGroup[];
}

export interface UsageReport {
  readonly by: UsageGrouping;
  readonly groups: readonly UsageGroup[];
  readonly total: UsageGroup;
  readonly simulatedLeftOut: number;
}

interface UsageQuestion {
  readonly by: UsageGrouping;
  /** Each group once more by this: what a day took, by agent. */
  readonly within?: UsageGrouping | undefined;
  /** Whether attempts of this agent ask no model. */
  isSimulated(agent: string): boolean;
  readonly withSimulated: boolean;
}

/** One run of an attempt: lost and interrupted ones spent something too, nobody knows what. */
export interface Spent {
  readonly at: string;
  readonly contestant: string;
  /** Unknown where nobody of this name plays. */
  readonly agent?: string;
  /** As it was asked for. */
  readonly model?: string;
  readonly format: string;
  /** A recording was played back. */
  readonly replayed?: boolean;
  readonly end?: Pick<AttemptEnded, 'usage' | 'cost' | 'model'> & Partial<Pick<AttemptEnded, 'timing'>>;
}

export function usageReport(
  all: readonly Spent[],
  { by, within, isSimulated, withSimulated }: UsageQuestion,
): UsageReport {
  const counted = withSimulated
    ? all
    : all.filter(({ agent = '', replayed }) => replayed !== true && !isSimulated(agent));
  return {
    by,
    groups: groupsOf(counted, by).map(([name, spent]) => ({
      ...groupOf(name, spent),
      parts: within && groupsOf(spent, within).map((part) => groupOf(...part)),
    })),
    total: groupOf(undefined, counted),
    simulatedLeftOut: all.length - counted.length,
  };
}

/** What is unknown comes last. */
function groupsOf(spent: readonly Spent[], by: UsageGrouping) {
  return [...Map.groupBy(spent, (one) => nameOf(one, by))].sort(([a], [b]) => {
    if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
    return a < b ? -1 : Number(a > b);
  });
}

/** Runs that were started. An end without a start counts only where it says that something was spent. */
export function spentIn(record: readonly RecordedEvent[]): readonly Spent[] {
  const opened = record.map(({ event }) => event).find((event) => event.type === 'contest.opened');
  if (opened === undefined) return [];
  const { format, player } = opened;
  const replayed = player?.cassettes?.replay !== undefined;
  const players = new Map(everybody(opened).map((one) => [one.name, one]));
  const runs = new Map<string, Spent>();
  for (const { at, event } of record) {
    if (!isRun(event)) continue;
    const id = `${event.run} ${event.key}`;
    const known = runs.get(id);
    const { contestant } = event;
    const { agent, model } = players.get(contestant) ?? {};
    const who = {
      contestant,
      format,
      agent,
      model,
      replayed,
    };
    if (event.type === 'attempt.started') runs.set(id, { at, ...who, ...known });
    else if (known !== undefined || hasSpent(event))
      runs.set(id, { at: known?.at ?? at, ...who, end: endOf(event) });
  }
  return [...runs.values()];
}

function endOf(event: AttemptEnded | AttemptParked): NonNullable<Spent['end']> {
  const { usage, cost } = event;
  const model = 'model' in event ? event.model : undefined;
  const timing = 'timing' in event ? event.timing : undefined;
  return {
    usage,
    cost,
    model,
    timing,
  };
}

function isRun(event: JoustEvent): event is AttemptStarted | AttemptEnded | AttemptParked {
  return (
    event.type === 'attempt.started' || event.type === 'attempt.ended' || event.type === 'attempt.parked'
  );
}

function hasSpent(event: AttemptEnded | AttemptParked): boolean {
  if (event.usage !== undefined || event.cost !== undefined) return true;
  return event.type === 'attempt.ended' && event.timing.startedAt !== undefined;
}

function nameOf(spent: Spent, by: UsageGrouping): string | undefined {
  switch (by) {
    case 'agent':
      return spent.agent;
    case 'model':
      return spent.end?.model ?? spent.model;
    case 'day':
      return spent.at.slice(0, 10);
    case 'format':
      return spent.format;
  }
}

function groupOf(name: string | undefined, spent: readonly Spent[]): UsageGroup {
  const usages = spent.map(({ end }) => end?.usage);
  const costs = spent.map(({ end }) => end?.cost);
  return {
    name,
    attempts: spent.length,
    inputTokens: figure(usages, 'inputTokens'),
    cachedInputTokens: figure(usages, 'cachedInputTokens'),
    outputTokens: figure(usages, 'outputTokens'),
    unknownTokens: usages.filter(
      (usage) => usage?.inputTokens === undefined || usage.outputTokens === undefined,
    ).length,
    costs: costFigures(costs.filter((cost) => cost !== undefined)),
    unknownCost: costs.filter((cost) => cost === undefined).length,
  };
}

function figure(usages: readonly (Usage | undefined)[], part: keyof Usage): UsageFigure {
  const known = usages.map((usage) => usage?.[part]).filter((count) => count !== undefined);
  const unknown = usages.length - known.length;
  return known.length === 0 ? { unknown } : { sum: known.reduce((a, b) => a + b, 0), unknown };
}

function costFigures(costs: readonly Cost[]): readonly CostFigure[] {
  const kinds = Map.groupBy(costs, ({ source, basis }) => `${basis} ${source}`);
  return [...kinds.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, [first, ...others]]) => {
      if (first === undefined) return [];
      const usd = others.reduce((sum, cost) => sum + cost.usd, first.usd);
      return [{ source: first.source, basis: first.basis, usd, attempts: others.length + 1 }];
    });
}

interface Shown {
  readonly title: string;
  cell(group: UsageGroup): string | undefined;
}

/** Below each other: what the groups took, what all did, and once what is in no sum. `columns`: as wide as it may be. */
export function usageDocument(report: UsageReport, columns = Number.POSITIVE_INFINITY): Document {
  const { by, groups, total, simulatedLeftOut } = report;
  const left = plural(simulatedLeftOut, 'simulated attempt');
  const rows = groups.length > 1 ? [...groups, { ...total, name: 'total' }] : groups;
  return [
    groups.length === 0 ? text('no attempts on record') : usageTable(by, rows, columns),
    text(
      ...unknownText(total),
      ...sourceText(total),
      simulatedLeftOut === 0 ? undefined : `${left} left out; --simulated counts them`,
    ),
  ];
}

const tables: readonly (readonly string[])[] = [
  ['attempts', 'input', 'cached', 'output', 'billed', 'subscription', 'billed or not'],
  ['attempts', 'input', 'output', 'billed', 'subscription', 'billed or not'],
  ['input', 'output', 'billed', 'subscription', 'billed or not'],
];

/** Columns that nobody has anything in are left out; where there is little room, those that are missed least. */
function usageTable(by: UsageGrouping, groups: readonly UsageGroup[], columns: number): TableBlock {
  const made = tables.map((titles): TableBlock => {
    const cells = shown.filter(
      ({ title, cell }) => titles.includes(title) && groups.some((group) => cell(group) !== undefined),
    );
    return {
      type: 'table',
      columns: figureColumns([by, ...cells.map(({ title }) => title)]),
      rows: groups.map((group) => [
        shortened(group.name ?? 'unknown', 24),
        ...cells.map(({ cell }) => cell(group) ?? ''),
      ]),
    };
  });
  const narrowest = made.at(-1) ?? { type: 'table', columns: [], rows: [] };
  return made.find((table) => widthOf(table) <= columns) ?? narrowest;
}

const shown: readonly Shown[] = [
  { title: 'attempts', cell: ({ attempts }) => String(attempts) },
  { title: 'input', cell: ({ inputTokens }) => tokenCell(inputTokens) },
  { title: 'cached', cell: ({ cachedInputTokens }) => tokenCell(cachedInputTokens) },
  { title: 'output', cell: ({ outputTokens }) => tokenCell(outputTokens) },
  { title: 'billed', cell: (group) => moneyCell(group, 'billed') },
  { title: 'subscription', cell: (group) => moneyCell(group, 'list-price') },
  { title: 'billed or not', cell: (group) => moneyCell(group, 'unknown') },
];

function tokenCell({ sum }: UsageFigure): string | undefined {
  return sum === undefined ? undefined : tokens(sum).replace(' tok', '');
}

function moneyCell({ costs }: UsageGroup, basis: Cost['basis']): string | undefined {
  const known = costs.filter((cost) => cost.basis === basis);
  return known.length === 0 ? undefined : dollars(known.reduce((sum, { usd }) => sum + usd, 0));
}

function widthOf({ columns, rows }: TableBlock): number {
  const widths = columns.map(({ title }, at) =>
    Math.max(title.length, ...rows.map((row) => row[at]?.length ?? 0)),
  );
  return widths.reduce((sum, width) => sum + width, 2 * (columns.length - 1));
}

function unknownText({ unknownTokens, unknownCost }: UsageGroup): readonly string[] {
  const unknown = [
    ...(unknownTokens === 0 ? [] : [`tokens of ${plural(unknownTokens, 'attempt')}`]),
    ...(unknownCost === 0 ? [] : [`cost of ${plural(unknownCost, 'attempt')}`]),
  ];
  return unknown.length === 0 ? [] : [`Unknown, and in no sum: ${unknown.join(', ')}.`];
}

function sourceText({ costs }: UsageGroup): readonly string[] {
  if (costs.length === 0) return [];
  const bySource = Map.groupBy(costs, ({ source }) => source);
  const parts = [...bySource].map(([source, figures]) => {
    const count = figures.reduce((sum, { attempts }) => sum + attempts, 0);
    return `${costSources[source]} (${plural(count, 'attempt')})`;
  });
  return [`Costs by: ${parts.join(', ')}; subscription is what it would cost at list price.`];
}
