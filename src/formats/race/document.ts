// How a race is told: who won by which rule or why nobody did, every signal, and what speaks against whom.
import { thousands } from '../../domain/figures.ts';
import { secretNote } from '../../domain/secrets/visibility.ts';
import {
  type Block,
  type Document,
  figureColumns,
  gist,
  list,
  note,
  plainWords,
  shortened,
  text,
} from '../../views/document.ts';
import {
  baseCheckText,
  checkLines,
  type FailingEffect,
  inBrackets,
  unreadSignalText,
  weighedLines,
  wordText,
} from '../../views/judge-words.ts';
import type { TestCase } from '../../views/render/test-cases.ts';
import { dollars, duration, tokens } from '../../views/units.ts';
import type { RaceResult, RaceRow } from './result.ts';

/** `id` is that of the contest, for the commands to go on with. */
export function document(result: RaceResult, id = 'ID'): Document {
  const { simulated, stopped, rows, notes, sandbox, preset, judges = [] } = result;
  return [
    gist(
      ...headline(result),
      simulated ? 'Simulated: no model was asked.' : undefined,
      ...downgradedText(result, id),
      stopped === undefined ? undefined : `Stopped early: ${stopped}.`,
    ),
    raceTable(result),
    ...rows.map((row) => reasons(row, result)),
    text(unseenText(result)),
    ...(result.pairs ?? []).map(({ pair, words }) => list(`${pair.join(' against ')}:`, words.map(wordText))),
    crossBlock(result),
    baseBlock(result),
    note(
      ...notes,
      sandbox === 'none' ? undefined : `Sandbox: ${sandbox}.`,
      preset === undefined ? undefined : `Preset: ${preset}.`,
      ...(judges.length === 0 ? [] : [`Judged by ${judges.join(', ')}.`, ...weighedLines(result.weighed)]),
    ),
  ];
}

/** Every entry, and every check of it. */
export function cases({ rows }: RaceResult): readonly TestCase[] {
  return rows.flatMap(({ contestant, outcome, reason, whyNot, checks, ranMs }) => {
    const fault = outcome === 'ok' ? whyNot : `${outcome}${inBrackets(reason)}`;
    return [
      {
        group: contestant,
        name: 'entry',
        failure: fault,
        ms: ranMs,
      },
      ...checks.map(({ name, outcome: came, detail }): TestCase => {
        const told = `${came}${inBrackets(detail)}`;
        const isOpen = came === 'unavailable';
        return {
          group: contestant,
          name: `check ${name}`,
          ...(came !== 'passed' && (isOpen ? { skipped: told } : { failure: told })),
        };
      }),
    ];
  });
}

function headline(result: RaceResult): readonly string[] {
  const { rows, winner, rule } = result;
  const first = rows.find(({ contestant }) => contestant === winner);
  if (first === undefined) return noWinner(result);
  const total = isScored(result) ? `, total ${totalText(rows)(first.total)}` : '';
  const won = rule.endsWith(byName)
    ? `${first.contestant} leads, not clearly${total} (${rule}): nothing that was measured tells it from the next.`
    : `Winner: ${first.contestant}${total} (${rule}).`;
  const doubt = canaryDoubt(first);
  if (first.outcome !== 'blocked') return [won, ...doubt];
  const why = first.reason === undefined ? '' : `: ${first.reason}`;
  return [won, ...doubt, `It needs a person first${why}. Only entries that ended ok can be applied.`];
}

/** It may be the entry's doing that its canary says nothing. */
function canaryDoubt({ canary }: RaceRow): readonly string[] {
  if (canary?.outcome !== 'not-measured' || canary.onBase !== 'clean') return [];
  return [
    `Its canary can't be measured, although the base's can (${canary.why}): read its change before you apply it.`,
  ];
}

function noWinner({ rows, rule }: RaceResult): readonly string[] {
  if (rows.length === 0) return ['No winner: there are no entries.'];
  const able = rows.filter(({ rank }) => rank !== undefined);
  if (able.length === 0) {
    const why = rows.map(({ contestant, whyNot }) => `${contestant}: ${whyNot}`);
    return [`No winner (${rule}). ${why.join('; ')}.`];
  }
  return [`No winner: ${rule}.`];
}

/** Some signal counts towards the total. */
function isScored(result: RaceResult): boolean {
  return signalsOf(result).length > 0;
}

/** How the rule of older races ends if nothing measured decided. */
const byName = 'by name alone';

/** Two decimals, unless they make two totals look alike that are not. */
function totalText(rows: readonly Pick<RaceRow, 'total'>[]): (total: number) => string {
  const totals = [...new Set(rows.map(({ total }) => total))];
  const isClear = new Set(totals.map((total) => total.toFixed(2))).size === totals.length;
  return (total) => total.toFixed(isClear ? 2 : 4);
}

const downgrades = {
  over_budget: 'the race was estimated above the budget',
  user_declined: 'the race was declined',
  over_budget_midflight: 'the budget was crossed while it ran; what was finished stays and is ranked',
} as const;

