// What is told of a folder in which nobody was to write: who says it wrote there, and what CLIs leave in every folder.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentOf } from '../../src/agents/all.ts';
import { watchWrites } from '../../src/contest/play/writes.ts';
import type { ContestOpened } from '../../src/domain/event.ts';
import { folderNotes } from '../../src/views/folder-notes.ts';

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'joust-writes-')));
  mkdirSync(join(folder, '.git'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function told(
  more: { readonly tier: 'read' | 'write'; readonly sandbox?: string },
  act: (observe: ReturnType<typeof watchWrites>['observe']) => void,
) {
  const { observe, writes } = watchWrites(() => undefined);
  const opened = {
    roster: ['o1', 'o2'].map((name) => ({ name, agent: 'opencode' })),
    task: { cwd: folder, tier: more.tier },
    options: more.tier === 'read' ? {} : { base: { folder }, sandbox: more.sandbox },
  } as unknown as ContestOpened;
  const place = { home: join(folder, '../nowhere'), agentOf, folderOf: (recorded: string) => recorded };
  const finish = writes.watch(opened, place, () => false);
  act(observe);
  return (await finish()).flatMap(folderNotes);
}

describe('what a CLI leaves in every folder', () => {
  it('is named as what it is, once and without a warning', async () => {
    expect(await told({ tier: 'read' }, () => writeFileSync(join(folder, '.git/opencode'), 'abc'))).toEqual([
      'opencode left .git/opencode here, as it does everywhere: its id of the project.',
    ]);
  });
});

describe('a write to the repository of which contestants have copies', () => {
  const write = (observe: ReturnType<typeof watchWrites>['observe']) => {
    for (const path of ['same.txt', 'mine.txt']) writeFileSync(join(folder, path), 'x');
    const started = { type: 'attempt.started', v: 1, contestant: 'o1', workspace: 'w' };
    observe({ type: 'recorded', contest: 'c', event: started } as never);
    const tool = { type: 'tool', name: 'edit', writes: ['same.txt', join(folder, 'x/../mine.txt')] };
    observe({ type: 'live', contestant: 'o1', key: 'k', event: tool } as never);
  };

  it('is named, file by file, with who says it did; a path in its own copy is not meant', async () => {
    expect(await told({ tier: 'write', sandbox: 'none' }, write)).toEqual([
      'WARNING: 2 files of your repository changed while contestants worked on copies of it:',
      '  created mine.txt',
      '  created same.txt',
      '  o1 wrote mine.txt',
    ]);
  });

  it('is the user’s own doing where a sandbox keeps them out', async () => {
    expect(await told({ tier: 'write', sandbox: 'os' }, write)).toEqual([]);
  });
});
