// How a brief stands: from its record and its folder, whose files are brought up to date on the way.
import { byteCount } from '../../domain/figures.ts';
import { contestResult, type RecordPlace } from '../../play/result.ts';
import { openArchive } from '../../record/archive.ts';
import { type Document, gist, gistOf, list, type Tone, text } from '../../views/document.ts';
import { type NextStep, shellWord } from '../../views/next-steps.ts';
import { duration, moment } from '../../views/units.ts';
import { type BriefRecord, briefRecord } from '../brief-contests.ts';
import { readFolderFile } from '../brief-folder.ts';
import { statusOf } from '../contract/contract-files.ts';
import type { Cell, StatusFile } from '../contract/status-file.ts';
import { playedNow, refreshFolder } from '../keep-folder.ts';
import { changedByHand, handMadeText, workFolders } from '../work-folders.ts';

export interface BriefStatus {
  readonly folder: string;
  readonly status: StatusFile;
  /** The oldest first. */
  readonly judgings: readonly {
    readonly contest: string;
    readonly at: string;
    readonly round: number;
    /** In a line; absent: nothing can be told yet. */
    readonly gist?: string;
  }[];
  readonly changedByHand: readonly {
    readonly name: string;
    readonly path: string;
    readonly changed: number;
    readonly leftOut: readonly { readonly path: string; readonly why: string }[];
  }[];
  /** What is to be said of the folder. */
  readonly notes: readonly string[];
  readonly next: readonly NextStep[];
}

export interface StatusRequest {
  readonly folder: string;
  /** As the user named it, for commands; absent: it is the one it is asked in. */
  readonly said?: string | undefined;
  /** Writes again what was pruned. */
  readonly restore: boolean;
}

export async function readBriefStatus(
  { folder: path, said, restore }: StatusRequest,
  place: RecordPlace,
): Promise<BriefStatus> {
  const { place: folder } = readFolderFile(path);
  await using archive = openArchive(place.home, place.machine, place.openLedger);
  const kept = await refreshFolder(folder, archive, { place, restore });
  const record = await briefRecord(folder, archive);
  const status = statusOf(folder, record, await playedNow(record, archive));
  const byHand = await handMade(folder, record);
  const isSaid = (note: string) => byHand.changed.some(({ path }) => note.startsWith(`${path} `));
  return {
    folder,
    status,
    judgings: await judgingsOf(record, place),
    changedByHand: byHand.changed.map(({ name, path, changed, leftOut }) => ({
      name,
      path,
      changed,
      leftOut,
    })),
    notes: [...kept.filter((note) => !isSaid(note)), ...byHand.changed.map(handMadeText), ...byHand.notes],
    next: nextOf(status, said),
  };
}

async function handMade(folder: string, { played }: BriefRecord) {
  try {
    const changed = await changedByHand(folder, workFolders(folder, played.at(-1)?.field ?? []));
    return { changed, notes: [] };
  } catch (error) {
    return { changed: [], notes: [`What was changed by hand cannot be told: ${(error as Error).message}.`] };
  }
}

async function judgingsOf({ judged }: BriefRecord, place: RecordPlace): Promise<BriefStatus['judgings']> {
  const found: BriefStatus['judgings'][number][] = [];
  for (const { id, at, round } of judged) {
    const told = gistOf((await contestResult(place, id)).document ?? []);
    found.push({ contest: id, at, round, gist: told });
  }
  return found;
}

/** What fits next: two commands at most. */
function nextOf({ state, contests, cells }: StatusFile, said: string | undefined): readonly NextStep[] {
  const id = contests.at(-1)?.id ?? '';
  const act = (what: string) => `joust brief ${what}${said === undefined ? '' : ` ${shellWord(said)}`}`;
  const play = { why: 'have it done', command: act('play') };
  const judge = { why: 'have it judged', command: act('judge') };
  const refine = { why: 'another round', command: act('refine') };
  const entries = Object.values(cells).filter(({ entry }) => entry !== undefined).length;
  switch (state) {
    case 'created':
      return [play];
    case 'playing':
    case 'judging':
    case 'consulting':
      return [{ why: 'watch it', command: `joust tail ${id}` }];
    case 'waiting':
      return [{ why: 'see what it asks', command: `joust show ${id}` }];
    case 'parked':
    case 'interrupted':
      return [
        { why: 'go on', command: `joust resume ${id}` },
        { why: 'give it up', command: `joust cancel ${id}` },
      ];
    case 'judged':
      return [{ why: 'sum it up', command: act('report') }, refine];
    case 'consulted':
      return [refine];
    default:
      return entries > 1 ? [judge, refine] : [play];
  }
}

export function statusDocument({ status, judgings, notes }: BriefStatus): Document {
  const cells = Object.values(status.cells);
  return [
    gist(headline(status)),
    {
      type: 'table',
      columns: [
        ...['name', 'role', 'agent', 'state'].map((title) => ({ title, align: 'left' }) as const),
        ...['time', 'round', 'files', 'size'].map((title) => ({ title, align: 'right' }) as const),
      ],
      rows: cells.map((cell) => [
        cell.name,
        cell.role,
        cell.agent ?? '-',
        cell.state,
        cell.duration_s === null ? '-' : duration(cell.duration_s * 1000),
        ...handedIn(cell),
      ]),
      tones: cells.map(toneOf),
    },
    ...cells.map(({ name, missing = [], retry_at }) =>
      text(
        missing.length > 0 ? `${name} has not handed in: ${missing.join(', ')}.` : undefined,
        retry_at === undefined ? undefined : `${name} waits for its quota until ${moment(retry_at)}.`,
      ),
    ),
    list(
      'Judgings:',
      judgings.map(
        ({ contest, at, round, gist: told }) =>
          `${contest}, ${moment(at)}, round ${round}${told === undefined ? '' : `: ${told}`}`,
      ),
    ),
    list('In the folder:', notes),
  ];
}

function headline({ brief, round, state, cells }: StatusFile): string {
  const entries = Object.values(cells).filter(({ entry }) => entry !== undefined).length;
  const where = round === 0 ? 'nothing was played yet' : `round ${round}, ${state.replace('_', ' ')}`;
  return `${brief}: ${where}${round === 0 ? '' : `, ${entries} handed in`}.`;
}

function handedIn({ entry }: Cell): readonly string[] {
  if (entry === undefined) return ['-', '-', '-'];
  return [`${entry.round}${entry.by_hand ? ' by hand' : ''}`, String(entry.files), byteCount(entry.bytes)];
}

function toneOf({ state }: Cell): Tone | undefined {
  if (state === 'ok') return 'good';
  return ['pending', 'running', 'interrupted', 'rate_limited'].includes(state) ? undefined : 'bad';
}
