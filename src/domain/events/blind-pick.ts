// What a person picks, blindly: the words for it, the record as it may be seen before, and what was picked and forgotten.
import type { ContestOpened, JoustEvent } from '../event.ts';

/** The question whose answer lifts the blindness, where the contest was opened so. */
export function blindUntil({ options }: { readonly options: ContestOpened['options'] }): string | undefined {
  const { blindUntil: gate } = options;
  return typeof gate === 'string' ? gate : undefined;
}

/** Neither picked nor over since it was last taken up. */
export function isBlind(events: readonly JoustEvent[]): boolean {
  const opened = events.find((event) => event.type === 'contest.opened');
  const gate = opened === undefined ? undefined : blindUntil(opened);
  if (gate === undefined) return false;
  const reopened = events.findLastIndex(({ type }) => type === 'attempt.reopened');
  return !events.slice(reopened + 1).some((event) => lifts(event, gate));
}

/** Who picks may know; so may everybody once there is nothing left to pick. */
export function lifts(event: JoustEvent, gate: string): boolean {
  if (event.type === 'gate.answered') return event.key === gate;
  return event.type === 'contest.closed' || event.type === 'contest.cancelled';
}

/** The same record unless it is blind; then only what does not tell who did what, with the answers as they are shown to be picked. */
export function blindRecord<T extends { readonly event: JoustEvent }>(record: readonly T[]): readonly T[] {
  const events = record.map(({ event }) => event);
  if (!isBlind(events)) return record;
  const opened = events.find((event) => event.type === 'contest.opened');
  const gate = (opened && blindUntil(opened)) ?? '';
  const reopened = events.findLastIndex(({ type }) => type === 'attempt.reopened');
  return record
    .filter(({ event }, at) => givesNothingAway(event) && !(at < reopened && lifts(event, gate)))
    .map((stored) => ({ ...stored, event: withoutHints(stored.event) }));
}

export function givesNothingAway({ type }: JoustEvent): boolean {
  return harmless.has(type);
}

const harmless: ReadonlySet<JoustEvent['type']> = new Set([
  'contest.opened',
  'contest.closed',
  'contest.cancelled',
  'gate.asked',
  'gate.answered',
  'limits.changed',
]);

/** Whoever knows the seed can draw the sides again; what was said before it began may name somebody. */
function withoutHints(event: JoustEvent): JoustEvent {
  if (event.type !== 'contest.opened') return event;
  const { notes: _notes, ...opened } = event;
  return { ...opened, seed: 'hidden until the pick' };
}

/** A blind record where not even who was asked may stand, such as what reaches a browser. */
export function withoutNames<T extends { readonly event: JoustEvent }>(record: readonly T[]): readonly T[] {
  const opened = record.map(({ event }) => event).find((event) => event.type === 'contest.opened');
  if (opened === undefined || !isBlind(record.map(({ event }) => event))) return record;
  const names = opened.roster.flatMap(({ name, agent, model = name }) => [name, agent, model]);
  return record.map((stored) => ({ ...stored, event: unnamed(stored.event, names) }));
}

function unnamed(event: JoustEvent, names: readonly string[]): JoustEvent {
  if (event.type === 'contest.opened') {
    const { environment: _environment, staff: _staff, assent: _assent, notes: _notes, ...opened } = event;
    return { ...opened, roster: [] };
  }
  if (event.type !== 'gate.asked' || event.exhibits !== undefined) return event;
  // Before anything starts somebody may be asked to agree, to a price that nobody knows of one of them.
  const question = names.reduce((said, name) => said.replaceAll(name, 'a contestant'), event.question);
  return { ...event, question };
}

export const picks = ['a', 'b', 'tie', 'bad', 'skip'] as const;
export type Pick = (typeof picks)[number];

/** What may be said of two answers, word for word. Whole messages; a sentence that merely begins so means nothing. */
export const pickWords = {
  a: ['a', 'pick a', 'left'],
  b: ['b', 'pick b', 'right'],
  tie: ['tie', 'equal', 'both', 'neither', 't'],
  bad: ['bad', 'both bad'],
  skip: ['skip', 'cancel', 'abort', 'never mind'],
} as const satisfies Readonly<Record<Pick, readonly string[]>>;

/** What is asked of two answers; said of them while they are still being written, it is an answer as well. */
export const pickGate = {
  key: 'pick',
  question: 'Which answer is better?',
  choices: picks,
  words: pickWords,
} as const;

export function readPick(message: string): Pick | undefined {
  return saidChoice({ choices: picks, words: pickWords }, message) as Pick | undefined;
}

interface Choices {
  readonly choices: readonly string[];
  /** Other words for them, by choice; what is said means a choice only as a whole. */
  readonly words?: Readonly<Record<string, readonly string[]>> | undefined;
}

/** Which of a question's choices somebody means. Case and the space around it do not matter; undefined: it means none of them. */
export function saidChoice({ choices, words = {} }: Choices, said: string): string | undefined {
  const message = said.trim().toLowerCase();
  return choices.find(
    (choice) =>
      choice.toLowerCase() === message ||
      (Object.hasOwn(words, choice) && words[choice]?.some((word) => word === message) === true),
  );
}

/** Who a verdict is by that no agent gave. */
export const personJudge = 'person';

/** Where preferences stand that were brought from elsewhere: no contest, and no contest can be called so. */
export const importedPreferences = 'imported-preferences';

/** Without what was forgotten: it stands in the ledger, and nothing reads it. What was imported again after it was forgotten is known again. */
export function withoutForgotten<T extends { readonly event: JoustEvent }>(
  record: readonly T[],
): readonly T[] {
  const forgottenAt = new Map<string, number>();
  for (const [at, { event }] of record.entries())
    if (event.type === 'preference.forgotten') forgottenAt.set(event.id, at);
  if (forgottenAt.size === 0) return record;
  const isContest = record[0]?.event.type === 'contest.opened';
  return record.filter(({ event }, at) => {
    if (event.type === 'preference.imported') return at > (forgottenAt.get(event.preference.id) ?? -1);
    return !(isContest && event.type === 'verdict.given' && event.judge === personJudge);
  });
}
