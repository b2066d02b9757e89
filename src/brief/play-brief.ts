// What can be done with a brief: play it, refine it, take work done by hand in, have it judged. Each is a contest of its own, made ready here for every surface.
import type { BriefActor } from '../config/brief-file.ts';
import { JoustError } from '../domain/joust-error.ts';
import type { FieldEntry } from '../formats/brief/field.ts';
import type { BriefPlan } from '../formats/brief/options.ts';
import { checkNamed } from '../play/callable-settings.ts';
import type { RecordWorld } from '../play/make-scene.ts';
import { withArchive } from '../play/make-scene.ts';
import { playContest } from '../play/play.ts';
import { type ReadyContest, readyContest } from '../play/ready.ts';
import { checkTaskPath } from '../play/task/task-place.ts';
import { type BriefRecord, briefRecord, currentField, neededField, roundOf } from './brief-contests.ts';
import { type Brief, briefFileName, readBrief } from './brief-folder.ts';
import { actorNamed, actorOf, castOf, entryNamed } from './brief-people.ts';
import { type BriefRequest, containerOf, handedOut, type Planned, planText, startOf } from './brief-plan.ts';
import { type Cooked, cookedIn } from './cooked-folder.ts';
import { feedbackIn, type SaidFeedback } from './feedback.ts';
import { changedByHand, handMadeText, workFolders } from './work-folders.ts';

export interface PlayRequest extends BriefRequest {
  /** Also those who have handed in. */
  readonly again?: boolean;
}

/** Whoever has not handed in yet plays; the others are carried over. */
export async function readyBriefPlay(asked: PlayRequest, world: RecordWorld): Promise<ReadyContest> {
  const { brief, record, notes } = await openBrief(asked, world);
  const field = currentField(record)?.field ?? [];
  const named = namesSaid(asked);
  const wanted = named.length > 0 ? named.map((name) => actorNamed(brief, name)) : brief.contestants;
  const isIn = ({ name }: BriefActor) => field.some(({ contestant }) => contestant.name === name);
  const players = named.length > 0 || asked.again === true ? wanted : wanted.filter((one) => !isIn(one));
  if (players.length === 0) {
    throw new JoustError('everybody has handed in', {
      code: 'usage',
      hint: 'Judge it with joust brief judge, go on with joust brief refine, or play it anew with joust brief play --again.',
    });
  }
  const names = new Set(players.map(({ name }) => name));
  const others = field.filter(({ contestant }) => !names.has(contestant.name));
  const ready = await readyPlan(asked, world, {
    brief,
    players,
    plan: { step: 'play', round: 1, carried: others },
  });
  const kept = others.map(({ contestant }) => contestant.name).join(', ');
  return noted(ready, [...notes, ...(others.length === 0 ? [] : [`Their work stays as it is: ${kept}.`])]);
}

export interface RefineRequest extends BriefRequest {
  /** The shared feedback, where it is not FEEDBACK.md. */
  readonly feedback?: string | undefined;
  /** More of it for one of them, by name. */
  readonly personal?: SaidFeedback['personal'];
}

/** Another round: each goes on from its own last work, with what was said of it. */
export async function readyBriefRefine(asked: RefineRequest, world: RecordWorld): Promise<ReadyContest> {
  const { brief, record, notes } = await openBrief(asked, world);
  const last = neededField(record, 1, notes);
  const { field } = last;
  const named = namesSaid(asked);
  const entries = named.length === 0 ? field : named.map((name) => entryNamed(field, name));
  const players = entries.map(({ contestant }) => actorOf(brief, record, contestant));
  const feedback = feedbackIn(brief.folder, entries, {
    shared: asked.feedback,
    personal: asked.personal,
    flavors: new Map(
      brief.contestants.flatMap(({ name, flavor }) =>
        flavor === undefined ? [] : [[name, flavor] as const],
      ),
    ),
  });
  const ready = await readyPlan(asked, world, {
    brief,
    players,
    plan: {
      step: 'refine',
      round: roundOf(field) + 1,
      carried: field,
      feedback: feedback.said,
      own: Object.fromEntries(entries.map(({ contestant, files }) => [contestant.name, [...files]])),
    },
  });
  return about(
    last.id,
    noted(ready, [...notes, ...feedback.notes, ...(await handNotes(brief.folder, field))]),
  );
}

