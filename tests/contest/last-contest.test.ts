// Which contest @last means: the last one that fits what is wanted of it, and never the judging of another.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { JoustEvent } from '../../src/domain/event.ts';
import { memoryLedger } from '../../src/ledger/memory.ts';
import { withEntries } from '../../src/play/make-scene.ts';
import { ofFormat, openArchive, thatWaits, thatWasApplied } from '../../src/record/archive.ts';
import { listContests } from '../../src/record/list-contests.ts';
import { world } from '../setup/world.ts';

type Kind = 'played' | 'judges' | 'applied' | 'waits';

function record(format: string, kinds: readonly Kind[]): readonly JoustEvent[] {
  const blob = { sha256: '0'.repeat(64), bytes: 1 };
  const ended = {
    type: 'attempt.ended',
    v: 1,
    run: 1,
    inputs: 'i',
    outcome: 'ok',
    answer: blob,
    timing: { queuedMs: 0 },
  };
  const events: Readonly<Record<Kind, readonly object[]>> = {
    played: ['a', 'b'].map((contestant) => ({ ...ended, key: `answer/${contestant}`, contestant })),
    judges: [{ ...ended, key: 'judge/a', contestant: 'a', role: 'judge' }],
    applied: [{ type: 'patch.applied', v: 1, key: 'k', contestant: 'a' }],
    waits: [{ type: 'gate.asked', v: 1, key: 'assent', inputs: 'i', question: '?', choices: ['yes'] }],
  };
  const opened = {
    type: 'contest.opened',
    v: 1,
    format,
    formatVersion: 1,
    joustVersion: '0',
    seed: 's',
    task: { prompt: blob, cwd: '/', tier: 'read', files: [] },
    roster: ['a', 'b'].map((name) => ({ name, agent: 'inline' })),
    options: {},
    simulated: false,
  };
  return [opened, ...kinds.flatMap((kind) => events[kind])] as readonly JoustEvent[];
}

it('@last is the last contest that fits; the last of all where none does', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'joust-last-'));
  try {
    const ledger = memoryLedger(() => new Date());
    const { machine, home } = world(folder, {});
    await using archive = openArchive(home, machine, () => ledger);
    const add = (id: string, format: string, ...kinds: readonly Kind[]) =>
      ledger.append([{ contest: id, events: [...record(format, kinds)] }]);
    await expect(archive.find('@last', ofFormat('race'))).rejects.toMatchObject({
      message: 'there is no contest yet',
      hint: expect.stringContaining('joust demo'),
    });
    await add('asked', 'ask', 'played');
    expect(await archive.find('@last', ofFormat('race'))).toBe('asked');
    await add('waiting', 'ask', 'waits');
    await add('applied', 'race', 'played', 'applied');
    await add('raced', 'race', 'played');
    for (let n = 0; n < 50; n += 1) await add(`judged${n}`, 'judge', 'judges');
    expect(await archive.find('@last')).toBe('judged49');
    expect(await archive.find('@last', withEntries(2))).toBe('raced');
    expect(await archive.find('@last', withEntries(3))).toBe('judged49');
    expect(await archive.find('@last', ofFormat('race'))).toBe('raced');
    expect(await archive.find('@last', thatWasApplied)).toBe('applied');
    expect(await archive.find('@last', thatWaits)).toBe('waiting');
    expect(await archive.find('judged49', ofFormat('race'))).toBe('judged49');
    // Steps of another are meant by that other, unless one of them waits for somebody.
    await add('suite', 'suite');
    for (let n = 0; n < 300; n += 1) {
      const [opened, ...rest] = record('race', n === 7 ? ['waits'] : ['played']);
      const child = { ...opened, parent: 'suite' } as JoustEvent;
      await ledger.append([{ contest: `cell${n}`, events: [child, ...rest] }]);
    }
    expect(await archive.find('@last')).toBe('suite');
    expect(await archive.find('@last', ofFormat('race'))).toBe('raced');
    expect(await archive.find('@last', thatWaits)).toBe('cell7');
    const listed: string[] = [];
    for await (const { id } of listContests(archive, { limit: 2 })) listed.push(id);
    expect(listed).toEqual(['suite', 'judged49']);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
