// A ledger that an older joust wrote: everything in it can still be listed, shown and exported, what is closed is told
// again as it was, and what was left in the middle is played to the end that the older one would have come to.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JoustEvent } from '../../src/domain/event.ts';
import { type AnyResult, documentOf } from '../../src/formats/all.ts';
import { documentText } from '../../src/views/render/document-text.ts';
import { type OldContest, type OldLedger, oldLedgerFolder, openOldLedger } from '../setup/old-ledger.ts';
import type { Project, Ran } from '../setup/project.ts';
import { outputLines } from './output-lines.ts';

const version = '0.1.0';
const { contests }: OldLedger = JSON.parse(
  readFileSync(join(oldLedgerFolder(version), 'contests.json'), 'utf8'),
);
const [closed, open] = [contests.filter((one) => one.closed), contests.filter((one) => !one.closed)];

let place: Project;

beforeAll(async () => {
  place = (await openOldLedger(version)).place;
}, 180_000);

afterAll(() => place[Symbol.dispose]());

/** As they lie there: commands keep back what an arena must not tell yet. */
function eventsOf(id: string): readonly JoustEvent[] {
  const db = new DatabaseSync(join(place.home, 'ledger.db'), { readOnly: true });
  try {
    const rows = db.prepare('SELECT body FROM events WHERE contest = ? ORDER BY seq').all(id);
    return rows.map(({ body }) => JSON.parse(String(body)));
  } finally {
    db.close();
  }
}

function expectSame({ code, stdout, stderr }: Ran, { result, answers }: OldContest): void {
  expect(code, stderr).toBe(0);
  const lines = outputLines(stdout);
  const told = lines.find(({ type }) => type === 'contest.result');
  const said = lines.flatMap((line) => (line.type === 'attempt.ended' ? [line.text] : []));
  expect(said.sort()).toEqual([...answers].sort());
  const now = told?.type === 'contest.result' ? told.result : undefined;
  if (result === undefined) expect(now).toBeUndefined();
  else expect(withoutTimes(now)).toMatchObject(withoutTimes(result));
}

/** What is run again takes another time. */
function withoutTimes(result: unknown): object {
  return JSON.parse(JSON.stringify(result ?? null, (key, value) => (key === 'ranMs' ? undefined : value)));
}

it('has a closed and an open contest of every format', () => {
  const formats = (of: readonly OldContest[]) => new Set(of.map(({ name }) => name.split(',')[0]));
  expect(formats(closed).size).toBe(12);
  expect(formats(open)).toEqual(formats(closed));
});

it('is listed as a whole', async () => {
  const { code, stdout } = await place.joust(['list', '--json', '--limit', '100']);
  expect(code).toBe(0);
  for (const { id } of contests) expect(stdout).toContain(`"contest":"${id}"`);
});

it.each(contests)('shows $name $id, closed: $closed', async ({ id, closed: over }) => {
  const shown = await place.joust(['show', id]);
  expect(shown).toMatchObject({ code: 0, stderr: '' });
  expect(shown.stdout).toContain(id);
  const played = eventsOf(id).flatMap((event) => (event.type === 'attempt.ended' ? [event.contestant] : []));
  if (over) for (const name of played) expect(shown.stdout).toContain(name);
});

it.each(closed)('shows what $name came to as it was told when it was played', async ({ id, result }) => {
  const { stdout } = await place.joust(['show', id]);
  const opened = eventsOf(id).find((event) => event.type === 'contest.opened');
  if (result === undefined || opened === undefined) return;
  const text = documentText(await documentOf(opened.format, result as AnyResult, id));
  expect(stdout).toContain(text);
  const replies = eventsOf(id).filter((event) => event.type === 'verdict.given').length;
  if (replies > 0) expect(stdout).not.toContain('"nonce"');
});

it('shows what an open vote comes to so far, and who is in an arena only after the pick', async () => {
  const idOf = (name: string) => open.find((one) => one.name === name)?.id ?? '';
  const vote = await place.joust(['show', idOf('vote')]);
  expect(vote.stdout).toMatch(/^So far:\n\n[\s\S]*1 of 1 agree[\s\S]*Not counted: .*\(not there yet\)/m);
  const arena = await place.joust(['show', idOf('arena')]);
  expect(arena.stdout).not.toContain('scripted/');
  expect(arena.stdout).toMatch(/^## A\n/m);
});

it('shows which contests are about a contest, and what they came to', async () => {
  const { stdout } = await place.joust(['show', closed.find(({ name }) => name === 'ask')?.id ?? '']);
  expect(stdout).toMatch(
    /^about it: judge \w+, won by scripted\/\.\/a\.json: scripted\/\.\/a\.json leads, not clear/m,
  );
  expect(stdout).toMatch(/^about it: analyze \w+, analyzed: It names/m);
  expect(stdout).toMatch(/^about it: cross-examine \w+, interrupted$/m);
});

describe('what is closed', () => {
  it.each(closed)('exports $name', async ({ id, answers }) => {
    const folder = join(place.folder, '..', `export-${id}`);
    const { code, stderr } = await place.joust(['export', id, folder]);
    expect(code, stderr).toBe(0);
    expect(readdirSync(folder)).toContain('report.md');
    expect(readFileSync(join(folder, 'report.md'), 'utf8')).toContain(answers[0] ?? id);
  });

  it.each(closed)('tells $name again, and neither starts nor writes anything', async (one) => {
    const before = eventsOf(one.id);
    expectSame(await place.joust(['resume', one.id, '--json']), one);
    expect(eventsOf(one.id)).toEqual(before);
  });
});

describe('what was left in the middle', () => {
  it.each(open)('is played to its end: $name', async (one) => {
    const before = eventsOf(one.id);
    expect(before.map(({ type }) => type)).not.toContain('contest.closed');
    expectSame(await place.joust([...(one.settle ?? ['resume', one.id]), '--json']), one);
    const after = eventsOf(one.id);
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after.at(-1)?.type).toBe('contest.closed');
  });
});