/** Takes in what somebody changed in the work folders; undefined: there is nothing to take in. */
export async function readyBriefReseal(
  // Nobody is asked for anything.
  { pool: _pool, ...asked }: BriefRequest,
  world: RecordWorld,
): Promise<ReadyContest | undefined> {
  const { brief, record } = await openBrief(asked, world);
  const last = neededField(record, 1);
  const found = await changedByHand(brief.folder, workFolders(brief.folder, last.field));
  const made = found.filter(({ changed }) => changed > 0);
  if (made.length === 0) return undefined;
  const carried = last.field.map((entry) =>
    made.some(({ name }) => name === entry.contestant.name)
      ? { ...entry, files: [], byHand: true as const }
      : entry,
  );
  const material = carried.flatMap(({ contestant }, at) =>
    (made.find(({ name }) => name === contestant.name)?.files ?? []).map((file) => ({
      ...file,
      path: `carried/${at}/${file.path}`,
    })),
  );
  const ready = await readyContest(
    {
      ...startOf(asked, brief),
      subject: last.id,
      settings: { plan: planText(brief, { step: 'reseal', round: last.round, carried }) },
      material: [...handedOut(brief), ...material],
    },
    world,
  );
  return noted(
    inFolder(brief, ready),
    made.flatMap(({ path, leftOut }) => [
      `${path} is taken in as it is now.`,
      ...leftOut.map(({ path: name, why }) => `${path}/${name} is left out: ${why}.`),
    ]),
  );
}

export interface JudgeRequest extends BriefRequest {
  readonly judges?: readonly string[] | undefined;
  readonly oneAtATime?: boolean | undefined;
  readonly even?: boolean | undefined;
}

/** A panel scores the whole field without names. */
export async function readyBriefJudge(asked: JudgeRequest, world: RecordWorld): Promise<ReadyContest> {
  const { brief, record, notes } = await openBrief(asked, world);
  const last = neededField(record, 2, notes);
  const { judging, rubric, judgeBrief, judges = [], judgeTimeoutMs } = brief;
  const cast = castOf(judges, brief.contestants);
  const { program } = asked;
  if (program !== undefined)
    await checkNamed(asked.judges ?? [], { ...program, machine: world.machine, cwd: brief.folder });
  const named = asked.judges ?? cast.specs;
  const ready = await readyContest(
    {
      ...startOf(asked, brief),
      format: 'judge',
      subject: last.id,
      cast: cast.members,
      material: handedOut(brief).filter(({ path }) => path !== 'BRIEF.md'),
      settings: {
        timeout: judgeTimeoutMs / 1000,
        ...asked.settings,
        ...(named.length > 0 && { judge: named }),
        rubric: { name: 'brief.yaml', text: JSON.stringify(rubric ?? usualRubric) },
        selfJudging: judging.selfJudging,
        ...(judging.strict && { strict: true }),
        ...(asked.even === true && { even: true }),
        ...(asked.oneAtATime === true || judging.oneAtATime ? { oneAtATime: true } : { together: true }),
        ...(judgeBrief !== undefined && { judgeBrief: { name: 'JUDGE_BRIEF.md', text: judgeBrief } }),
      },
    },
    world,
  );
  const without =
    rubric === undefined ? ['brief.yaml has no rubric: one score from 0 to 5 is asked for.'] : [];
  return noted(inFolder(brief, ready), [
    ...notes,
    ...without,
    ...(await handNotes(brief.folder, last.field)),
  ]);
}

const usualRubric = { dimensions: [{ name: 'overall', min: 0, max: 5, weight: 100 }] };

interface Opened {
  readonly brief: Brief;
  readonly record: BriefRecord;
  /** About entries that were taken from multicooker's files. */
  readonly notes: readonly string[];
}

