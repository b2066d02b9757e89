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
