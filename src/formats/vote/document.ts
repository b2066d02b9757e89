// How a vote is told: the answer that won, how many gave which, and who is not counted.
import { type Document, gist, note, text } from '../../views/document.ts';
import { percent } from '../../views/units.ts';
import type { VoteResult } from './result.ts';

export function document(result: VoteResult): Document {
  const { answer, groups, grouping } = result;
  const counted = countText(result);
  const uncounted = result.uncounted.filter(({ why }) => why !== 'not-needed');
  return [
    gist(answer ?? counted),
    {
      type: 'table',
      title: answer === undefined ? undefined : counted,
      columns: [
        { title: '', align: 'right' },
        { title: '', align: 'left' },
      ],
      rows: groups.map((group) => [
        String(group.voters.length),
        `${group.answer}  (${group.voters.join(', ')})`,
      ]),
    },
    text(
      uncounted.length === 0
        ? undefined
        : `Not counted: ${uncounted.map((one) => `${one.contestant} (${reasons(one.why)})`).join(', ')}.`,
    ),
    note(grouping === undefined ? undefined : `The judge ${grouping.judge} ${grouped[grouping.state]}.`),
  ];
}

const grouped = {
  grouped: 'put together what means the same',
  unread: 'could not be read: answers in other words count as different',
  parked: 'waits for its quota: answers in other words count as different for now',
} as const;

function countText(result: VoteResult): string {
  const { outcome, groups, counted, agreement, majority, quorum, contestants } = result;
  if (outcome === 'no-votes') return 'No vote: none of the answers could be read.';
  const votes = groups[0]?.voters.length ?? 0;
  const stopped = result.uncounted.filter(({ why }) => why === 'not-needed');
  const names = stopped.map(({ contestant }) => contestant).join(', ');
  const early = stopped.length === 0 ? '' : ` Stopped early, since the outcome could not change: ${names}.`;
  const voters = counted + stopped.length;
  const share = `${votes} of ${voters} agree (${percent(agreement ?? 0)})`;
  if (outcome === 'no-quorum')
    return `No clear winner: ${share}, and it takes ${quorum} of ${contestants}.${early}`;
  if (outcome === 'tied') {
    const tied = groups.filter(({ voters }) => voters.length === votes).length;
    return `A tie: ${tied} answers have ${votes} of ${voters} votes each.${early}`;
  }
  return `${share}${majority ? '' : ', which is not a majority'}.${early}`;
}

const words: Readonly<Record<string, string>> = {
  unread: 'no vote could be read',
  parked: 'not there yet',
};

function reasons(why: VoteResult['uncounted'][number]['why']): string {
  return words[why] ?? why;
}
