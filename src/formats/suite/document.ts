// How a suite is told: who passes how often, what that is worth, where contestants differ, and why what failed did.
import { plural, thousands } from '../../domain/figures.ts';
import {
  type Block,
  type Document,
  figureColumns,
  gist,
  list,
  note,
  shortened,
  type TableBlock,
  type Tone,
  text,
} from '../../views/document.ts';
import type { TestCase } from '../../views/render/test-cases.ts';
import type { ContestantFigures, SuiteFigures } from '../../views/suite/figures-schema.ts';
import { suiteFigures, type ToldCell } from '../../views/suite/suite-figures.ts';
import { points, rangeText, whyNot } from '../../views/suite/suite-words.ts';
import { type Labels, labelsOf, type MatrixMost, matrixBlocks } from '../../views/suite/task-matrix.ts';
import { dollars, duration, percent, tokens } from '../../views/units.ts';
import type { SuiteResult } from './result.ts';

/** For a terminal of 80 columns: all contestants, and of many tasks those that tell them apart. */
export function document(result: SuiteResult, id: string): Document {
  return told(result, id, { rows: 24, tasks: 12, reasons: 12 });
}

/** Every task and every reason. */
export function wholeDocument(result: SuiteResult, id: string): Document {
  const all = Number.POSITIVE_INFINITY;
  return told(result, id, { rows: all, tasks: all, reasons: all });
}

interface Most extends MatrixMost {
  readonly reasons: number;
}

function told(result: SuiteResult, id: string, most: Most): Document {
  const figures = suiteFigures(result);
  const labels = labelsOf(result.contestants);
  const [failed, errored] = [failures(result, labels), errors(result)];
  const hasMore =
    result.tasks.length > most.tasks || [failed, errored].some(({ length }) => length > most.reasons);
  return [
    gist(...summary(result, figures)),
    text(counts(result)),
    note(
      result.cells.some(({ simulated }) => simulated === true)
        ? 'Simulated: what is marked so, no model was asked.'
        : undefined,
    ),
    {
      ...list('Below its thresholds', result.missed),
      tones: result.missed.map((): Tone => 'bad'),
    } as Block,
    passesTable(figures, labels),
    costTable(figures, labels),
    ...matrixBlocks(figures, labels, most),
    reasons('Why it failed', failed, most.reasons),
    reasons('Errors, which are no failures', errored, most.reasons),
    text(...hints(result, id, hasMore)),
  ];
}

function summary({ cells }: SuiteResult, { contestants, best }: SuiteFigures): readonly string[] {
  const first = contestants.find(({ name }) => name === best);
  if (first?.pass === undefined)
    return [
      cells.every(({ state }) => state === 'open') ? 'Nothing is played yet.' : 'Nothing was measured.',
    ];
  const { value, tasks } = first.pass;
  const share = `${percent(value)} (${rangeText(first.pass)}) of ${plural(tasks, 'task')}`;
  if (contestants.length === 1) return [`${first.name} passes ${share}.`];
  const alike = contestants.filter(({ behindBest }) => behindBest?.told === 'cannot be told apart');
  if (alike.some(({ pass }) => pass?.value === value)) {
    const level = contestants.filter(({ pass }) => pass?.value === value).map(({ name }) => name);
    return [`${level.join(' and ')} pass as often as each other: ${share}.`];
  }
  if (alike.length === 0) return [`${first.name} passes most: ${share}, more than everybody else.`];
  const names = alike.map(({ name }) => name).join(', ');
  return [`${first.name} passes most: ${share}.`, `Cannot be told apart from it: ${names}.`];
}

function counts({ tasks, contestants, trials, cells }: SuiteResult): string {
  const many = (state: ToldCell['state']) => cells.filter((cell) => cell.state === state).length;
  const [failed, errored, open] = [many('failed'), many('error'), many('open')];
  const parts = [
    `${thousands(many('passed'))} passed`,
    `${thousands(failed)} failed`,
    errored === 0 ? 'no errors' : `${plural(errored, 'error')}, left out of all shares`,
    ...(open === 0 ? [] : [`${thousands(open)} not played yet`]),
  ];
  const size = `${plural(tasks.length, 'task')}, ${plural(contestants.length, 'contestant')}, ${plural(trials, 'trial')}`;
  return `${size}: ${plural(cells.length, 'cell')}, ${parts.join(', ')}.`;
}

function passesTable({ k, contestants, best }: SuiteFigures, { rows }: Labels): TableBlock {
  const columns = ['', 'pass@1', '95 %', ...(k > 1 ? [`pass@${k}`, '95 %'] : []), 'to the best'];
  const uneven = contestants.some(
    ({ pass, passAtK }) => pass !== undefined && passAtK !== undefined && passAtK.tasks < pass.tasks,
  );
  return {
    type: 'table',
    columns: figureColumns(columns),
    rows: contestants.map((one, at) => [
      rows[at] ?? one.name,
      ...shareCells(one.pass),
      ...(k > 1 ? shareCells(one.passAtK) : []),
      toBest(one, best),
    ]),
    tones: contestants.map(({ name }) => (name === best ? 'strong' : undefined)),
    legend: [
      'Intervals are for tasks like these, clustered by task.',
      'To the best: points, paired over the same tasks; = cannot be told apart.',
      ...(k > 1 && uneven ? [`pass@${k} is over tasks of which no trial ended in an error.`] : []),
    ],
  };
}

