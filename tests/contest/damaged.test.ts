// A closed contest of whose record something is missing: what it came to cannot be told, and that is said.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { JoustEvent } from '../../src/domain/event.ts';
import { memoryLedger } from '../../src/ledger/memory.ts';
import { playContest } from '../../src/play/play.ts';
import { contestResult } from '../../src/play/result.ts';
import { world } from '../setup/world.ts';

it('says that a damaged record tells no result, and nothing of one that was declined', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'joust-damaged-'));
  try {
    const whole = memoryLedger(() => new Date());
    const roster = ['a', 'b'].map((name) => ({ name, agent: 'inline' }));
    const inline = { a: () => 'yes', b: () => 'yes' };
    const { contest } = await playContest(
      {
        format: 'vote',
        prompt: 'so?',
        files: [],
        cwd: folder,
        roster,
        tier: 'read',
        joustVersion: '0',
        options: { rule: { type: 'choices', choices: ['yes', 'no'] }, quorum: null, judge: null },
      },
      world(folder, { inline, openLedger: () => whole }),
    );
    const events = (await whole.events(contest)).map(({ event }) => event);
    const told = async (kept: (event: JoustEvent) => boolean, more: readonly JoustEvent[] = []) => {
      const ledger = memoryLedger(() => new Date());
      const contents = await Promise.all(events.flatMap(refsIn).map((ref) => whole.blob(ref)));
      const blobs = await Promise.all(contents.map((content) => ledger.stage(content)));
      await ledger.append([{ contest, events: [...events.filter(kept), ...more], blobs }]);
      return await contestResult(world(folder, { openLedger: () => ledger }), contest);
    };
    expect((await told(() => true)).result).toMatchObject({ type: 'vote' });
    const damaged = await told(({ type }) => type !== 'attempt.ended');
    expect(damaged).toEqual({ problem: expect.stringContaining('its record is damaged') });
    const declined: JoustEvent = { type: 'contest.closed', v: 1, outcome: 'declined' };
    expect(await told(({ type }) => type === 'contest.opened', [declined])).toEqual({});
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

function refsIn(event: JoustEvent) {
  if (event.type === 'contest.opened') return [event.task.prompt];
  return event.type === 'attempt.ended' && event.answer !== undefined ? [event.answer] : [];
}
