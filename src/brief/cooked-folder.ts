// Reads the entries of a folder that multicooker has cooked, and names missing and damaged parts.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { BriefActor } from '../config/brief-file.ts';
import { JoustError, writeTrouble } from '../domain/joust-error.ts';
import type { FieldEntry } from '../formats/brief/field.ts';
import type { MaterialFile } from '../formats/scene.ts';
import { readInside } from '../process/files/read-inside.ts';
import type { Brief } from './brief-folder.ts';
import { filesToSeal } from './work-folders.ts';

export interface CookedEntry {
  readonly actor: BriefActor;
  readonly contestant: FieldEntry['contestant'];
  readonly files: readonly MaterialFile[];
}

export interface Cooked {
  readonly round: number;
  readonly entries: readonly CookedEntry[];
  readonly notes: readonly string[];
}

const inbox = 'judging/_inbox';
const firstResult = 'RUN_RESULT.json';
const mostBytes = 10_000_000;

/** Undefined: multicooker hasn't cooked there. */
export async function cookedIn(brief: Brief): Promise<Cooked | undefined> {
  const { folder, contestants } = brief;
  if (!isCooked(folder)) return undefined;
  const result = newestResult(folder);
  const entries: CookedEntry[] = [];
  const notes: string[] = [...result.notes];
  for (const actor of contestants) {
    const found = await entryOf(actor, brief);
    notes.push(...found.notes);
    if (found.entry === undefined) continue;
    entries.push(found.entry);
    const status = result.statuses.get(actor.name) ?? 'ok';
    if (status !== 'ok') notes.push(`${actor.name} ended as ${status} in multicooker; its files count.`);
  }
  return { round: result.round, entries, notes };
}

export function isCooked(folder: string): boolean {
  return existsSync(join(folder, firstResult)) || existsSync(join(folder, inbox));
}

const resultFile = z.looseObject({
  round: z.int().positive().optional(),
  participants: z.array(z.looseObject({ name: z.string(), status: z.string() })),
});

/** Of the last round: REFINE_N_RESULT.json, else RUN_RESULT.json. */
function newestResult(folder: string) {
  const rounds = readdirSync(folder).flatMap(
    (name) => /^REFINE_(\d{1,4})_RESULT\.json$/.exec(name)?.[1] ?? [],
  );
  const last = Math.max(1, ...rounds.map(Number));
  const name = last === 1 ? firstResult : `REFINE_${last}_RESULT.json`;
  const none = { round: last, statuses: new Map<string, string>() };
  const text = readInside(folder, name, mostBytes);
  if (text === undefined) return { ...none, notes: [`${name} is missing: the round is taken as ${last}.`] };
  const read = resultFile.safeParse(jsonIn(text));
  if (!read.success)
    return { ...none, notes: [`${name} can't be read as JSON: the round is taken as ${last}.`] };
  const { participants } = read.data;
  const statuses = new Map(participants.map(({ name: who, status }) => [who, status]));
  return { round: last, statuses, notes: [] };
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface Found {
  readonly entry?: CookedEntry;
  readonly notes: readonly string[];
}

/** As it was sealed for judges, else as its work folder is. */
async function entryOf(actor: BriefActor, { folder, required }: Brief): Promise<Found> {
  const { name } = actor;
  const [sealed, work] = [`${inbox}/${name}/out`, `work/${name}/out`];
  const damaged: string[] = [];
  for (const path of [sealed, work]) {
    const read = await filesToSeal(folder, path, required).catch(troubleIn);
    if ('trouble' in read) damaged.push(`${path} can't be read: ${read.trouble}.`);
    if ('trouble' in read || read.files.length === 0) continue;
    const { files, leftOut } = read;
    const missing = required.filter((one) => !files.some((file) => file.path === one));
    const notes = [
      ...damaged,
      ...(path === work && damaged.length === 0
        ? [`${name} is sealed from ${work}, since ${sealed} is missing.`]
        : []),
      ...leftOut.map((one) => `${path}/${one.path} is left out: ${one.why}.`),
    ];
    if (missing.length > 0)
      return { notes: [...notes, `${name} has no entry: ${path} lacks ${missing.join(', ')}.`] };
    return { entry: { actor, contestant: contestantOf(actor), files }, notes };
  }
  return { notes: [...damaged, `${name} has no entry: ${sealed} and ${work} hold no files.`] };
}

function troubleIn(error: unknown): { readonly trouble: string } {
  return { trouble: error instanceof JoustError ? error.message : writeTrouble(error) };
}

function contestantOf({ name, spec = name, play }: BriefActor): FieldEntry['contestant'] {
  if (play !== undefined) return { name, agent: play.agent, model: play.model, effort: play.effort };
  const [agent = spec, ...model] = spec.split('/');
  return { name, agent, model: model.length === 0 ? undefined : model.join('/') };
}
