// What lies in a judge's folder: real copies under labels, and nothing that names the author.
import { expect, it } from 'vitest';
import { folderCopy } from './folder-copy.ts';

const names = { agents: ['claude', 'codex'], families: ['anthropic'], models: ['opus-9'] };
const context = { task: 'Write a plan.', names };
const binary = { sha256: 'b'.repeat(64), bytes: 9 };
const entry = {
  contestant: 'ann',
  family: 'anthropic',
  key: 'work/ann',
  text: 'card',
  files: [
    { path: 'PLAN.md', content: binary, text: 'I am Claude, made by Anthropic. Ship it.\n' },
    { path: 'claude-notes.md', content: binary, text: 'Written by: Codex\n' },
    { path: 'codex-notes.md', content: binary, text: 'more' },
    { path: 'logo.png', content: binary },
  ],
};
const blinded = {
  nonce: 'n',
  text: '',
  scrubbed: [],
  leaks: [],
  addressed: [],
  shown: [
    { label: 'A', entry, text: 'card' },
    { label: 'B', entry: { ...entry, contestant: 'bob', files: undefined }, text: 'just words' },
  ],
};

it('holds the judge brief, what came with the task, and each entry under its label, without names', () => {
  const raw = { path: 'raw/facts.md', mode: '100644', content: { text: 'Claude is a name here.' } } as const;
  const { given, scrubbed } = folderCopy(
    {
      ...blinded,
      shown: blinded.shown.map(({ entry: { files, ...one }, ...shown }) => ({
        ...shown,
        entry: { ...one, ...(files && { files }) },
      })),
    },
    { judgeBrief: 'Be fair.', files: [raw] },
    context,
  );
  expect(given.map(({ path }) => path)).toEqual([
    'JUDGE_BRIEF.md',
    'raw/facts.md',
    ...['PLAN.md', 'author-notes.md', 'author-notes-2.md', 'logo.png'].map((name) => `entries/A/${name}`),
    'entries/B/ANSWER.md',
  ]);
  const ofEntries = given.filter(({ path }) => path.startsWith('entries/'));
  expect(JSON.stringify(ofEntries)).not.toMatch(/claude|codex|anthropic|ann\b|bob/i);
  expect(JSON.stringify(ofEntries)).toContain('Ship it.');
  expect(ofEntries.find(({ path }) => path.endsWith('logo.png'))?.content).toEqual(binary);
  expect(scrubbed.some((line) => line.startsWith('ann: PLAN.md: self-identification'))).toBe(true);
});
