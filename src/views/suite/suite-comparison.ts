// A suite beside another run of it: the same tasks paired, and which of them changed.
import { plural } from '../../domain/figures.ts';
import { type PairedTask, pairedDifference } from '../../ranking/passes/paired-difference.ts';
import { passShare } from '../../ranking/passes/pass-share.ts';
import { type Document, figureColumns, gist, note, shortened, type TableBlock, text } from '../document.ts';
import { percent } from '../units.ts';
import type { ChangedTask, ComparedContestant, SuiteComparison, TaskRow } from './figures-schema.ts';
import { type ToldSuite, taskRows } from './suite-figures.ts';
import { cellText, points } from './suite-words.ts';

type Suite = Omit<ToldSuite, 'missed'>;

export function compareSuites(base: Suite, now: Suite): SuiteComparison {
  const rows = pairedRows(base, now);
  const pairs = contestantPairs(base.contestants, now.contestants);
  const found = pairs.map((pair) => comparedContestant(pair, rows));
  const [before, after] = [base, now].map(({ tasks }) => tasks.map(({ id }) => id));
  const paired = new Set(pairs.flatMap(({ baseName, name }) => [`base ${baseName}`, `now ${name}`]));
  return {
    contestants: found.map(({ told }) => told),
    changed: found
      .flatMap(({ changed }) => changed)
      .toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change) || a.change - b.change),
    onlyBase: (before ?? []).filter((id) => after?.includes(id) !== true),
    onlyNow: (after ?? []).filter((id) => before?.includes(id) !== true),
    unpaired: [
      ...base.contestants.filter((name) => !paired.has(`base ${name}`)),
      ...now.contestants.filter((name) => !paired.has(`now ${name}`)),
    ],
  };
}

interface PairedRow {
  readonly base: TaskRow;
  readonly now: TaskRow;
}

function pairedRows(base: Suite, now: Suite): readonly PairedRow[] {
  const before = new Map(taskRows(base).map((row) => [row.id, row]));
  return taskRows(now).flatMap((row) => {
    const known = before.get(row.id);
    return known === undefined ? [] : [{ base: known, now: row }];
  });
}

interface ContestantPair {
  readonly name: string;
  readonly baseName: string;
  readonly at: number;
  readonly baseAt: number;
}

/** By name; where each suite has one, these two whatever they are called. */
function contestantPairs(base: readonly string[], now: readonly string[]): readonly ContestantPair[] {
  const [name, baseName] = [now[0], base[0]];
  if (now.length === 1 && base.length === 1 && name !== undefined && baseName !== undefined)
    return [{ name, baseName, at: 0, baseAt: 0 }];
  return now.flatMap((one, at) => {
    const baseAt = base.indexOf(one);
    return baseAt < 0 ? [] : [{ name: one, baseName: one, at, baseAt }];
  });
}

function comparedContestant({ name, baseName, at, baseAt }: ContestantPair, rows: readonly PairedRow[]) {
  const cells = rows.flatMap(({ base, now }) => {
    const [before, after] = [base.cells[baseAt], now.cells[at]];
    const isKnown = before !== undefined && after !== undefined && before.of > 0 && after.of > 0;
    return isKnown ? [{ task: now.id, contestant: name, base: before, now: after }] : [];
  });
  const [base, now] = [passShare(cells.map((one) => one.base)), passShare(cells.map((one) => one.now))];
  const difference = pairedDifference(cells);
  const told: ComparedContestant = {
    name,
    baseName: baseName !== name ? baseName : undefined,
    base,
    now,
    difference,
  };
  const changed = cells
    .map((one): ChangedTask => ({ ...one, change: changeOf(one) }))
    .filter(({ change }) => change !== 0);
  return { told, changed };
}

function changeOf({ base, now }: PairedTask): number {
  return now.passed / now.of - base.passed / base.of;
}

export interface ComparisonWords {
  readonly base: string;
  readonly now: string;
  /** Tasks that changed: so many of them. */
  readonly most: number;
}

export function comparisonDocument(comparison: SuiteComparison, words: ComparisonWords): Document {
  const { contestants, onlyBase, onlyNow, unpaired } = comparison;
  const known = contestants.filter(({ difference }) => difference !== undefined);
  if (known.length === 0)
    return [gist(`${words.now} and ${words.base} have no task of the same contestant that both measured.`)];
  return [
    gist(...known.map(verdictOf)),
    contestantTable(known),
    ...changedBlocks(comparison, words.most),
    text(
      ...onlyIn(`Only in ${words.base}`, onlyBase),
      ...onlyIn(`Only in ${words.now}`, onlyNow),
      unpaired.length === 0 ? undefined : `Contestants in one of the two alone: ${unpaired.join(', ')}.`,
    ),
    note('Errors are left out on both sides. Intervals are for tasks like these, paired by task.'),
  ];
}

function verdictOf({ name, baseName, difference }: ComparedContestant): string {
  const than = baseName === undefined ? 'before' : baseName;
  if (difference === undefined || difference.told === 'cannot be told apart')
    return `${name} cannot be told apart from ${than}.`;
  const size = `${points(difference.value)} points, ${points(difference.low)} to ${points(difference.high)}`;
  return `${name} is ${difference.told} than ${than}: ${size}.`;
}

function contestantTable(known: readonly ComparedContestant[]): TableBlock {
  return {
    type: 'table',
    columns: figureColumns(['', 'base', 'now', 'points', '95 %', 'tasks']),
    rows: known.map(({ name, base, now, difference }) => [
      shortened(name, 30),
      base === undefined ? '-' : percent(base.value),
      now === undefined ? '-' : percent(now.value),
      difference === undefined ? '-' : points(difference.value),
      difference === undefined ? '-' : `${points(difference.low)} to ${points(difference.high)}`,
      String(difference?.tasks ?? 0),
    ]),
    tones: known.map(({ difference }) => {
      if (difference?.told === 'better') return 'good';
      return difference?.told === 'worse' ? 'bad' : undefined;
    }),
  };
}

function changedBlocks({ changed }: SuiteComparison, most: number): Document {
  if (changed.length === 0) return [text('No task is passed more or less often.')];
  const shown = changed.slice(0, most);
  const left = changed.length - shown.length;
  return [
    {
      type: 'table',
      title: `Changed: ${plural(changed.filter(({ change }) => change < 0).length, 'time')} worse, ${changed.filter(({ change }) => change > 0).length} better`,
      columns: [
        { title: 'task', align: 'left' },
        { title: 'contestant', align: 'left' },
        { title: 'base', align: 'right' },
        { title: 'now', align: 'right' },
        { title: '', align: 'left' },
      ],
      rows: shown.map(({ task, contestant, base, now, change }) => [
        shortened(task, 36),
        shortened(contestant, 20),
        cellText(base),
        cellText(now),
        change > 0 ? 'better' : 'worse',
      ]),
      tones: shown.map(({ change }) => (change > 0 ? 'good' : 'bad')),
    },
    text(left > 0 ? `And ${left} more: --all` : undefined),
  ];
}

function onlyIn(where: string, ids: readonly string[]): readonly string[] {
  if (ids.length === 0) return [];
  const more = ids.length > 5 ? `, and ${ids.length - 5} more` : '';
  return [`${where}: ${ids.slice(0, 5).join(', ')}${more}.`];
}
