// One play of a swept format: undisturbed, or resumed after its player died; and what has to be the same in both.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect } from 'vitest';
import type { JoustEvent } from '../../src/domain/event.ts';
import { ended, outputLines } from '../cli/output-lines.ts';
import { rowsIn } from '../setup/postgres.ts';
import { finished, type Project, project, type Ran } from '../setup/project.ts';
import type { SweptFormat } from './formats.ts';
import { expectNoTraces, makeRepository, notingPath } from './repository.ts';

export interface Whole {
  readonly story: readonly object[];
  /** How often each of them was started. */
  readonly starts: Readonly<Record<string, number>>;
  readonly events: readonly JoustEvent[];
  readonly tookMs: number;
}

export interface Disturbed {
  readonly format: SweptFormat;
  readonly whole: Whole;
  /** When it died, for the message. */
  readonly moment: string;
  /** Runs were ended on purpose, some perhaps before they could note their start. */
  readonly interrupted?: boolean;
}

/** What a play is that nobody disturbs. */
export async function playWhole(format: SweptFormat): Promise<Whole> {
  using place = await prepared(format);
  const startedAt = performance.now();
  const { code, stdout, stderr } = await settled(place, format, format.args);
  const tookMs = performance.now() - startedAt;
  expect(code, stderr).toBe(0);
  if (format.repository !== undefined) await expectNoTraces(place, 'undisturbed');
  return { story: storyOf(stdout), starts: startsOf(place, format), events: eventsOf(place), tookMs };
}

/** A folder in which it can be played. */
export async function prepared(format: SweptFormat): Promise<Project> {
  const { files, prepare, repository } = format;
  // The same draws each time: stories can be compared word for word.
  const path: Readonly<Record<string, string>> = format.sandboxed === true ? { PATH: notingPath() } : {};
  const url = format.ledger?.();
  const place = project(files, {
    JOUST_TEST_SEED: 'swept',
    ...path,
    ...(url !== undefined && { JOUST_LEDGER: url }),
  });
  if (repository !== undefined) makeRepository(place, repository.config);
  if (format.config !== undefined) place.config(format.config);
  if (prepare !== undefined) expect((await place.joust(prepare)).code).toBe(0);
  return place;
}

/** Plays it to its end; where a person has to say something, that is said. */
async function settled(place: Project, { settle }: SweptFormat, line: readonly string[]): Promise<Ran> {
  const ran = await place.joust(line);
  const closed = eventsOf(place).some(({ type }) => type === 'contest.closed');
  return settle === undefined || closed ? ran : await place.joust(settle);
}

/** Plays it until it dies at this moment, which may come only after a person's word. */
export async function diedAt(
  place: Project,
  { args, settle }: SweptFormat,
  moment: string,
): Promise<string | null> {
  const env = { JOUST_TEST_FAILPOINT: moment };
  const player = place.start(args, { env });
  await finished(player);
  if (settle === undefined || player.signalCode !== null) return player.signalCode;
  const last = place.start(settle, { env });
  await finished(last);
  return last.signalCode;
}

/** Resumes it and compares: the same story, nobody asked more often than is on record, nothing left behind. */
export async function expectWhole(
  place: Project,
  { format, whole, moment, interrupted = false }: Disturbed,
): Promise<'never begun' | 'resumed'> {
  const contests = contestCount(place);
  if (contests === (format.prepare === undefined ? 0 : 1)) {
    const before = endsOf(eventsOf(place)).length;
    expect(sum(startsOf(place, format)), moment).toBe(before);
    return 'never begun';
  }
  const { code, stdout, stderr } = await settled(place, format, ['resume', '@last', '--json']);
  expect(code, `${moment}: ${stderr}`).toBe(0);
  expect(storyOf(stdout), moment).toEqual(whole.story);
  expect(endsOf(eventsOf(place)), moment).toEqual(endsOf(whole.events));
  const again = eventsOf(place).filter((event) => event.type === 'attempt.started' && event.run > 1).length;
  const [found, least] = [sum(startsOf(place, format)), sum(whole.starts)];
  expect(found, `${moment}: starts`).toBeGreaterThanOrEqual(interrupted ? least : least + again);
  expect(found, `${moment}: starts`).toBeLessThanOrEqual(least + again);
  expect(readdirSync(join(place.home, 'spools')), moment).toEqual([]);
  expect(entriesOf(eventsOf(place)), moment).toEqual(entriesOf(whole.events));
  if (format.repository !== undefined) await expectNoTraces(place, moment);
  return 'resumed';
}

