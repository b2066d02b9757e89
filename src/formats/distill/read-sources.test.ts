import { describe, expect, it } from 'vitest';
import { readSources } from './read-sources.ts';

const question = { nonce: 'n0nce12345ab', shown: [{ label: 'A' }, { label: 'B' }, { label: 'C' }] };
const json = (more: object) => JSON.stringify({ nonce: question.nonce, ...more });
const sources = {
  parts: [{ part: 'use an index', labels: ['A', 'C'] }],
  dropped: [{ claim: 'shard it', labels: ['B'], why: 'too early' }],
};
const read = {
  parts: [{ text: 'use an index', labels: ['A', 'C'] }],
  dropped: [{ text: 'shard it', labels: ['B'], why: 'too early' }],
};

describe('the sources of a merge', () => {
  it.each([
    ['as it was asked for', `The answer.\n\nSOURCES ${question.nonce}\n${json(sources)}`],
    [
      'in a code fence, under a heading',
      `The answer.\n\n## SOURCES ${question.nonce}\n\`\`\`json\n${json(sources)}\n\`\`\``,
    ],
    ['without the line', `The answer.\n\n${json(sources)}`],
    ['with the bare word', `The answer.\n\nSOURCES\n\`\`\`json\n${json(sources)}\n\`\`\``],
  ])('%s', (_, reply) => {
    expect(readSources(reply, question)).toEqual({ answer: 'The answer.', sources: read });
  });

  it('are read in other words', () => {
    const other = json({
      sources: [{ text: 'use an index', from: 'Entry A and C' }],
      minority_report: [{ claim: 'shard it', labels: 'B', reason: 'too early' }],
    });
    expect(readSources(`The answer.\nSOURCES ${question.nonce}\n${other}`, question).sources).toEqual(read);
  });

  it('name only labels there are, and keep a claim without any', () => {
    const odd = json({ parts: ['my own', { part: 'x', labels: ['A', 'Z', 7, 'A'] }, { labels: ['A'] }, 3] });
    expect(readSources(`The answer.\n${odd}`, question).sources?.parts).toEqual([
      { text: 'my own', labels: [] },
      { text: 'x', labels: ['A'] },
    ]);
  });

  it.each([
    ['none', 'The answer.', 'The answer.'],
    ['broken JSON', `The answer.\nSOURCES ${question.nonce}\n{"parts": [`, 'The answer.'],
    [
      'JSON with another nonce, which belongs to the answer',
      'Send {"nonce": "x", "parts": []}',
      'Send {"nonce": "x", "parts": []}',
    ],
    [
      'a heading of the answer itself',
      'The answer.\n\nSOURCES\n- a book',
      'The answer.\n\nSOURCES\n- a book',
    ],
  ])('that cannot be read leave the answer: %s', (_, reply, answer) => {
    expect(readSources(reply, question)).toEqual({ answer });
  });

  it('are not all there is: a reply of sources alone stays whole', () => {
    expect(readSources(json(sources), question).answer).toBe(json(sources));
  });
});
