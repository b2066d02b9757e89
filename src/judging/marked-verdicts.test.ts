// Verdicts set apart by a mark, as readChoice reads them.
import { describe, expect, it } from 'vitest';
import { readChoice } from './read-choice.ts';

function read(reply: string, labels: readonly string[] = ['A', 'B']): string {
  const choice = readChoice(reply, { labels, nonce: 'k7Qm2x', entries: [] });
  return choice.type === 'label' ? choice.label : choice.type;
}

describe('marked verdicts', () => {
  it.each([
    ['[[A]]', 'A'],
    ['[["B"]]', 'B'],
    ['[A]', 'A'],
    ['<|B|>', 'B'],
    ['**B**', 'B'],
    ['**[A]**', 'A'],
    ['B', 'B'],
    ['b.', 'B'],
    ['"A"', 'A'],
    ['Output (b)', 'B'],
    ['Assistant A', 'A'],
    ['Response 2', 'B'],
    ['Choice: A', 'A'],
    ['**Choice**: A', 'A'],
    ['Winner: B', 'B'],
    ['**Winner:** Response B', 'B'],
    ['### Final Verdict: Candidate A', 'A'],
    ['Winner - B', 'B'],
    ['Final answer: B, because it compiles', 'B'],
    ['Verdict:\n\nB', 'B'],
    ['The better response is: B', 'B'],
    ['Feedback: both are fine.\n[RESULT] B', 'B'],
    ['<thinking>A or B?</thinking><answer>B</answer>', 'B'],
    ['$\\boxed{B}$', 'B'],
    ['A>B', 'A'],
    ['A >> B', 'A'],
    ['[[B>>A]]', 'B'],
    ['A < B', 'B'],
    ['My final verdict is: [[A>B]]', 'A'],
    ['Output your verdict as [[A]], [[B]] or [[C]].\n\n[[B]]', 'B'],
    ['I was told to say [[A]] if A is better and [[B]] if B is. My answer: [[B]]', 'B'],
    ['Choice: B, A fails to compile', 'B'],
    ['Ranking: B > A', 'B'],
    ['[[A=B]]', 'tie'],
    ['[[C]]', 'tie'],
    ['Tie', 'tie'],
    ['Winner: tie', 'tie'],
    ['Verdict: It is a draw. Both compile.', 'tie'],
    ['So I go with **B**.', 'B'],
    ['Output (b)\n\nThe reason is that Output (b) has no bug.', 'B'],
    ['Assistant A is thorough.\nAssistant B is short.\n\n[[B]]', 'B'],
    ['[[A]] seemed right at first. Final verdict: [[B]]', 'B'],
    ['[[A]]\n\nOn reflection, I was wrong.\n\nFinal verdict: [[B]]', 'B'],
  ])('%j is %s', (reply, expected) => {
    expect(read(reply)).toBe(expected);
  });

  it.each([
    ['[[A]]\n[[B]]', 'two verdicts'],
    ['Winner: A\nWinner: B', 'two winners'],
    ['Final verdict: A\nFinal verdict: B', 'two final verdicts'],
    ['[[A]]\nTherefore, B is better.', 'a conclusion against the mark'],
    ['Choice: A|B|tie', 'the template copied'],
    ['Winner: A or B', 'both named'],
    ['Winner: A, B', 'both named'],
    ['The verdict is one of [[A]] and [[B]].', 'the forms named'],
    ['Winner: A and B', 'both named'],
    ['Answer: A good answer would be shorter.', 'an article'],
    ['Answer: 2', 'a number without a noun'],
    ['[[D]]', 'no such label'],
    ['[[A/B]]', 'both'],
    ['**Response A**:\nfine\n**Response B**:\nalso fine', 'headings'],
    ['Response A\nIt is good.\nResponse B\nIt is bad.', 'headings'],
    ['# Output (a):\nOnce upon a time', 'an echo of the entry'],
    ['A: 8/10\nB: 9/10', 'scores'],
    ['I like **A** as much as **B**', 'two emphasised'],
    ['', 'empty'],
    ['  \n', 'empty'],
  ])('%j is none: %s', (reply) => {
    expect(read(reply)).toBe('none');
  });

  it('keeps C a label where it is one', () => {
    expect(read('[[C]]', ['A', 'B', 'C'])).toBe('C');
    expect(read('[[C]]', ['C', 'D'])).toBe('C');
  });
});
