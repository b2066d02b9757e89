// vote: everybody answers, the answers are counted, and the rest is ended once the outcome cannot change.
import type { Contest } from '../../contest/handle/contest.ts';
import { type AttemptResult, isOk } from '../../contest/handle/step.ts';
import { defineFormat } from '../format.ts';
import { type BallotReader, ballotReader } from './ballot.ts';
import {
  type CastBallot,
  type Grouping,
  groupAnswers,
  groupsOf,
  isDecided,
  outcomeOf,
} from './count-votes.ts';
import { options, request, setUp, type VoteOptions } from './options.ts';
import { votePrompt } from './prompts.ts';
import { type VoteResult, voteResult } from './result.ts';

export const vote = defineFormat({
  name: 'vote',
  version: 1,
  about: {
    summary: 'put one question to several agents and count their answers',
    details:
      'The vote is the last line of an answer unless an option below takes it elsewhere; case, blanks, Markdown and trailing punctuation do not count. Whoever is not needed any more is ended. A tie is a tie (exit code 3). The answers themselves: joust show.',
    group: 'decide',
    takes: 'prompt',
    ends: { ok: 'agreed', none: 'no votes' },
    page: { result: 'Tally', tabs: ['answers', 'verdicts'] },
    examples: [
      'joust vote --choices yes,no "is this change backwards compatible?" -f change.diff',
      `joust vote -c 'claude*3' -c 'codex*2' --quorum 2/3 "what does this regex match at most?"`,
    ],
  },
  request,
  options,
  result: voteResult,
  setUp,
  fewest: 2,
  shows: false,
  tellsSoFar: true,
  expects({ roster, staff, options: { judge }, task }) {
    const judging = [...roster, ...staff].filter(({ name }) => name === judge);
    return [...roster, ...judging].map((contestant) => ({ contestant, tier: task.tier }));
  },
  async play(contest) {
    const poll = new Map<string, CastBallot | 'none'>();
    const answers = await takeVotes(contest, poll);
    const ballots = contest.opened.roster.flatMap(({ name }) => cast(poll.get(name)));
    const grouping = await grouped(contest, ballots);
    const result = resultOf(contest, { answers, ballots, grouping });
    return {
      results: [...answers, ...(grouping?.results ?? [])],
      outcome: closings[result.outcome],
      result,
    };
  },
});

const closings = {
  won: 'ok',
  tied: 'no-clear-winner',
  'no-quorum': 'no-clear-winner',
  'no-votes': 'nothing-usable',
} as const;

/** The attempts that an early stop ends are told by this reason. */
const settled = 'the outcome of the vote cannot change any more';

/** Results come one at a time, in the order of the record: so does the decision to stop. */
async function takeVotes(
  contest: Contest,
  poll: Map<string, CastBallot | 'none'>,
): Promise<readonly AttemptResult[]> {
  const { opened, task } = contest;
  const { rule, quorum, judge } = optionsOf(contest);
  const read = await ballotReader(rule);
  const prompt = votePrompt(task.prompt, rule);
  let stopped = false;
  const stopIfDecided = async () => {
    const outstanding = opened.roster.filter(({ name }) => !poll.has(name));
    const groups = groupsOf([...poll.values()].flatMap(cast), new Map());
    const race = { groups, left: outstanding.length, quorum: quorum ?? undefined, open: judge !== null };
    if (stopped || outstanding.length === 0 || !isDecided(race)) return;
    stopped = true;
    const attempts = outstanding.map(({ name }) => keyOf(name));
    await contest.stop({ key: 'stop', attempts, reason: settled });
  };
  return await Promise.all(
    opened.roster.map(async (contestant) => {
      const { name } = contestant;
      const result = await contest.attempt({ ...task, prompt, key: keyOf(name), contestant });
      // Whoever is parked may still vote.
      if (result.state === 'parked') return result;
      poll.set(name, (await ballotIn(result, read)) ?? 'none');
      await stopIfDecided();
      return result;
    }),
  );
}

function optionsOf({ opened }: Contest): VoteOptions {
  return options.parse(opened.options);
}

function keyOf(name: string): string {
  return `answer/${name}`;
}

async function ballotIn(result: AttemptResult, read: BallotReader): Promise<CastBallot | undefined> {
  const ballot = isOk(result) ? read(await result.text()) : undefined;
  return ballot === undefined ? undefined : { ...ballot, contestant: result.contestant.name };
}

function cast(ballot: CastBallot | 'none' | undefined): readonly CastBallot[] {
  return ballot === undefined || ballot === 'none' ? [] : [ballot];
}

/** Where all say the same there is nothing to group. */
async function grouped(contest: Contest, ballots: readonly CastBallot[]): Promise<Grouping | undefined> {
  const { roster, staff = [] } = contest.opened;
  const { judge: name } = optionsOf(contest);
  const judge = [...roster, ...staff].find((one) => one.name === name);
  const different = ballots.filter(({ plain }, at) => ballots.findIndex((one) => one.plain === plain) === at);
  if (judge === undefined || different.length < 2) return undefined;
  return await groupAnswers(contest, judge, different);
}

interface Counted {
  readonly answers: readonly AttemptResult[];
  readonly ballots: readonly CastBallot[];
  readonly grouping: Grouping | undefined;
}

function resultOf(contest: Contest, { answers, ballots, grouping }: Counted): VoteResult {
  const { quorum, judge } = optionsOf(contest);
  const groups = groupsOf(ballots, grouping?.same ?? new Map());
  const outcome = outcomeOf(groups, quorum ?? undefined);
  const [first] = groups;
  const votes = first?.voters.length ?? 0;
  const stopped = answers.filter((one) => whyNot(one) === 'not-needed').length;
  // A contestant that was stopped might have voted otherwise.
  const voters = ballots.length + stopped;
  const uncounted = answers.flatMap((one) =>
    ballots.some(({ contestant }) => contestant === one.contestant.name)
      ? []
      : [{ contestant: one.contestant.name, why: whyNot(one) }],
  );
  return {
    type: 'vote',
    outcome,
    answer: outcome === 'won' && first !== undefined ? first.answer : undefined,
    groups: groups.map(({ answer, voters }) => ({ answer, voters: [...voters] })),
    counted: ballots.length,
    agreement: ballots.length > 0 ? votes / voters : undefined,
    majority: votes > voters / 2,
    quorum: quorum ?? undefined,
    contestants: contest.opened.roster.length,
    uncounted,
    stoppedEarly: stopped > 0,
    grouping: grouping !== undefined && judge !== null ? { judge, state: grouping.state } : undefined,
  };
}

function whyNot(result: AttemptResult): VoteResult['uncounted'][number]['why'] {
  if (result.state === 'parked') return 'parked';
  const { outcome, reason } = result.end;
  if (outcome === 'ok') return 'unread';
  return outcome === 'cancelled' && reason === settled ? 'not-needed' : outcome;
}
