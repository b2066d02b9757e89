// A vote as people read it: the answer that won, how many gave which, and who is not counted.

import { visibleLine } from '../../views/visible.ts';
import type { VoteResult } from './result.ts';

export function voteText(result: VoteResult): string {
  const { groups, uncounted } = result;
  const width = String(groups[0]?.voters.length ?? 0).length;
  const lines = [
    headline(result),
    ...groups.map(({ answer, voters }) => {
      const votes = String(voters.length).padStart(width);
      return `${votes}  ${visibleLine(answer)}  (${visibleLine(voters.join(', '))})`;
    }),
    ...(uncounted.length === 0
      ? []
      : [
          visibleLine(
            `Not counted: ${uncounted.map((one) => `${one.contestant} (${reasons(one.why)})`).join(', ')}.`,
          ),
        ]),
  ];
  const won = result.answer === undefined ? '' : `${visibleLine(result.answer)}\n\n`;
  return `${won}${lines.join('\n')}\n`;
}

/** For standard error: how it was counted. */
export function voteNotes({ grouping, stoppedEarly }: VoteResult): readonly string[] {
  const grouped = {
    grouped: 'put together what means the same',
    unread: 'could not be read: answers in other words count as different',
    parked: 'waits for its quota: answers in other words count as different for now',
  };
  return [
    ...(stoppedEarly ? ['Stopped early: the outcome could not change any more.'] : []),
    ...(grouping === undefined
      ? []
      : [visibleLine(`The judge ${grouping.judge} ${grouped[grouping.state]}.`)]),
  ];
}

function headline({
  outcome,
  groups,
  counted,
  agreement,
  majority,
  quorum,
  contestants,
}: VoteResult): string {
  if (outcome === 'no-votes') return 'No vote: none of the answers could be read.';
  const votes = groups[0]?.voters.length ?? 0;
  const share = `${votes} of ${counted} agree (${Math.round((agreement ?? 0) * 100)} %)`;
  if (outcome === 'no-quorum') return `No clear winner: ${share}, and it takes ${quorum} of ${contestants}.`;
  if (outcome === 'tied') {
    const tied = groups.filter(({ voters }) => voters.length === votes).length;
    return `A tie: ${tied} answers have ${votes} of ${counted} votes each.`;
  }
  return `${share}${majority ? '' : ', which is no majority'}.`;
}

function reasons(why: VoteResult['uncounted'][number]['why']): string {
  if (why === 'unread') return 'no vote could be read';
  return why === 'not-needed' ? 'not needed any more' : why;
}
