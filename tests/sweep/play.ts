// One play of a swept format: undisturbed, or resumed after its player died; and what has to be the same in both.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect } from 'vitest';
import type { JoustEvent } from '../../src/domain/event.ts';
import { ended } from '../cli/output-lines.ts';
import { type Project, project } from '../setup/project.ts';
import type { SweptFormat } from './formats.ts';

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
  using place = project(format.files);
  const startedAt = performance.now();
  const { code, stdout, stderr } = await place.joust(format.args);
  const tookMs = performance.now() - startedAt;
  expect(code, stderr).toBe(0);
  return { story: storyOf(stdout), starts: startsOf(place, format), events: eventsOf(place), tookMs };
}

/** Resumes it and compares: the same story, nobody asked more often than is on record, nothing left behind. */
export async function expectWhole(
  place: Project,
  { format, whole, moment, interrupted = false }: Disturbed,
): Promise<'never begun' | 'resumed'> {
  const { code, stdout, stderr } = await place.joust(['resume', '@last', '--json']);
  if (stderr.includes('there is no contest yet')) {
    const none = Object.fromEntries(format.names.map((name) => [name, 0]));
    expect(startsOf(place, format), moment).toEqual(none);
    return 'never begun';
  }
  expect(code, `${moment}: ${stderr}`).toBe(0);
  expect(storyOf(stdout), moment).toEqual(whole.story);
  expect(endsOf(eventsOf(place)), moment).toEqual(endsOf(whole.events));
  const again = eventsOf(place).filter((event) => event.type === 'attempt.started' && event.run > 1).length;
  const [found, least] = [sum(startsOf(place, format)), sum(whole.starts)];
  expect(found, `${moment}: starts`).toBeGreaterThanOrEqual(interrupted ? least : least + again);
  expect(found, `${moment}: starts`).toBeLessThanOrEqual(least + again);
  expect(readdirSync(join(place.home, 'spools')), moment).toEqual([]);
  return 'resumed';
}

/** What is left of the output when times, pids and ids are taken away. */
function storyOf(stdout: string): readonly object[] {
  const lines = ended(stdout).map(({ contestant, outcome, text, usage, model }) => ({
    ...{ contestant, outcome, text, usage, model },
  }));
  return lines.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

/** Every key has one end, however often it was run. */
function endsOf(events: readonly JoustEvent[]): readonly string[] {
  return events
    .flatMap((event) => (event.type === 'attempt.ended' ? [`${event.key} ${event.outcome}`] : []))
    .sort();
}

export function startsOf(
  { folder }: Project,
  { names }: Pick<SweptFormat, 'names'>,
): Readonly<Record<string, number>> {
  const count = (name: string) => {
    const notes = join(folder, `starts-${name}`);
    return existsSync(notes) ? readFileSync(notes, 'utf8').trim().split('\n').length : 0;
  };
  return Object.fromEntries(names.map((name) => [name, count(name)]));
}

function eventsOf({ home }: Project): readonly JoustEvent[] {
  const db = new DatabaseSync(join(home, 'ledger.db'), { timeout: 5000, readOnly: true });
  try {
    const rows = db.prepare('SELECT body FROM events ORDER BY seq').all();
    return rows.map(({ body }) => JSON.parse(String(body)) as JoustEvent);
  } finally {
    db.close();
  }
}

/** All of them together. */
export function sum(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((all, one) => all + one, 0);
}
