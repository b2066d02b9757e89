// What attempts consumed, grouped: tokens and cost summed over what is known, and how many attempts are not in a sum; and
// that as people read it. Billed money, subscriptions and what is unknown stand on lines of their own.
import type {
  AttemptEnded,
  AttemptParked,
  AttemptStarted,
  ContestOpened,
  JoustEvent,
} from '../domain/event.ts';
import { everybody } from '../domain/roster.ts';
import type { Cost, Usage } from '../domain/usage.ts';
import type { RecordedEvent } from './contest-summary.ts';
import { money, tokens } from './units.ts';
import { visibleLine } from './visible.ts';

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

interface UsageGroup {
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
}

interface UsageReport {
  readonly by: UsageGrouping;
  readonly groups: readonly UsageGroup[];
  readonly total: UsageGroup;
  readonly simulatedLeftOut: number;
}

interface UsageQuestion {
  readonly by: UsageGrouping;
  /** Whether attempts of this agent ask no model. */
  isSimulated(agent: string): boolean;
  readonly withSimulated: boolean;
}

/** One run of an attempt: lost and interrupted ones spent something too, nobody knows what. */
interface Spent {
  readonly at: string;
  readonly contestant: string;
  readonly opened: ContestOpened;
  readonly end?: Pick<AttemptEnded, 'usage' | 'cost' | 'model'>;
}

export function usageReport(
  records: readonly (readonly RecordedEvent[])[],
  { by, isSimulated, withSimulated }: UsageQuestion,
): UsageReport {
  const all = records.flatMap(spentIn);
  const counted = withSimulated ? all : all.filter((spent) => !isSimulated(agentOf(spent) ?? ''));
  const groups = Map.groupBy(counted, (spent) => nameOf(spent, by));
  return {
    by,
    groups: [...groups].map(([name, spent]) => groupOf(name, spent)).sort(byName),
    total: groupOf(undefined, counted),
    simulatedLeftOut: all.length - counted.length,
  };
}

/** Runs that were started. An end without a start counts only where it says that something was spent. */
function spentIn(record: readonly RecordedEvent[]): readonly Spent[] {
  const opened = record.map(({ event }) => event).find((event) => event.type === 'contest.opened');
  if (opened === undefined) return [];
  const runs = new Map<string, Spent>();
  for (const { at, event } of record) {
    if (!isRun(event)) continue;
    const id = `${event.run} ${event.key}`;
    const known = runs.get(id);
    const { contestant } = event;
    if (event.type === 'attempt.started') runs.set(id, { at, contestant, opened, ...known });
    else if (known !== undefined || hasSpent(event))
      runs.set(id, { at: known?.at ?? at, contestant, opened, end: event });
  }
  return [...runs.values()];
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
      return agentOf(spent);
    case 'model':
      return spent.end?.model ?? contestantOf(spent)?.model;
    case 'day':
      return spent.at.slice(0, 10);
    case 'format':
      return spent.opened.format;
  }
}

function agentOf(spent: Spent): string | undefined {
  return contestantOf(spent)?.agent;
}

function contestantOf({ opened, contestant }: Spent): ContestOpened['roster'][number] | undefined {
  return everybody(opened).find(({ name }) => name === contestant);
}

function groupOf(name: string | undefined, spent: readonly Spent[]): UsageGroup {
  const usages = spent.map(({ end }) => end?.usage);
  const costs = spent.map(({ end }) => end?.cost);
  return {
    ...(name !== undefined && { name }),
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

/** What is unknown comes last. */
function byName({ name: a }: UsageGroup, { name: b }: UsageGroup): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  return a < b ? -1 : Number(a > b);
}

export function usageText({ by, groups, total, simulatedLeftOut }: UsageReport): string {
  const parts = groups.map((group) => groupText(group.name ?? `${by} unknown`, group));
  if (groups.length > 1) parts.push(groupText('total', total));
  if (groups.length === 0) parts.push('no attempts on record');
  if (simulatedLeftOut > 0)
    parts.push(`${attempts(simulatedLeftOut, 'simulated ')} left out; --simulated counts them`);
  return `${parts.join('\n')}\n`;
}

function groupText(name: string, group: UsageGroup): string {
  const { inputTokens, cachedInputTokens, outputTokens, costs, unknownCost } = group;
  const counted = [
    `input ${figureText(inputTokens)}`,
    `cached ${figureText(cachedInputTokens)}`,
    `output ${figureText(outputTokens)}`,
  ];
  const lines = [
    `${visibleLine(name)}: ${attempts(group.attempts)}`,
    `  tokens  ${counted.join(', ')}`,
    ...costs.map((cost) => `  cost    ${costText(cost)}`),
  ];
  if (unknownCost > 0) lines.push(`  cost    unknown for ${attempts(unknownCost)}`);
  return lines.join('\n');
}

function figureText({ sum, unknown }: UsageFigure): string {
  if (sum === undefined) return 'unknown';
  return unknown === 0 ? tokens(sum) : `${tokens(sum)} and unknown for ${attempts(unknown)}`;
}

function costText({ attempts: count, ...cost }: CostFigure): string {
  const basis = cost.basis === 'unknown' ? ', billed or not is unknown' : '';
  return `${money(cost)}${basis}, ${attempts(count)}`;
}

function attempts(count: number, kind = ''): string {
  return `${count} ${kind}attempt${count === 1 ? '' : 's'}`;
}
