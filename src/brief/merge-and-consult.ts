// Two ways to better work than anybody handed in: one contestant makes the best of all entries, or reviewers say what would
// help one of them.
import type { BriefActor } from '../config/brief-file.ts';
import { JoustError } from '../domain/joust-error.ts';
import type { FieldEntry } from '../formats/brief/field.ts';
import type { MaterialFile } from '../formats/scene.ts';
import type { RecordWorld } from '../play/make-scene.ts';
import { type ReadyContest, readyContest } from '../play/ready.ts';
import { contestResult } from '../play/result.ts';
import { type BriefRecord, neededField, type PlayedBrief, roundOf } from './brief-contests.ts';
import type { Brief } from './brief-folder.ts';
import { castOf, entryNamed } from './brief-people.ts';
import { type BriefRequest, handedOut, startOf } from './brief-plan.ts';
import { personalFile, readFeedback } from './feedback.ts';
import { about, inFolder, noted, openBrief, readyPlan } from './play-brief.ts';

export interface MergeRequest extends BriefRequest {
  /** Who merges: a contestant of the brief, or anybody as -c takes it. Absent: who was judged best. */
  readonly by?: string | undefined;
  /** What it begins with. Absent: what was judged best. */
  readonly base?: string | undefined;
  /** What else it may take from. Absent: all others. */
  readonly from?: readonly string[] | undefined;
}

export async function readyBriefMerge(asked: MergeRequest, world: RecordWorld): Promise<ReadyContest> {
  const { brief, record, notes } = await openBrief(asked, world);
  const last = neededField(record, 2, notes);
  const { field } = last;
  const best = await bestOf(record, last, world);
  const base = entryNamed(field, asked.base ?? best);
  const from =
    asked.from === undefined
      ? field.filter((one) => one !== base)
      : asked.from.map((name) => entryNamed(field, name)).filter((one) => one !== base);
  if (from.length === 0)
    throw new JoustError('there is nothing to merge', {
      code: 'usage',
      hint: 'Name other entries with --from.',
    });
  const name = freeName(field);
  const by = mergerOf(brief, asked.by ?? base.contestant.name, base);
  // Whoever merges is not told whose they are either: what it writes about them is judged with the rest.
  const names = [base, ...from].map((_, at) => letterOf(at));
  const sources = [base, ...from].flatMap(({ files }, at) =>
    files.map((file) => ({ ...file, path: `sources/${names[at] ?? ''}/${file.path}` })),
  );
  const [own = '', ...others] = names;
  const ready = await readyPlan(asked, world, {
    brief: { ...brief, required: [...new Set([...brief.required, 'MERGE.md'])] },
    players: [{ ...by, name }],
    plan: {
      step: 'merge',
      round: roundOf(field),
      carried: field,
      own: { [name]: [...base.files] },
      merge: { base: own, from: others, sources },
    },
  });
  const told = [base, ...from].map(({ contestant }, at) => `${letterOf(at)} is ${contestant.name}`);
  const text = `${name} begins with the work of ${base.contestant.name}. It sees no names: ${told.join(', ')}.`;
  return about(last.id, noted(ready, [...notes, text]));
}

export interface ConsultRequest extends BriefRequest {
  /** Absent: whose work was judged best. */
  readonly of?: string | undefined;
  readonly by?: readonly string[] | undefined;
}

export async function readyBriefConsult(asked: ConsultRequest, world: RecordWorld): Promise<ReadyContest> {
  const { brief, record, notes } = await openBrief(asked, world);
  const last = neededField(record, 1, notes);
  const of = entryNamed(last.field, asked.of ?? (await bestOf(record, last, world))).contestant.name;
  // What they say is to be written there: known before anybody is asked.
  readFeedback(brief.folder, personalFile(last.field, of));
  const { reviewers, timeoutMs = brief.judgeTimeoutMs } = brief.consult;
  const cast = castOf(reviewers ?? brief.judges ?? [], brief.contestants);
  const ready = await readyContest(
    {
      ...startOf(asked, brief),
      format: 'consult',
      subject: last.id,
      cast: cast.members,
      material: [
        ...handedOut(brief).filter(({ path }) => path !== 'BRIEF.md'),
        ...(await boardFor(of, { record, last }, world)),
      ],
      settings: {
        timeout: timeoutMs / 1000,
        ...asked.settings,
        of,
        by: asked.by ?? cast.specs,
      },
    },
    world,
  );
  return noted(inFolder(brief, ready), notes);
}