function downgradedText({ downgraded, rows }: RaceResult, id: string): readonly string[] {
  if (downgraded === undefined) return [];
  const { reason, single, estimateTokens, budgetTokens } = downgraded;
  const figures = [
    ...(estimateTokens === undefined ? [] : [`${thousands(estimateTokens)} tokens`]),
    ...(budgetTokens === undefined ? [] : [`budget ${thousands(budgetTokens)}`]),
  ];
  const counted = figures.length === 0 ? '' : ` (${figures.join(', ')})`;
  const done = rows.some(({ contestant, outcome }) => contestant === single && outcome !== 'skipped');
  const waits = single !== undefined && reason === 'over_budget_midflight' && !done;
  const why = `${downgrades[reason]}${counted}.`;
  return [
    single === undefined || waits ? `Not all of it was raced: ${why}` : `A race of one, ${single}: ${why}`,
    ...(waits ? [`joust resume ${id} continues with one contestant: ${single}.`] : []),
  ];
}

/** What there is to say of one: why it cannot win, its checks, what it touches, and what was left out. */
function reasons(row: RaceRow, result: RaceResult): Block {
  const items = [
    row.whyNot === undefined ? undefined : `cannot win: ${row.whyNot}`,
    row.reason === undefined || row.reason === row.whyNot ? undefined : `${row.outcome}: ${row.reason}`,
    ...checkLines(row.checks, result.checks),
    canaryText(row),
    ...row.unknown.map((signal) => unreadSignalText(signal, row.checks, result.checks)),
    ...Object.entries(touched).map(([kind, title]) =>
      listed(title, row.tamper.filter((one) => one.kind === kind).map(touchText)),
    ),
    listed(
      'left out: ',
      row.leftOut.map(({ path, why }) => `${path} (${why})`),
    ),
    row.secrets === undefined ? undefined : secretNote(row.secretKinds, row.secrets),
    listed('looked outside of its workspace: ', row.looked ?? []),
    row.says === undefined ? undefined : `says: ${plainWords(row.says, 240)}`,
  ].filter((item) => item !== undefined);
  const tones = items.map((item) => (item.startsWith('cannot win: ') ? 'bad' : undefined));
  return { ...list(`${row.contestant}:`, items), tones } as Block;
}

/** What a generated test, which has to fail, came to with its code. */
function canaryText({ canary }: RaceRow): string | undefined {
  if (canary === undefined || canary.outcome === 'all-pass') return undefined;
  return canary.outcome === 'clean'
    ? 'canary: clean, so a wrong assertion fails with its code loaded'
    : `canary: not measured (${canary.why ?? 'unknown'})`;
}

type Touch = RaceRow['tamper'][number];

const touched: Readonly<Record<Touch['kind'], string>> = {
  tests: 'changes tests: ',
  ci: 'changes the pipeline: ',
  lint: 'changes lint settings: ',
  types: 'changes type settings: ',
  runner: 'changes how tests are run: ',
  scripts: 'changes scripts and tool settings: ',
  lock: 'changes lock files: ',
  skip: 'switches tests or rules off: ',
  process: 'reaches for the process of its tests: ',
};

function touchText({ kind, how, path, detail }: Touch): string {
  return `${kind === 'skip' || kind === 'process' ? path : `${how} ${path}`}${inBrackets(detail)}`;
}

const maxListed = 8;

function listed(title: string, items: readonly string[]): string | undefined {
  if (items.length === 0) return undefined;
  const more = items.length - maxListed;
  const shown = items.slice(0, maxListed).map((item) => shortened(item, 200));
  return `${title}${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function unseenText({ rows }: RaceResult): string | undefined {
  const unseen = rows.filter(({ looked }) => looked === undefined).map(({ contestant }) => contestant);
  if (unseen.length === 0) return undefined;
  return `joust cannot tell whether these looked outside of their workspace: ${unseen.join(', ')}.`;
}

function baseBlock(result: RaceResult): Block {
  const { checks, base } = result;
  const commit = `${base.commit.slice(0, 12)}${base.dirty ? ' with uncommitted work' : ''}`;
  if (checks.length === 0) return text(`No checks were found or set; the base is ${commit}.`);
  return list(
    `Checks on the base (${commit}):`,
    checks.map((check) => baseCheckText(check, failingEffect(result, check))),
  );
}

interface Figure {
  readonly title: string;
  /** Absent: unknown, or there is no such thing. */
  cell(row: RaceRow): string | undefined;
}

/** A column that nobody has anything in is left out. */
export function raceTable(result: RaceResult): Block {
  const { rows } = result;
  const figures = figuresOf(result).filter(({ cell }) => rows.some((row) => cell(row) !== undefined));
  return {
    type: 'table',
    columns: figureColumns(['', ...figures.map(({ title }) => title)]),
    rows: rows.map((row) => [
      `${row.rank ?? '-'} ${row.contestant}`,
      ...figures.map(({ cell }) => cell(row) ?? 'unknown'),
    ]),
    tones: rows.map(({ rank, contestant }) => {
      if (contestant === result.winner) return 'good';
      return rank === undefined ? 'bad' : undefined;
    }),
    legend: weightsText(result),
  };
}

export function crossBlock({ cross, rows }: RaceResult): Block {
  if (cross === undefined) return text();
  const tested = new Set(cross.rows.flatMap(({ on }) => Object.keys(on)));
  const names = rows.map(({ contestant }) => contestant).filter((name) => tested.has(name));
  const columns = [...names, ...[...tested].filter((name) => !names.includes(name))];
  const onBase = cross.rows.some((row) => row.onBase !== undefined);
  return {
    type: 'table',
    title: `Added tests on everybody's code (check ${cross.check}):`,
    columns: figureColumns(['tests of', ...columns, ...(onBase ? ['the base'] : [])]),
    rows: cross.rows.map(({ author, on, onBase: base }) => [
      author,
      ...columns.map((name) => (Object.hasOwn(on, name) ? (on[name] ?? '') : 'not run')),
      ...(onBase ? [base ?? 'not run'] : []),
    ]),
    legend: cross.rows.flatMap(({ author, files, suspect }) =>
      suspect === undefined ? [] : [`suspect: the tests of ${author} (${listed('', files)}): ${suspect}`],
    ),
  };
}

