import { describe, expect, it } from 'vitest';
import { ballotReader } from './ballot.ts';

const plain = async (rule: Parameters<typeof ballotReader>[0], text: string) =>
  (await ballotReader(rule))(text)?.plain;

describe('the last line', () => {
  const rule = { type: 'last-line' } as const;
  it.each([
    ['Some reasons.\n\n42', '42'],
    ['Some reasons.\n\n**Final answer:** 42.\n', '42'],
    ['The answer is Paris', 'paris'],
    ['Answer: `Paris`', 'paris'],
    ['So, my answer is: Paris!', 'paris'],
    ['$\\boxed{42}$', '42'],
    ['```\nx = 1\n```', 'x = 1'],
    ['reasons\n- **Paris**\n\n---\n', 'paris'],
    ['<think>\nLondon\n</think>\nParis', 'paris'],
    ['reasons\n👍', '👍'],
  ])('of %j is %j', async (text, answer) => {
    expect(await plain(rule, text)).toBe(answer);
  });

  it.each(['', '\n \n', '...', '<think>\nnever ended'])('of %j is none', async (text) => {
    expect(await plain(rule, text)).toBeUndefined();
  });

  it('is shown in its own words', async () => {
    expect((await ballotReader(rule))('x\n**Final answer:** The *Thames*.')?.answer).toBe('The *Thames*.');
  });
});

describe('a choice', () => {
  const rule = { type: 'choices', choices: ['Yes', 'No', 'not yet'] } as const;
  it.each([
    ['because\nyes', 'yes'],
    ['because\n**No.**', 'no'],
    ['Answer: not yet', 'not yet'],
    ['(no)', 'no'],
    ['Answer: No. It breaks the API.', 'no'],
    ['My vote: yes\n\nLet me know if you need more.', 'yes'],
    ['Answer: yes\nOn reflection:\nAnswer: no\nThanks.', 'no'],
  ])('in %j is %j', async (text, choice) => {
    expect(await plain(rule, text)).toBe(choice);
  });

  it.each([
    ['a sentence that mentions one', 'I would not say yes'],
    ['another answer', 'Answer: maybe'],
    ['a beginning that is none', 'Answer: yes and no'],
    ['a list of them', 'yes\nno\nnot yet, or so'],
  ])('is not guessed from %s', async (_, text) => {
    expect(await plain(rule, text)).toBeUndefined();
  });

  it('is not an article', async () => {
    const letters = { type: 'choices', choices: ['a', 'b'] } as const;
    expect(await plain(letters, 'Answer: a good question')).toBeUndefined();
    expect(await plain(letters, 'Answer: a) Paris')).toBe('a');
    expect((await ballotReader(rule))('YES')?.answer).toBe('Yes');
  });
});

describe('a pattern', () => {
  it('is read from its last match: the first group, or all of it', async () => {
    expect(await plain({ type: 'pattern', pattern: 'VOTE: (\\w+)' }, 'VOTE: x\nVOTE: Y\n')).toBe('y');
    expect(await plain({ type: 'pattern', pattern: '\\d+' }, '1 then 22')).toBe('22');
    expect(await plain({ type: 'pattern', pattern: 'VOTE:( x)?' }, 'VOTE:')).toBeUndefined();
    expect(await plain({ type: 'pattern', pattern: '^nothing$' }, 'else')).toBeUndefined();
  });

  it('sees the last 1,000 characters', async () => {
    const rule = { type: 'pattern', pattern: 'VOTE: (\\w+)' } as const;
    expect(await plain(rule, `VOTE: x${' '.repeat(1_000)}`)).toBeUndefined();
    expect(await plain(rule, `VOTE: y${' '.repeat(990)}`)).toBe('y');
  });

  it('that is slow is over soon, since it sees no more', async () => {
    expect(await plain({ type: 'pattern', pattern: '.*.*=(x)' }, 'a'.repeat(1_000_000))).toBeUndefined();
  });
});

describe('a schema', () => {
  const schema = { type: 'object', properties: { answer: { enum: ['Yes', 'No', 3] } }, required: ['answer'] };
  it.each([
    ['```json\n{"answer": "Yes", "why": "x"}\n```', 'yes'],
    ['{"answer": "No"} and then {"other": 1}', 'no'],
    ['{"answer": 3}', '3'],
  ])('fits the last JSON that it fits in %j', async (text, answer) => {
    expect(await plain({ type: 'schema', schema }, text)).toBe(answer);
  });

  it.each(['{"answer": "Maybe"}', 'Yes', '{"answer": '])('is not fitted by %j', async (text) => {
    expect(await plain({ type: 'schema', schema }, text)).toBeUndefined();
  });

  it('without an answer compares the whole value, whatever the order of its keys', async () => {
    const whole = { type: 'schema', schema: { type: 'object', required: ['a'] } } as const;
    expect(await plain(whole, '{"b": [1, {"d": 1, "c": 2}], "a": 1}')).toBe(
      await plain(whole, '{"a": 1, "b": [1, {"c": 2, "d": 1}]}'),
    );
    expect(await plain(whole, '{"a": 2}')).not.toBe(await plain(whole, '{"a": 1}'));
  });
});
