// Entries as judges get them: words, a patch, or a folder of files.
import { expect, it } from 'vitest';
import type { ContestOpened, JoustEvent } from '../domain/event.ts';
import { entriesOnRecord } from '../play/make-scene.ts';
import { entriesWithText } from './judges.ts';

const ref = (sha: string, bytes: number) => ({ sha256: sha.repeat(64), bytes });
const roster = [
  { name: 'words', agent: 'scripted' },
  { name: 'folder', agent: 'scripted' },
];
const opened = {
  type: 'contest.opened',
  roster,
  options: {},
  task: { prompt: ref('0', 1) },
} as unknown as ContestOpened;
const end = (contestant: string, sha: string) =>
  ({
    type: 'attempt.ended',
    key: `k/${contestant}`,
    run: 1,
    contestant,
    outcome: 'ok',
    answer: ref(sha, 5),
  }) as unknown;
const file = (path: string, sha: string, bytes: number) => ({
  path,
  after: { mode: '100644', content: ref(sha, bytes) },
});
const sealed = {
  type: 'entry.sealed',
  key: 'k/folder',
  run: 1,
  contestant: 'folder',
  kind: 'folder',
  change: {
    files: [file('out/plan.md', 'c', 12), file('out/logo.png', 'd', 900), file('out/huge', 'e', 2e9)],
  },
};
const contents: Readonly<Record<string, string>> = {
  a: 'my words',
  b: 'see plan.md',
  c: 'First, this.',
  d: '\0PNG',
};

it('a folder is shown as a card: texts as they are, the rest by name and size', async () => {
  const events = [opened, end('words', 'a'), end('folder', 'b'), sealed] as readonly JoustEvent[];
  const { entries } = await entriesOnRecord(events.map((event) => ({ event })) as never);
  const content = async ({ sha256 }: { readonly sha256: string }) =>
    contents[sha256.charAt(0)] ?? 'never read';
  const [words, folder] = await entriesWithText(
    { opened, content, task: { prompt: 'plan it' } } as never,
    entries,
  );
  expect(words?.text).toBe('my words');
  expect(folder?.text).toContain('First, this.');
  expect(folder?.text).toContain('see plan.md');
  expect(folder?.text).toMatch(/out\/logo\.png: image\/png, 900 bytes/);
  expect(folder?.text).toMatch(/out\/huge: binary, 2000000000 bytes/);
  expect(folder?.text).not.toContain('never read');
});
