// Values of variables that a contestant is given: never on record, and there again for whoever plays on.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JoustEvent } from '../../src/domain/event.ts';
import { openSqlite } from '../../src/ledger/sqlite/sqlite-ledger.ts';
import { type ContestRequest, openOnly } from '../../src/play/open.ts';
import { resumeContest } from '../../src/play/play.ts';
import { world } from '../setup/world.ts';

const value = 'in clear nowhere';
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'joust-vault-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const request = (environment: Readonly<Record<string, string>>): ContestRequest => ({
  format: 'ask',
  prompt: 'why?',
  files: [],
  cwd: folder,
  tier: 'read',
  joustVersion: '0',
  roster: [
    {
      name: 'x',
      agent: 'command',
      environment,
      settings: { command: ['/bin/sh', '-c', 'printf "<%s>" "$GREETING" | tr a-z A-Z'] },
    },
  ],
});

/** Opened by one process, played by another, which knows only what its config says. */
async function played(...environments: readonly Readonly<Record<string, string>>[]) {
  const { id } = await openOnly(request({ GREETING: value }), world(folder));
  return await playedOn(id, environments);
}

async function playedOn(id: string, environments: readonly Readonly<Record<string, string>>[]) {
  const there = world(folder);
  await resumeContest(id, { ...there, settings: { ...there.settings, environments } });
  const ledger = openSqlite({ home: there.home, now: () => new Date() });
  const ends = (await ledger.events(id)).flatMap(({ event }) =>
    event.type === 'attempt.ended' ? [event] : [],
  );
  const [end] = ends;
  const text = end?.answer === undefined ? '' : (await ledger.blob(end.answer)).toString('utf8');
  await ledger.close();
  const notes = there.seen.flatMap((seen) => (seen.type === 'note' ? [seen.text] : []));
  return { text, notes, end };
}

describe('a variable of a contestant', () => {
  it('is on record by its name and a keyed hash', async () => {
    await played({ GREETING: value });
    const home = join(folder, 'joust-home');
    for (const name of readdirSync(home, { recursive: true, encoding: 'utf8' })) {
      if (!statSync(join(home, name)).isFile()) continue;
      expect({ name, clear: readFileSync(join(home, name)).includes(value) }).toEqual({ name, clear: false });
    }
    const ledger = openSqlite({ home, now: () => new Date() });
    const [opened] = await ledger.contests();
    await ledger.close();
    const event = opened?.event as Extract<JoustEvent, { type: 'contest.opened' }>;
    expect(event.roster[0]?.environment).toEqual({
      GREETING: expect.stringMatching(/^sealed:hmac-sha256:[0-9a-f]{32}$/),
    });
    expect(statSync(join(home, 'seal.key')).mode & 0o777).toBe(0o600);
  });

  it('has its value again from the config, whichever table it stands in', async () => {
    const { text, notes } = await played({ OTHER: 'x' }, { GREETING: 'another' }, { GREETING: value });
    expect({ text, notes }).toEqual({ text: '<IN CLEAR NOWHERE>', notes: [] });
  });

  it('that has another value now is said to have one', async () => {
    const { text, notes } = await played({ GREETING: 'new' });
    expect({ text, notes }).toEqual({
      text: '<NEW>',
      notes: ['x: the variable GREETING has another value than it was opened with.'],
    });
  });

  it('whose value is gone keeps the contestant from starting', async () => {
    const { end, notes } = await played();
    expect(notes).toEqual(['x: the value of the variable GREETING it was opened with is not known here.']);
    expect(end).toMatchObject({ outcome: expect.not.stringMatching(/^ok$/) });
    expect(end?.reason).toContain('GREETING');
  });

  it('that an older joust recorded in clear is played with as it is', async () => {
    const { id } = await openOnly(request({ GREETING: value }), world(folder));
    const home = join(folder, 'joust-home');
    const ledger = openSqlite({ home, now: () => new Date() });
    const [opened] = await ledger.contests();
    const event = opened?.event as Extract<JoustEvent, { type: 'contest.opened' }>;
    const old = {
      ...event,
      roster: event.roster.map((one) => ({ ...one, environment: { GREETING: value } })),
    };
    await ledger.append([{ contest: `${id}old`, events: [old] }]);
    await ledger.close();
    expect(await playedOn(`${id}old`, [])).toMatchObject({ text: '<IN CLEAR NOWHERE>', notes: [] });
  });
});
