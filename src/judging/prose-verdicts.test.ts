// Verdicts in plain sentences, as readChoice reads them, and sentences that only sound like one.
import { describe, expect, it } from 'vitest';
import { readChoice } from './read-choice.ts';

function read(reply: string, labels: readonly string[] = ['A', 'B']): string {
  const choice = readChoice(reply, { labels, nonce: 'k7Qm2x', entries: [] });
  return choice.type === 'label' ? choice.label : choice.type;
}

describe('prose verdicts', () => {
  it.each([
    ['Candidate B is better.', 'B'],
    ['Response 2 is better', 'B'],
    ['The second answer is better.', 'B'],
    ['B is the clear winner.', 'B'],
    ['A wins.', 'A'],
    ['A is preferred over B.', 'A'],
    ["The better solution is Candidate A's.", 'A'],
    ['The final decision is Response 1.', 'A'],
    ['This is not a tie; A wins.', 'A'],
    ['Rather than A, I choose B.', 'B'],
    ["Overall, Assistant A's response is better.", 'A'],
    ['The response from Assistant 2 is better than the one from Assistant 1.', 'B'],
    ['I give the edge to B.', 'B'],
    ['The edge goes to Response A.', 'A'],
    ['I lean slightly towards B.', 'B'],
    ['Verdict: **Model B** provides the better answer.', 'B'],
    ['Both responses are comparable, but Response A is better.', 'A'],
    ['I believe Response B is slightly better.', 'B'],
    ['A strong answer from B wins.', 'B'],
    ['Candidate A fails to compile. Candidate B wins.', 'B'],
    ['I would choose B because it handles errors.', 'B'],
    ['The winner is B.', 'B'],
    ['My choice is **A**, narrowly.', 'A'],
    ['A is better at first glance. However, on closer inspection B is better overall.', 'B'],
    ['While A is better at naming, B is better overall.', 'B'],
    ['Output (a) is better written. Therefore, Output (b) is better.', 'B'],
    ['There is no doubt that B is better.', 'B'],
    ['I prefer Output (a) over Output (b).', 'A'],
    ['Both answers are equally good.', 'tie'],
    ['Overall it is a tie.', 'tie'],
    ['Neither A nor B is better.', 'tie'],
    ['Assistant A argues that Output (a) is better. I find that Output (b) is better.', 'B'],
  ])('%j is %s', (reply, expected) => {
    expect(read(reply)).toBe(expected);
  });

  it.each([
    'A is not better than B',
    "I don't think A is better.",
    'I cannot say that A is better.',
    'B is worse',
    'A loses to B.',
    'Entry B is not as good as entry A.',
    'I do not prefer A.',
    'Not A.',
    'B is worse than A.',
    'If you want speed, A is better.',
    'A is better if you want speed.',
    'A would be better with tests.',
    'Whether A is better depends on taste.',
    'Is A better? Is B better?',
    'Some would say A is better.',
    'Entry A claims that A is better.',
    'A is better at naming.',
    'B is better formatted.',
    'In terms of clarity, A is better.',
    'A is better. B is better.',
    'A better answer would cite sources.',
    'A candidate should be better than this.',
    'Neither meets the instruction.',
    'I cannot choose between these.',
    "I'm sorry, I can't help with that.",
    'A and B both have problems, and there is a bug in each.',
  ])('%j is none', (reply) => {
    expect(read(reply)).toBe('none');
  });
});