/** What is left of the output when times, pids and ids are taken away: answers, and what it came to. */
function storyOf(stdout: string): readonly object[] {
  const results = outputLines(stdout).flatMap((line) =>
    line.type === 'contest.result' ? [JSON.parse(withoutIds(JSON.stringify(line.result)))] : [],
  );
  const lines = ended(stdout).map(({ contestant, outcome, text, usage, model }) => ({
    contestant,
    outcome,
    text,
    usage,
    model,
  }));
  return [...lines.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)), ...results];
}

/** Contests it is about or plays have another id each time, and nothing takes the same time twice. */
function withoutIds(json: string): string {
  return json.replaceAll(/"(about|contest)":"\w+"/g, '"$1":"ID"').replaceAll(/,"ranMs":[\d.]+/g, '');
}

/** Every key has one end, however often it was run. */
function endsOf(events: readonly JoustEvent[]): readonly string[] {
  return events
    .flatMap((event) => (event.type === 'attempt.ended' ? [`${event.key} ${event.outcome}`] : []))
    .sort();
}

/** The tree that counts for each key. */
function entriesOf(events: readonly JoustEvent[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    events.flatMap((event) => (event.type === 'entry.sealed' ? [[event.key, event.tree]] : [])),
  );
}

/** Noted in the folder, or beside it by those who work in a checkout of it. */
export function startsOf(
  { folder }: Project,
  { names }: Pick<SweptFormat, 'names'>,
): Readonly<Record<string, number>> {
  const count = (name: string) => {
    const notes = [folder, dirname(folder)].map((each) => join(each, `starts-${name}`)).find(existsSync);
    return notes === undefined ? 0 : readFileSync(notes, 'utf8').trim().split('\n').length;
  };
  return Object.fromEntries(names.map((name) => [name, count(name)]));
}

/** That are no steps of others. */
const top = `SELECT contest FROM events WHERE type = 'contest.opened' AND body NOT LIKE '%"parent":"%'`;

/** Of the last contest, and of those that are steps of it. */
export function eventsOf(place: Project): readonly JoustEvent[] {
  const [last] = read(place, `${top} ORDER BY seq DESC LIMIT 1`);
  const id = String(last?.['contest'] ?? '');
  const steps = `SELECT contest FROM events WHERE type = 'contest.opened' AND body LIKE '%"parent":"${id}"%'`;
  const rows = read(
    place,
    `SELECT body FROM events WHERE contest = '${id}' OR contest IN (${steps}) ORDER BY seq`,
  );
  return rows.map(({ body }) => JSON.parse(String(body)) as JoustEvent);
}

function contestCount(place: Project): number {
  return read(place, top).length;
}

/** Nothing where there is no ledger yet, or no table in it. */
function read({ home, env }: Project, query: string): readonly Record<string, unknown>[] {
  if (env['JOUST_LEDGER'] !== undefined) return rowsIn(env['JOUST_LEDGER'], query);
  const path = join(home, 'ledger.db');
  if (!existsSync(path)) return [];
  // Not only to be read: whoever was killed may have left a log that has to be taken up first.
  const db = new DatabaseSync(path, { timeout: 5000 });
  try {
    const tables = db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'events'").all();
    return tables.length === 0 ? [] : db.prepare(query).all();
  } finally {
    db.close();
  }
}

/** All of them together. */
export function sum(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((all, one) => all + one, 0);
}