function figuresOf(result: RaceResult): readonly Figure[] {
  return [
    {
      title: 'total',
      cell: ({ total }) => (isScored(result) ? totalText(result.rows)(total) : undefined),
    },
    ...signalsOf(result).map((signal) => ({
      title: signal,
      cell: ({ signals }: RaceRow) => signals[signal]?.toFixed(2),
    })),
    { title: 'checks', cell: (row) => checksPassed(result, row) },
    { title: 'lines', cell: ({ added, removed }) => `+${added} -${removed}` },
    { title: 'files', cell: ({ files }) => String(files) },
    { title: 'time', cell: ({ ranMs }) => (ranMs === undefined ? undefined : duration(ranMs)) },
    { title: 'tokens', cell: (row) => (row.tokens === undefined ? undefined : tokens(row.tokens)) },
    { title: 'cost', cell: ({ costUsd }) => (costUsd === undefined ? undefined : dollars(costUsd)) },
    { title: 'ended', cell: ended },
  ];
}

const order = ['lint', 'readiness', 'tests', 'diff', 'judge'];

function signalsOf({ rows, score }: RaceResult): readonly string[] {
  const weights: Readonly<Record<string, number | undefined>> = score.context.weights;
  const all = rows.flatMap(({ signals, unknown }) => [...Object.keys(signals), ...unknown]);
  const found = new Set(all.filter((signal) => (weights[signal] ?? 0) > 0));
  return [
    ...order.filter((signal) => found.has(signal)),
    ...[...found].filter((one) => !order.includes(one)),
  ];
}

/** Of those that count: what the base passes, and whatever is required and can be run. */
function checksPassed(result: RaceResult, row: RaceRow): string | undefined {
  const counting = new Set(
    result.checks
      .filter((check) => check.ignored === undefined || leads(result, check))
      .map(({ name }) => name),
  );
  if (counting.size === 0) return undefined;
  const passed = row.checks.filter(({ name, outcome }) => counting.has(name) && outcome === 'passed').length;
  return row.checks.length === 0 ? 'not run' : `${passed}/${counting.size}`;
}

/** Nobody is out by it, and who passes it is ahead. */
function leads({ score }: RaceResult, { required, base }: RaceResult['checks'][number]): boolean {
  return required && base !== 'unavailable' && score.inputs.some(({ passed }) => passed !== undefined);
}

function failingEffect(result: RaceResult, check: RaceResult['checks'][number]): FailingEffect {
  if (check.allowed) return 'allowed';
  if (!leads(result, check)) return 'none';
  return result.score.context.decides === 'measured' ? 'only-leads' : 'falls-behind';
}

function ended({ outcome, partial, adopted }: RaceRow): string {
  return [outcome, ...(partial === true ? ['partial'] : []), ...(adopted === true ? ['adopted'] : [])].join(
    ', ',
  );
}

function weightsText({ score, dropped, rows }: RaceResult): readonly string[] {
  const { weights, rules } = score.context;
  const counted = Object.entries(weights).filter(
    ([signal, weight = 0]) =>
      weight > 0 && !dropped.includes(signal) && rows.some((row) => isIn(row, signal)),
  );
  if (counted.length === 0) return [];
  return [
    `Weights: ${counted.map(([signal, weight]) => `${signal} ${weight}`).join(', ')}${rules === 'charm' ? ' (charm rules)' : ''}`,
    ...(dropped.length === 0
      ? []
      : [
          `No check for ${dropped.join(', ').replace(/, (?=[^,]*$)/, ' or ')}: its weight is spread over the other signals.`,
        ]),
  ];
}

function isIn({ signals, unknown }: RaceRow, signal: string): boolean {
  return Object.hasOwn(signals, signal) || unknown.includes(signal);
}
