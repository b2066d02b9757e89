// What there is to say of one contestant of a race: why it cannot win, its checks, what it touches, and what was left out.

import type { Tamper } from '../../checks/tamper/flag.ts';
import { clip } from '../../views/board.ts';
import { visibleLine } from '../../views/visible.ts';
import type { RaceRow } from './result.ts';

const maxListed = 8;

export function raceReasons(row: RaceRow): readonly string[] {
  const lines = [
    ...(row.whyNot === undefined ? [] : [`cannot win: ${visibleLine(row.whyNot)}`]),
    ...(row.reason === undefined ? [] : [`${row.outcome}: ${visibleLine(row.reason)}`]),
    ...row.checks.flatMap(checkText),
    ...row.unknown.map((signal) => `${visibleLine(signal)} could not be read: it counts 0`),
    ...tamperText(row.tamper),
    ...listed(
      'left out: ',
      row.leftOut.map(({ path, why }) => `${path} (${why})`),
    ),
    ...listed('looked outside of its workspace: ', row.looked ?? []),
    ...(row.says === undefined ? [] : [`says: ${clip(visibleLine(row.says), 160)}`]),
  ];
  return lines.length === 0 ? [] : [`${visibleLine(row.contestant)}:`, ...lines.map((line) => `  ${line}`)];
}

/** One that passed either way needs no line. */
function checkText(check: RaceRow['checks'][number]): readonly string[] {
  const { name, outcome, detail, submitted, submittedDetail } = check;
  if (outcome === 'passed' && submitted === undefined) return [];
  const counts = `check ${visibleLine(name)}: ${outcome}${inBrackets(detail)}`;
  if (submitted === undefined) return [counts];
  return [
    `${counts} with the tests and settings of the base; as handed in: ${submitted}${inBrackets(submittedDetail)}`,
  ];
}

function inBrackets(detail: string | undefined): string {
  return detail === undefined || detail === '' ? '' : ` (${visibleLine(detail)})`;
}

const titles: Readonly<Record<Tamper['kind'], string>> = {
  tests: 'changes tests: ',
  ci: 'changes the pipeline: ',
  lint: 'changes lint settings: ',
  types: 'changes type settings: ',
  runner: 'changes how tests are run: ',
  scripts: 'changes scripts and tool settings: ',
  lock: 'changes lock files: ',
  skip: 'switches tests or rules off: ',
};

function tamperText(tamper: RaceRow['tamper']): readonly string[] {
  return Object.entries(titles).flatMap(([kind, title]) =>
    listed(title, tamper.filter((one) => one.kind === kind).map(touchText)),
  );
}

function touchText({ kind, how, path, detail }: Tamper): string {
  const what = kind === 'skip' ? path : `${how} ${path}`;
  return detail === undefined ? what : `${what} (${detail})`;
}

function listed(title: string, items: readonly string[]): readonly string[] {
  if (items.length === 0) return [];
  const more = items.length - maxListed;
  const shown = items.slice(0, maxListed).map((item) => clip(visibleLine(item), 200));
  return [`${title}${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`];
}
