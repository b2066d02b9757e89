// How a race is told: who won by which rule or why nobody did, every signal, what speaks against whom, and what to do next.
import { thousands } from '../../domain/figures.ts';
import { type Block, type Document, gist, list, note, shortened, text } from '../../views/document.ts';
import { crossBlock, raceTable } from './document-tables.ts';
import type { RaceResult, RaceRow } from './result.ts';

/** `id` is that of the contest, for the commands to go on with. */
export function document(result: RaceResult, id = 'ID'): Document {
  const { simulated, stopped, rows, notes, sandbox, preset, judges = [] } = result;
  return [
    gist(
      ...headline(result),
      simulated ? 'Simulated: scripted contestants, no model was asked.' : undefined,
      ...downgradedText(result, id),
      stopped === undefined ? undefined : `Stopped early: ${stopped}.`,
    ),
    raceTable(result),
    ...rows.map(reasons),
    text(unseenText(result)),
    crossBlock(result),
    baseBlock(result),
    text(...nextText(result, id)),
    note(
      ...notes,
      sandbox === 'none' ? undefined : `Sandbox: ${sandbox}.`,
      preset === undefined ? undefined : `Preset: ${preset}.`,
      judges.length === 0 ? undefined : `Judged by ${judges.join(', ')}.`,
    ),
  ];
}

function headline({ rows, winner, rule }: RaceResult): readonly string[] {
  const first = rows.find(({ contestant }) => contestant === winner);
  if (first !== undefined) {
    const won = `Winner: ${first.contestant}, total ${first.total.toFixed(4)} (${rule}).`;
    if (first.outcome !== 'blocked') return [won];
    const why = first.reason === undefined ? '' : `: ${first.reason}`;
    return [won, `It needs a person first${why}. Only what ended ok is applied.`];
  }
  if (rows.length === 0) return ['No winner: nobody handed anything in.'];
  const why = rows.map(({ contestant, whyNot }) => `${contestant}: ${whyNot ?? 'not decided'}`);
  return [`No winner (${rule}). ${why.join('; ')}.`];
}

const downgrades = {
  over_budget: 'the estimate is over the budget',
  user_declined: 'a person declined it',
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
  const what = single === undefined ? 'Downgraded' : 'Downgraded to a single run';
  const done = rows.some(({ contestant, outcome }) => contestant === single && outcome !== 'skipped');
  const waits = single !== undefined && reason === 'over_budget_midflight' && !done;
  const alone = single === undefined || waits ? '' : ` ${single} plays alone.`;
  return [
    `${what}: ${downgrades[reason]}${counted}.${alone}`,
    ...(waits ? [`joust resume ${id} continues with one contestant: ${single}.`] : []),
  ];
}

/** What there is to say of one: why it cannot win, its checks, what it touches, and what was left out. */
function reasons(row: RaceRow): Block {
  return list(`${row.contestant}:`, [
    row.whyNot === undefined ? undefined : `cannot win: ${row.whyNot}`,
    row.reason === undefined ? undefined : `${row.outcome}: ${row.reason}`,
    ...row.checks.flatMap(checkText),
    ...row.unknown.map((signal) => `${signal} could not be read: it counts 0`),
    ...Object.entries(touched).map(([kind, title]) =>
      listed(title, row.tamper.filter((one) => one.kind === kind).map(touchText)),
    ),
    listed(
      'left out: ',
      row.leftOut.map(({ path, why }) => `${path} (${why})`),
    ),
    listed('looked outside of its workspace: ', row.looked ?? []),
    row.says === undefined ? undefined : `says: ${shortened(row.says, 160)}`,
  ]);
}

/** One that passed either way needs no line. */
function checkText(check: RaceRow['checks'][number]): readonly string[] {
  const { name, outcome, detail, submitted, submittedDetail } = check;
  if (outcome === 'passed' && submitted === undefined) return [];
  const counts = `check ${name}: ${outcome}${inBrackets(detail)}`;
  if (submitted === undefined) return [counts];
  return [
    `${counts} with the tests and settings of the base; as handed in: ${submitted}${inBrackets(submittedDetail)}`,
  ];
}

function inBrackets(detail: string | undefined): string {
  return detail === undefined || detail === '' ? '' : ` (${detail})`;
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
};

function touchText({ kind, how, path, detail }: Touch): string {
  return `${kind === 'skip' ? path : `${how} ${path}`}${inBrackets(detail)}`;
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
  return `Whether these looked outside of their workspace cannot be told: ${unseen.join(', ')}.`;
}

function baseBlock({ checks, base }: RaceResult): Block {
  const commit = `${base.commit.slice(0, 12)}${base.dirty ? ' with uncommitted work' : ''}`;
  if (checks.length === 0) return text(`No checks were found or set; the base is ${commit}.`);
  return list(
    `Checks on the base (${commit}):`,
    checks.map(({ name, command, signal, required, base: outcome, detail, ignored }) => {
      const facts = [
        `${outcome}${inBrackets(detail)}`,
        ...(ignored === undefined ? [] : [`nobody is out by it: ${ignored}`]),
        ...(signal === undefined ? [] : [`signal ${signal}`]),
        ...(required ? ['required'] : []),
      ];
      return `${name}: ${facts.join(', ')} · ${command}`;
    }),
  );
}

function nextText({ rows, winner }: RaceResult, id: string): readonly string[] {
  const some = rows.some(({ files }) => files > 0);
  const first = rows.find(({ contestant }) => contestant === winner);
  return [
    ...(some ? [`Look at it: joust diff ${id}`] : []),
    ...(first?.outcome === 'ok' ? [`Take it: joust apply ${id}`] : []),
  ];
}
