// What judges said of a pair and checks of an entry, a line each, and who leads where the figures cannot tell.
import type { RankedRow } from '../ranking/standing.ts';
import { figureColumns, shortened, type TableBlock } from './document.ts';
import { percent } from './units.ts';

export interface ShownWord {
  readonly judge: string;
  /** A contestant, tie or none. */
  readonly word: string;
  readonly flipped: boolean;
  readonly setAside?: string | undefined;
  readonly rationale?: string | undefined;
}

const longestReason = 300;

/** `judy: ann (flipped with the order) - it is complete`. */
export function wordText({ judge, word, flipped, setAside, rationale }: ShownWord): string {
  const marks = [
    ...(flipped ? ['flipped with the order'] : []),
    ...(setAside === undefined ? [] : [`not counted: ${setAside}`]),
  ];
  const why = rationale === undefined ? '' : ` - ${shortened(rationale, longestReason)}`;
  return `${judge}: ${verdictText(word)}${marks.length === 0 ? '' : ` (${marks.join('; ')})`}${why}`;
}

/** `claude/opus: 0.81 right in 96 calibrations of 2026-11-02, weighs 2.3`; nothing of one alone, nor where all count the same. */
export function weighedLines(weighed: readonly ShownWeight[] = []): readonly string[] {
  if (weighed.length < 2) return [];
  return weighed.map(({ judge, why, weight }) => `${judge}: ${why}, weighs ${Number(weight.toFixed(1))}`);
}

/** What the plain standing would be if nobody leaned to length or style; nothing where that is not known. */
export function evenTable(
  even: readonly RankedRow[] | undefined,
  weighed: readonly LeaningJudge[] | undefined,
): readonly TableBlock[] {
  if (even === undefined) return [];
  return [
    {
      type: 'table',
      columns: figureColumns([evenTitle, 'rating', '95 %', 'P(best)']),
      rows: even.map(({ contestant, rating, low, high, probabilityBest, tiedForBest }, at) => [
        `${at + 1} ${contestant}${tiedForBest ? ' =' : ''}`,
        String(rating),
        `${low} to ${high}`,
        percent(probabilityBest),
      ]),
      legend: [leanText(weighed)],
    },
  ];
}

export const evenTitle = 'Leans taken out';

interface LeaningJudge {
  readonly judge: string;
  readonly leans?: { readonly length?: number | undefined; readonly style?: number | undefined } | undefined;
}

/** Who is known to lean to what. */
export function leanText(weighed: readonly LeaningJudge[] = []): string {
  const told = weighed.flatMap(({ judge, leans: { length = 0, style = 0 } = {} }) => {
    const sides = [
      ...(length === 0 ? [] : [length > 0 ? 'the longer' : 'the shorter']),
      ...(style === 0 ? [] : [style > 0 ? 'the more marked up' : 'the plainer']),
    ];
    return sides.length === 0 ? [] : [`${judge} prefers ${sides.join(' and ')}`];
  });
  return `With the judges' lean to length and style taken out; by its record ${told.join(', ')}. Nothing was decided by it.`;
}

interface ShownWeight {
  readonly judge: string;
  readonly why: string;
  readonly weight: number;
}

/** A contestant's name, tie, or that there is none. */
export function verdictText(word: string): string {
  return word === 'none' ? 'no verdict' : word;
}

/** Where nothing that any of them replied counts: a sentence in place of figures that would all be empty. */
export function unreadText(
  judges: readonly { readonly judge: string; readonly verdicts: number; readonly unread: number }[],
): string | undefined {
  if (judges.length === 0 || judges.some(({ verdicts, unread }) => unread < verdicts)) return undefined;
  const names = judges.map(({ judge }) => judge).join(' and ');
  return `No verdict: what ${names} replied could not be read as one. See it with joust show, or name another judge.`;
}

export function agreementText(agreement: number | undefined): string | undefined {
  return agreement === undefined
    ? undefined
    : `How far the judges agree: ${agreement.toFixed(2)} (1 is always, 0 no more than by chance).`;
}

const reasons: Readonly<Record<string, string>> = {
  empty: 'it said nothing',
  'no-nonce': 'its reply lacks the word that it had to repeat',
  'no-verdict': 'none stand beside the word that it had to repeat',
  contradictory: 'its reply contradicts itself',
  parked: 'it waits for its quota',
};

/** Why nothing of a judge counts, in words. */
export function reasonText(why: string): string {
  return Object.hasOwn(reasons, why) ? (reasons[why] ?? why) : why;
}

interface RatedRow {
  readonly contestant: string;
  readonly rating?: number | undefined;
  readonly tiedForBest: boolean;
}