function shareCells(share: ContestantFigures['pass']): readonly [string, string] {
  return share === undefined ? ['-', ''] : [percent(share.value), rangeText(share)];
}

function toBest({ name, behindBest }: ContestantFigures, best: string | undefined): string {
  if (name === best) return 'best';
  if (behindBest === undefined) return '-';
  const { value, told: is } = behindBest;
  return `${points(-value)}${is === 'cannot be told apart' ? ' =' : ''}`;
}

function costTable({ contestants }: SuiteFigures, { rows }: Labels): TableBlock {
  const unpriced = contestants.reduce((sum, one) => sum + one.unpriced, 0);
  return {
    type: 'table',
    columns: figureColumns(['', 'failed', 'errors', 'cost', 'a pass', 'tokens', 'a cell', 'time']),
    rows: contestants.map((one, at) => [
      rows[at] ?? one.name,
      String(one.failed),
      String(one.errors),
      one.usd === undefined ? '-' : dollars(one.usd),
      one.usd === undefined || one.passed === 0 ? '-' : dollars(one.usd / one.passed),
      one.tokens === undefined ? '-' : tokens(one.tokens).replace(' tok', ''),
      one.medianMs === undefined ? '-' : duration(one.medianMs),
      one.totalMs === 0 ? '-' : duration(one.totalMs),
    ]),
    legend: [
      'A cell: the median time of one; time: of all, had they run one after the other.',
      ...(unpriced > 0 ? [`What ${plural(unpriced, 'cell')} cost is not known, and not in it.`] : []),
    ],
  };
}

const longestReason = 200;

/** An assert of a task once, with who failed it and how often. */
function failures({ cells, contestants }: SuiteResult, { columns }: Labels): readonly string[] {
  const found = cells
    .filter(({ state }) => state === 'failed')
    .flatMap(({ task, contestant, outcome, asserts }) => {
      const bad = asserts.filter(({ is }) => is === 'fail');
      const told = bad.length === 0 ? [{ name: outcome ?? 'failed', why: undefined }] : bad;
      return told.map(({ name, why }) => ({ task, contestant, name, why }));
    });
  const groups = Map.groupBy(found, ({ task, name }) => JSON.stringify([task, name]));
  return [...groups.values()].map((group) => {
    const [{ task, name, why } = { task: '', name: '', why: undefined }] = group;
    const times = Map.groupBy(
      group,
      ({ contestant }) => columns[contestants.indexOf(contestant)] ?? contestant,
    );
    const who = [...times].map(([label, own]) => (own.length === 1 ? label : `${label} x${own.length}`));
    const said = why === undefined ? name : `${name}: ${why}`;
    return `${task}, ${shortened(said, longestReason)} (${who.join(', ')})`;
  });
}

/** By what happened: an account that is out of quota is one thing, however many cells it took. */
function errors({ cells }: SuiteResult): readonly string[] {
  const groups = Map.groupBy(
    cells.filter(({ state }) => state === 'error'),
    (cell) => `${cell.contestant}: ${shortened(whyNot(cell) ?? 'error', longestReason)}`,
  );
  return [...groups].map(([line, own]) => {
    const ids = [...new Set(own.map(({ task }) => task))];
    const where = ids.length > 3 ? plural(ids.length, 'task') : ids.join(', ');
    return `${line} (${plural(own.length, 'cell')}: ${where})`;
  });
}

function reasons(title: string, lines: readonly string[], most: number): Block {
  const left = lines.length - most;
  return list(title, [...lines.slice(0, most), left > 0 ? `and ${thousands(left)} more` : undefined]);
}

function hints({ cells }: SuiteResult, id: string, hasMore: boolean): readonly (string | undefined)[] {
  const has = (state: ToldCell['state']) => cells.some((cell) => cell.state === state);
  return [
    hasMore ? `All of it: joust suite report ${id} --all` : undefined,
    has('error') ? `Play the errors again: joust suite retry ${id} --errors` : undefined,
    has('open') ? `Play on: joust suite resume ${id}` : undefined,
  ];
}

/** For CI: a cell is a case; an error is an error there too. */
export function cases({ cells, trials }: SuiteResult): readonly TestCase[] {
  return cells.map((cell) => ({
    group: cell.contestant,
    name: trials === 1 ? cell.task : `${cell.task} (trial ${cell.trial})`,
    ...caseEnd(cell),
    ms: cell.ranMs,
  }));
}

function caseEnd(cell: ToldCell): Pick<TestCase, 'failure' | 'error' | 'skipped'> {
  const why = [
    ...cell.asserts.flatMap(({ name, is, why: said }) =>
      is === 'pass' ? [] : [said === undefined ? name : `${name}: ${said}`],
    ),
  ];
  const said = why.length === 0 ? (cell.outcome ?? cell.state) : why.join('\n');
  if (cell.state === 'failed') return { failure: said };
  if (cell.state === 'error') return { error: said };
  return cell.state === 'open' ? { skipped: 'not played yet' } : {};
}
