// Counts votes: open answers put into groups, whether one of them won, and whether that can still change.
import type { Contest } from '../../contest/handle/contest.ts';
import type { AttemptResult } from '../../contest/handle/step.ts';
import type { Contestant } from '../../domain/contestant.ts';
import { type Blinded, blind } from '../../judging/blind/blind.ts';
import { fieldOf, jsonInText } from '../../judging/text/json-in-text.ts';
import { labelNamed, spokenPart } from '../../judging/verdict/read-verdict.ts';
import { entryOf, judgingContext } from '../judges.ts';
import type { Ballot } from './ballot.ts';
import { groupPrompt, groupsAgain } from './prompts.ts';
import type { VoteResult } from './result.ts';

export interface CastBallot extends Ballot {
  readonly contestant: string;
}

interface Group {
  readonly answer: string;
  readonly voters: string[];
}

/** `same` names, for a plain answer, the plain answer it counts as. Most votes first, then who voted first. */
export function groupsOf(
  ballots: readonly CastBallot[],
  same: ReadonlyMap<string, string>,
): readonly Group[] {
  const groups = Map.groupBy(ballots, ({ plain }) => same.get(plain) ?? plain);
  return [...groups.values()]
    .map((members) => ({
      answer: members[0]?.answer ?? '',
      voters: members.map(({ contestant }) => contestant),
    }))
    .toSorted((a, b) => b.voters.length - a.voters.length);
}

export function outcomeOf(groups: readonly Group[], quorum: number | undefined): VoteResult['outcome'] {
  const [first = 0, second = 0] = groups.map(({ voters }) => voters.length);
  if (first === 0) return 'no-votes';
  if (first < (quorum ?? 1)) return 'no-quorum';
  return first === second ? 'tied' : 'won';
}

interface Race {
  readonly groups: readonly Group[];
  /** Votes that may still come. */
  readonly left: number;
  readonly quorum: number | undefined;
  /** Groups may still be put together: a judge has not spoken yet. */
  readonly open: boolean;
}

/** Whatever the others say: the first stays the first and has its quorum, or nobody can reach the quorum. */
export function isDecided({ groups, left, quorum = 1, open }: Race): boolean {
  const counts = groups.map(({ voters }) => voters.length);
  const [first = 0, second = 0] = counts;
  const cast = counts.reduce((sum, one) => sum + one, 0);
  const rival = (open ? cast - first : second) + left;
  const won = first > rival && first >= quorum;
  // Without a single vote it is still open whether there are any at all.
  const lost = cast > 0 && (open ? cast : first) + left < quorum;
  return won || lost;
}

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
      key: step,
      contestant: judge,
      prompt: words,
      tier: 'read',
      cwd: contest.task.cwd,
      role: 'judge',
      bare: true,
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

/**
 * Reads which labels a judge put together: JSON with the nonce of this look, and where there are two, they must
 * say the same. Whoever is not named stays alone; a label in two groups makes it unreadable.
 */
export function readGroups(
  reply: string,
  { shown, nonce }: Pick<Blinded, 'nonce'> & { readonly shown: readonly { readonly label: string }[] },
): readonly (readonly string[])[] | undefined {
  const labels = shown.map(({ label }) => label);
  const found = jsonInText(spokenPart(reply)).filter(({ value }) => fieldOf(value, 'nonce') === nonce);
  const [groups, ...others] = found.map(({ value }) => groupsIn(fieldOf(value, 'groups'), labels));
  const same = others.every((other) => JSON.stringify(other) === JSON.stringify(groups));
  return same ? groups : undefined;
}

function groupsIn(said: unknown, labels: readonly string[]): readonly (readonly string[])[] | undefined {
  if (!Array.isArray(said)) return undefined;
  const groups = said.map((group: unknown) =>
    membersOf(group).flatMap((member) => labelNamed(member, labels) ?? []),
  );
  const all = groups.flat();
  return all.length > 0 && new Set(all).size === all.length
    ? groups.filter((one) => one.length > 0)
    : undefined;
}

/** `["A", "C"]`, "A, C" or `{"labels": [...]}`. */
function membersOf(group: unknown): readonly string[] {
  const list = fieldOf(group, 'labels') ?? fieldOf(group, 'entries') ?? group;
  if (typeof list === 'string') return list.split(/[,;&+]|\band\b/u);
  return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : [];
}
