// Open answers, put together by a judge who sees them without names: one look, one repair, and else each stays as it is.
import type { Contest } from '../../contest/handle/contest.ts';
import type { AttemptResult } from '../../contest/handle/step.ts';
import type { Contestant } from '../../domain/contestant.ts';
import { type Blinded, blind } from '../../judging/blind/blind.ts';
import { entryOf, judgingContext } from '../judges.ts';
import { groupPrompt, groupsAgain } from './prompts.ts';
import { readGroups } from './read-groups.ts';
import type { VoteResult } from './result.ts';
import type { CastBallot } from './tally.ts';

export interface Grouping {
  readonly results: readonly AttemptResult[];
  readonly state: NonNullable<VoteResult['grouping']>['state'];
  /** By plain answer: the plain answer it counts as. */
  readonly same: ReadonlyMap<string, string>;
}

/** `different`: one ballot for each plain answer. */
export async function groupAnswers(
  contest: Contest,
  judge: Contestant,
  different: readonly CastBallot[],
): Promise<Grouping> {
  const { roster } = contest.opened;
  const entries = different.flatMap(({ contestant: name, answer }) =>
    roster
      .filter((one) => one.name === name)
      .map((contestant) => entryOf({ contestant, key: `answer/${name}` }, answer)),
  );
  // A draw is made once for its key: more answers after a resume need one of their own.
  const key = `group/${entries.length}`;
  const blinded = await blind(contest, { key, entries, context: judgingContext(contest) });
  const prompt = groupPrompt(contest.task.prompt, blinded);
  const results: AttemptResult[] = [];
  for (const [step, words] of [
    ['group', prompt],
    ['group/repair', groupsAgain(prompt)],
  ] as const) {
    const result = await contest.attempt({
      ...{ key: step, contestant: judge, prompt: words, tier: 'read', cwd: contest.task.cwd },
      ...{ role: 'judge', bare: true },
    });
    results.push(result);
    if (result.state === 'parked') return { results, state: 'parked', same: new Map() };
    if (result.end.outcome !== 'ok') break;
    const groups = readGroups(await result.text(), blinded);
    if (groups !== undefined) return { results, state: 'grouped', same: sameBy(groups, blinded, different) };
  }
  return { results, state: 'unread', same: new Map() };
}

function sameBy(
  groups: readonly (readonly string[])[],
  { shown }: Blinded,
  different: readonly CastBallot[],
): ReadonlyMap<string, string> {
  const plainOf = (label: string) => {
    const name = shown.find((one) => one.label === label)?.entry.contestant;
    return different.find(({ contestant }) => contestant === name)?.plain ?? [];
  };
  return new Map(
    groups.flatMap((group) => {
      const members = group.flatMap(plainOf).toSorted();
      return members.map((plain) => [plain, members[0] ?? plain] as const);
    }),
  );
}