/** A folder that multicooker has cooked is put on record first: its entries count like any other. */
export async function openBrief(asked: BriefRequest, world: RecordWorld): Promise<Opened> {
  const { folder, program } = asked;
  checkTaskPath(folder, { ...world, cwd: folder, program });
  const brief = readBrief(folder, world.machine);
  const handed = [briefFileName, 'BRIEF.md', 'JUDGE_BRIEF.md', ...brief.raw.map(({ path }) => path)];
  for (const path of handed) checkTaskPath(path, { ...world, cwd: brief.folder, program });
  const readRecord = () => withArchive(world, (archive) => briefRecord(brief.folder, archive));
  const record = await readRecord();
  const cooked = record.played.length > 0 ? undefined : await cookedIn(brief);
  if (cooked === undefined) return { brief, record, notes: [] };
  if (cooked.entries.length === 0) return { brief, record, notes: cooked.notes };
  await recordCooked(brief, cooked, world);
  return { brief, record: await readRecord(), notes: cooked.notes };
}

/** This contest only seals the files: no contestant plays in it. */
async function recordCooked(brief: Brief, { round, entries }: Cooked, world: RecordWorld): Promise<void> {
  const { members, specs } = castOf(entries.map(({ actor }) => actor));
  const carried = entries.map(({ contestant }) => ({ contestant, round, files: [] }));
  const material = entries.flatMap(({ files }, at) =>
    files.map((file) => ({ ...file, path: `carried/${at}/${file.path}` })),
  );
  const { request, world: own } = await readyContest(
    {
      ...startOf({ folder: brief.folder }, brief),
      cast: members,
      settings: { contestant: specs, plan: planText(brief, { step: 'reseal', round, carried }) },
      material: [...handedOut(brief), ...material],
    },
    world,
  );
  const { signal } = new AbortController();
  await playContest(request, { ...world, ...own, signal, observe: () => undefined });
}

interface Playing {
  readonly brief: Brief;
  readonly players: readonly BriefActor[];
  readonly plan: Planned;
}

export async function readyPlan(
  asked: BriefRequest,
  world: RecordWorld,
  { brief, players, plan }: Playing,
): Promise<ReadyContest> {
  const { members, specs } = castOf(players);
  const resources = limitsOf(players);
  const sandbox = asked.settings?.['sandbox'] ?? brief.sandbox ?? 'none';
  const ready = await readyContest(
    {
      ...startOf(asked, brief),
      cast: members,
      material: handedOut(brief),
      settings: {
        timeout: brief.timeoutMs / 1000,
        ...containerOf(brief),
        ...asked.settings,
        contestant: specs,
        plan: planText(brief, { ...plan, resources }),
      },
    },
    world,
  );
  const limited = Object.keys(resources).join(', ');
  return limited === '' || sandbox === 'container'
    ? ready
    : noted(ready, [`The resources of ${limited} only apply in a container: add --sandbox container.`]);
}

function limitsOf(players: readonly BriefActor[]): BriefPlan['resources'] {
  return Object.fromEntries(
    players.flatMap(({ name, resources }) => {
      if (resources === undefined) return [];
      const { profile, memoryBytes: memory, cpus, pids } = resources;
      return [[name, { profile, memory, cpus, pids }] as const];
    }),
  );
}

function namesSaid({ settings = {} }: BriefRequest): readonly string[] {
  const { contestant } = settings;
  return Array.isArray(contestant) ? contestant.map(String) : [];
}

async function handNotes(folder: string, field: readonly FieldEntry[]): Promise<readonly string[]> {
  return (await changedByHand(folder, workFolders(folder, field))).map(handMadeText);
}

/** Where the brief lies now, not where it was when the entries were made. */
export function inFolder({ folder }: Brief, ready: ReadyContest): ReadyContest {
  return { ...ready, request: { ...ready.request, cwd: folder } };
}

export function about(id: string, ready: ReadyContest): ReadyContest {
  return { ...ready, request: { ...ready.request, about: id } };
}

export function noted(ready: ReadyContest, notes: readonly string[]): ReadyContest {
  const all = [...ready.notes, ...notes];
  return { ...ready, notes: all, request: { ...ready.request, ...(all.length > 0 && { notes: all }) } };
}
