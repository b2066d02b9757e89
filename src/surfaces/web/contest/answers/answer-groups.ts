// Which answers stand together: those of a round, and those that say the same.
import type { AttemptJson } from '../../../../views/wire/attempt-json.ts';

export interface AnswerRound {
  /** Undefined: there are no rounds. */
  readonly title: string | undefined;
  readonly attempts: readonly AttemptJson[];
}

/** Those who compete, or with those who serve. What runs is in the round it is of, as its place in the order tells. */
export function roundsOf(attempts: readonly AttemptJson[], withRoles: boolean): readonly AnswerRound[] {
  const own = attempts.filter(({ role }) => role === undefined);
  const rounds = [...Map.groupBy(own, roundOf(own))].toSorted(([one], [other]) => one - other);
  const roles = Map.groupBy(
    attempts.filter(({ role }) => role !== undefined),
    ({ role = '' }) => role,
  );
  return [
    ...rounds.map(([round, inside]) => ({
      title: rounds.length > 1 ? `Round ${round}` : undefined,
      attempts: inside,
    })),
    ...(withRoles ? [...roles].map(([role, inside]) => ({ title: titleOf(role), attempts: inside })) : []),
  ];
}

/** Recorded with its end; until then the how-manieth attempt of its contestant it is. */
function roundOf(attempts: readonly AttemptJson[]): (attempt: AttemptJson) => number {
  const hasRounds = attempts.some(({ round }) => round !== undefined);
  const nth = new Map<string, number>();
  const counted = new Map(
    attempts.map(({ key, contestant }) => {
      const count = (nth.get(contestant) ?? 0) + 1;
      nth.set(contestant, count);
      return [key, count];
    }),
  );
  return ({ key, round }) => (hasRounds ? (round ?? counted.get(key) ?? 1) : (counted.get(key) ?? 1));
}

function titleOf(role: string): string {
  return `${role.slice(0, 1).toUpperCase()}${role.slice(1)}`;
}

export interface SameAnswer<T> {
  readonly text: string;
  readonly by: readonly T[];
}

/** In the order of the first of each. Space at the ends of lines and of the text makes no difference. */
export function sameAnswers<T extends { readonly text: string }>(
  answers: readonly T[],
): readonly SameAnswer<T>[] {
  return [...Map.groupBy(answers, ({ text }) => text.replaceAll(/[^\S\n]+$/gm, '').trim())].map(
    ([text, by]) => ({ text, by }),
  );
}