/** By the last judging of this field; without one, the first. */
async function bestOf(record: BriefRecord, { field }: PlayedBrief, world: RecordWorld): Promise<string> {
  const names = new Set(field.map(({ contestant }) => contestant.name));
  const told = await lastJudging(record, world);
  const rows = told?.rows ?? [];
  return rows.find(({ contestant }) => names.has(contestant))?.contestant ?? field[0]?.contestant.name ?? '';
}

async function lastJudging({ judged }: BriefRecord, world: RecordWorld) {
  const judging = judged.at(-1);
  const told = judging === undefined ? undefined : (await contestResult(world, judging.id)).result;
  return told?.type === 'scored' || told?.type === 'judged' ? told : undefined;
}

interface Judged {
  readonly record: BriefRecord;
  readonly last: PlayedBrief;
}

/** The leaderboard with letters instead of names. Without a judging of this field there is none. */
async function boardFor(
  of: string,
  { record, last: { field } }: Judged,
  world: RecordWorld,
): Promise<readonly MaterialFile[]> {
  const letters = new Map(field.map(({ contestant }, at) => [contestant.name, letterOf(at)]));
  const told = await lastJudging(record, world);
  const rows = (told?.rows ?? []).filter(({ contestant }) => letters.has(contestant));
  if (rows.length === 0) return [];
  const dimensions = told?.type === 'scored' ? Object.keys(told.rows[0]?.byDimension ?? {}) : [];
  const columns = ['rank', 'entry', told?.type === 'scored' ? 'score' : 'rating', ...dimensions];
  const lines = rows.map((row, at) => [
    String(at + 1),
    letters.get(row.contestant) ?? '',
    ...('rating' in row
      ? [row.rating.toFixed(0)]
      : [
          percentText(row.fair ?? row.score),
          ...dimensions.map((name) => row.byDimension[name]?.toFixed(1) ?? '-'),
        ]),
  ]);
  const table = [columns, columns.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`);
  const text = `${table.join('\n')}\n\nThis entry is ${letters.get(of)} there.\n`;
  return [{ path: 'context/leaderboard.md', mode: '100644', content: () => Buffer.from(text) }];
}

function percentText(value: number | undefined): string {
  return value === undefined ? '-' : `${(value * 100).toFixed(1)} %`;
}

/** A to Z, then AA. */
function letterOf(at: number): string {
  const letter = String.fromCharCode(65 + (at % 26));
  return at < 26 ? letter : `${letterOf(Math.floor(at / 26) - 1)}${letter}`;
}

/** `merge`, and numbers behind it: nobody's work is taken away by a second merge. */
function freeName(field: readonly FieldEntry[]): string {
  const taken = new Set(field.map(({ contestant }) => contestant.name));
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? 'merge' : `merge-${count}`;
    if (!taken.has(name)) return name;
  }
}

/** A contestant of the brief, or an agent; under a name of its own, its work is an entry like any other. */
function mergerOf({ contestants }: Brief, by: string, base: FieldEntry): BriefActor {
  const known = contestants.find(({ name }) => name === by);
  if (known?.play !== undefined) return known;
  // Whom the brief does not name any more, or never did.
  if (known === undefined && base.contestant.name === by) {
    const { agent, model } = base.contestant;
    return { name: by, play: { agent, model }, line: 1 };
  }
  const [agent = '', ...model] = (known?.spec ?? by).split('/');
  return { name: by, play: { agent, ...(model.length > 0 && { model: model.join('/') }) }, line: 1 };
}
