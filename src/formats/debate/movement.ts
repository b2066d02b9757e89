// Who moved when, and whether agreement grew without new argument. The rule: a speaker's position came clearly nearer to
// another's, and of the words of that turn fewer than one in five had not been said before in the debate or the task.
import { plainText } from '../plain-text.ts';
import type { DebateResult } from './result.ts';

export interface SpokenTurn {
  readonly round: number;
  readonly speaker: string;
  readonly text: string;
  readonly position?: string;
}

/** By how much the shared words of two positions must grow, from 0 (none) to 1 (all). */
const nearer = 0.25;
const fewNewWords = 0.2;

/** Whether each turn's position differs from its speaker's last one; undefined where there is none to compare. */
export function changes(turns: readonly SpokenTurn[]): readonly (boolean | undefined)[] {
  return turns.map(({ speaker, position }, at) => {
    const before = lastPosition(turns.slice(0, at), speaker);
    if (position === undefined || before === undefined) return undefined;
    return plainText(position) !== plainText(before);
  });
}

export function hollowAgreement(turns: readonly SpokenTurn[], task: string): DebateResult['warnings'] {
  return turns.flatMap((turn, at) => {
    const toward = cameNearerTo(turns.slice(0, at), turn);
    if (toward === undefined) return [];
    const newWords = shareOfNewWords(turn, [task, ...turns.slice(0, at).map(({ text }) => text)]);
    if (newWords >= fewNewWords) return [];
    return [{ round: turn.round, speaker: turn.speaker, toward, newWords }];
  });
}

function cameNearerTo(earlier: readonly SpokenTurn[], { speaker, position }: SpokenTurn): string | undefined {
  const before = lastPosition(earlier, speaker);
  if (position === undefined || before === undefined) return undefined;
  const others = new Set(earlier.map((turn) => turn.speaker).filter((name) => name !== speaker));
  const grown = [...others].flatMap((name) => {
    const theirs = lastPosition(earlier, name);
    if (theirs === undefined) return [];
    return [{ name, by: likeness(position, theirs) - likeness(before, theirs) }];
  });
  return grown.toSorted((a, b) => b.by - a.by).find(({ by }) => by >= nearer)?.name;
}

function lastPosition(turns: readonly SpokenTurn[], speaker: string): string | undefined {
  return turns.findLast((turn) => turn.speaker === speaker && turn.position !== undefined)?.position;
}

/** Shared words of all words. */
function likeness(one: string, other: string): number {
  const [a, b] = [wordsOf(one), wordsOf(other)];
  const shared = [...a].filter((word) => b.has(word)).length;
  const all = a.size + b.size - shared;
  return all === 0 ? 0 : shared / all;
}

/** The line with the position is no argument; short words tell nothing. */
function shareOfNewWords({ text }: SpokenTurn, said: readonly string[]): number {
  const argument = text.replace(/^[^\p{L}\n]{0,12}position[*_`\s]{0,6}[:：].*$/gimu, '');
  const words = [...wordsOf(argument)].filter((word) => word.length > 3 || /[^a-z]/u.test(word));
  if (words.length === 0) return 0;
  const known = wordsOf(said.join('\n'));
  return words.filter((word) => !known.has(word)).length / words.length;
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));
}

const maxLength = 300;

/** Undefined where the turn does not close with one: a position is never guessed from the talk above it. */
export function readPosition(turn: string): string | undefined {
  const last = turn
    .slice(-20_000)
    .split(/[\r\n]+/u)
    .filter((line) => /[\p{L}\p{N}]/u.test(line))
    .at(-1);
  const said = /^[ \t>#*_`-]{0,12}position[*_` \t]{0,6}[:：][*_` \t]{0,6}(.*)$/iu.exec(last ?? '')?.[1];
  const position = (said ?? '')
    .slice(0, 2_000)
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
  const bare = position.replace(/^["“`*_]+|["”`*_]+$/gu, '').trim();
  // `POSITION: ...` and `POSITION: <your position>` are the template, not a position.
  if (!/[\p{L}\p{N}]/u.test(bare) || /^[<[][^>\]]*[>\]]\.?$/u.test(bare)) return undefined;
  return bare.length <= maxLength
    ? bare
    : `${bare.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/u, '')}…`;
}

/** The last statement that has one of the two words decides; doubt, denial or both words mean CONTINUE. */
export function readDone(reply: string): 'DONE' | 'CONTINUE' {
  const statements = reply
    .slice(-20_000)
    .split(/(?<=[.!?])\s+|[\r\n]+/u)
    .map((statement) => statement.replace(/[*_`#>"'“”‘’[\](){}]/gu, ' ').trim());
  const last = statements.findLast((statement) => bare.test(statement) || word.test(statement));
  if (last === undefined) return 'CONTINUE';
  const unsure = /\bCONTINUE\b/u.test(last) || last.endsWith('?') || doubt.test(last);
  return unsure || /^continue\b/iu.test(last) ? 'CONTINUE' : 'DONE';
}

/** In any case where it stands alone, in capitals where it stands in a sentence: "I have done my best" is talk. */
const bare = /^(?:(?:final\s+)?(?:verdict|answer|decision|status|result)\s*[:=-]\s*)?(?:done|continue)\W*$/iu;
const word = /\b(?:DONE|CONTINUE)\b/u;
const doubt =
  /\b(?:not|never|isn|aren|wasn|hardly|almost|nearly|if|unless|until|once|when|before|would|could|might|may|should|or|far from|un)\b|n[’' ]t\b/iu;