/** Who won by the rules, and whether the figures below bear that out. */
export function winnerText(winner: string, rule: string | undefined, rows: readonly RatedRow[]): string {
  const why = rule === undefined ? '' : ` (${rule})`;
  const level = rows.filter(({ rating, tiedForBest }) => rating !== undefined && tiedForBest);
  const others = level.map(({ contestant }) => contestant).filter((name) => name !== winner);
  if (others.length === 0) return `Winner: ${winner}${why}.`;
  return `${winner} leads, not clear${why}: so few comparisons cannot tell it from ${others.join(', ')}.`;
}

type CheckOutcome = 'passed' | 'failed' | 'unavailable' | 'timed-out';

/** What a check came to on one entry. */
export interface ShownCheck {
  readonly name: string;
  readonly outcome: CheckOutcome;
  readonly detail?: string | undefined;
  /** As handed in, where that differs. */
  readonly submitted?: CheckOutcome | undefined;
  readonly submittedDetail?: string | undefined;
  /** It ran fewer tests than the base. */
  readonly lostTests?: true | undefined;
  readonly readers?: readonly string[] | undefined;
}

export interface BaseCheck {
  readonly name: string;
  readonly command: string;
  readonly signal?: string | undefined;
  readonly required: boolean;
  readonly base: CheckOutcome;
  readonly detail?: string | undefined;
  /** Why nobody is out by it. */
  readonly ignored?: string | undefined;
}

/** Those that passed either way on one line. */
export function checkLines(checks: readonly ShownCheck[], onBase: readonly BaseCheck[]): readonly string[] {
  if (checks.length === 0) return onBase.length === 0 ? [] : ['checks: not run'];
  const isPlain = ({ outcome, submitted }: ShownCheck) => outcome === 'passed' && submitted === undefined;
  const passed = checks.filter(isPlain).map(({ name, detail }) => `${name}${inBrackets(detail)}`);
  return [
    ...(passed.length === 0 ? [] : [`checks passed: ${passed.join(', ')}`]),
    ...checks.filter((check) => !isPlain(check)).map((check) => checkText(check, onBase)),
  ];
}

function checkText(check: ShownCheck, onBase: readonly BaseCheck[]): string {
  const { name, outcome, detail, submitted, submittedDetail, lostTests } = check;
  const failsOnBase = onBase.some((one) => one.name === name && one.base === outcome);
  const isAsBase = outcome !== 'passed' && lostTests !== true && failsOnBase;
  const counts = `check ${name}: ${ends[outcome]}${inBrackets(detail)}`;
  if (submitted === undefined) return `${counts}${isAsBase ? ', as on the base' : ''}`;
  return `${counts} with the project's own tests and settings put back; as handed in: ${ends[submitted]}${inBrackets(submittedDetail)}`;
}

const ends: Readonly<Record<CheckOutcome, string>> = {
  passed: 'passed',
  failed: 'failed',
  unavailable: 'could not be run',
  'timed-out': 'took too long',
};

/** Which check it is, and what would read it. */
export function unreadSignalText(
  signal: string,
  checks: readonly ShownCheck[],
  onBase: readonly BaseCheck[],
): string {
  const own = onBase.find((check) => check.signal === signal);
  const readers = checks.find(({ name }) => name === own?.name)?.readers;
  if (own === undefined || readers === undefined) return `${signal} counts 0: it could not be read`;
  const place = `[race.checks.${own.name}] of your config`;
  const next =
    readers.length === 0
      ? `no parser of joust reads it; let it print ${signal === 'tests' ? 'JUnit or TAP' : 'SARIF'}, or set parser = "regex" and a pattern in ${place}`
      : `the parser ${readers.join(' or ')} would: set it in ${place}`;
  return `${signal} counts 0: what ${own.name} printed could not be read; ${next}`;
}

/** `leads`: nobody is out by it, and who passes it is ahead. */
export function baseCheckText(check: BaseCheck, failing: FailingEffect): string {
  const { name, command, required, base, detail, ignored } = check;
  const end = `${baseEnds[base]}${inBrackets(base === 'unavailable' ? undefined : detail)}`;
  const isExcused = ignored !== undefined || failing === 'allowed';
  const effect = required || isExcused ? failingEffects[isExcused ? failing : 'cannot-win'] : '';
  return `${name}: ${end}${effect} · ${command}`;
}

/** What failing a check means for an entry, if the base doesn't pass it either. */
export type FailingEffect = keyof typeof failingEffects;

const failingEffects = {
  none: ', so no entry is disqualified by it',
  'falls-behind': ', so no entry is disqualified by it; an entry that passes it is ahead',
  allowed: '; an entry that fails it can still win (--allow-failing)',
  'only-leads': '; an entry that fails it can lead, but not win',
  'cannot-win': ', so an entry that fails it cannot win',
} as const;

const baseEnds: Readonly<Record<CheckOutcome, string>> = {
  passed: 'passed on the base',
  failed: 'failed on the base too',
  unavailable: 'its program is missing or cannot be run',
  'timed-out': 'took too long on the base too',
};

export function inBrackets(detail: string | undefined): string {
  return detail === undefined || detail === '' ? '' : ` (${detail})`;
}
