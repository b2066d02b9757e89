// Opens a contest, takes one up where its record ends, or lets what failed in it run again.
import type { Tier } from '../../domain/contestant.ts';
import type { AttemptEnded, CellMeasured, ContestOpened, JoustEvent } from '../../domain/event.ts';
import { JoustError } from '../../domain/joust-error.ts';
import { isFailed } from '../../domain/outcome.ts';
import { everybody } from '../../domain/roster.ts';
import type { Limits } from '../../domain/usage.ts';
import type { StagedBlob } from '../../ledger/ledger.ts';
import type { Player } from '../play/player.ts';
import { type Contest, contestHandle } from './contest.ts';
import { ContestRecord } from './record.ts';

export type Opening = Omit<ContestOpened, 'type' | 'v' | 'seed' | 'task'> & {
  /** Chosen before; absent: a new one. */
  readonly id?: string;
  readonly task: {
    readonly prompt: string;
    readonly cwd: string;
    readonly tier: Tier;
    readonly files: readonly string[];
    readonly own?: number;
  };
};

/** `blobs`: content that the options name. */
export async function openContest(
  player: Player,
  { id = player.machine.random(10), ...opening }: Opening,
  blobs: readonly StagedBlob[] = [],
): Promise<Contest> {
  const prompt = await player.ledger.stage(opening.task.prompt);
  const { roster, staff } = opening;
  const opened: ContestOpened = {
    ...opening,
    roster: roster.map(player.vault.seal),
    staff: staff?.map(player.vault.seal),
    type: 'contest.opened',
    v: 1,
    // Told from outside only by tests that compare whole plays.
    seed: player.machine.env['JOUST_TEST_SEED'] ?? player.machine.random(16),
    task: { ...opening.task, files: [...opening.task.files], prompt: prompt.ref },
  };
  await player.recorder.record(id, [opened], [prompt, ...blobs]);
  const record = new ContestRecord([{ event: opened }]);
  return await contestHandle(player, { id, opened, record, prompt: opening.task.prompt });
}

/** Takes up a contest where its record ends. */
export async function reopenContest(player: Player, id: string): Promise<Contest> {
  const record = new ContestRecord(await player.ledger.events(id));
  const { opened } = record;
  if (opened === undefined) throw new JoustError(`there is no contest ${id}`, { code: 'not-found' });
  if (record.cancelled && player.retells === undefined) {
    throw new JoustError(`contest ${id} was cancelled, which is final`, {
      code: 'not-found',
      hint: `What is on record can still be shown: joust show ${id}.`,
    });
  }
  const prompt = (await player.ledger.blob(opened.task.prompt)).toString('utf8');
  return await contestHandle(player, { id, opened, record, prompt });
}

export interface Reopening {
  readonly retryFailed: boolean;
  /** Only attempts of these contestants; undefined: of all. */
  readonly only?: readonly string[];
  /** Limits that replace those of the record. */
  readonly limits?: Limits;
}

/** On record, so that the old ends stay readable and do not count. */
export async function reopenAttempts(player: Player, id: string, reopening: Reopening): Promise<void> {
  const { ledger, recorder } = player;
  const record = new ContestRecord(await ledger.events(id));
  checkNames(record, reopening.only ?? []);
  if (record.cancelled) return;
  const { limits } = reopening;
  const changed = limits !== undefined && Object.keys(limits).length > 0;
  const events: JoustEvent[] = [
    ...(changed ? [{ type: 'limits.changed', v: 1, limits } as const] : []),
    ...[
      ...(reopening.retryFailed ? failedIn(record, reopening.only) : []),
      ...cellsToReopen(record, reopening, changed),
    ].map(({ key, contestant }) => ({ type: 'attempt.reopened', v: 1, key, contestant }) as const),
  ];
  if (events.length > 0) await recorder.record(id, events);
}

/** The last end of each attempt, where it failed and was not stopped on purpose. */
function failedIn(record: ContestRecord, only: readonly string[] | undefined): readonly AttemptEnded[] {
  const last = new Map(record.ends.map((end) => [end.key, end]));
  const stopped = new Set(
    record.all.flatMap((event) => (event.type === 'stop.decided' ? event.attempts : [])),
  );
  return [...last.values()].filter(
    ({ key, outcome, contestant }) =>
      isFailed(outcome) && !stopped.has(key) && (only === undefined || only.includes(contestant)),
  );
}

interface Reopened {
  readonly key: string;
  readonly contestant: string;
}

/** Cells that ended in an error; where the limits are others now, those that were turned away by them. */
function cellsToReopen(
  record: ContestRecord,
  { retryFailed, only }: Reopening,
  changed: boolean,
): readonly Reopened[] {
  const last = new Map(
    record.all.flatMap((event) => (event.type === 'cell.measured' ? [[event.key, event] as const] : [])),
  );
  return [...last.values()].flatMap((cell) => {
    const { key, inputs, contestant, state, outcome } = cell;
    const isMeant = state === 'error' && (retryFailed || (changed && outcome === 'skipped'));
    const stands = record.standing('cell.measured', key, inputs) !== undefined;
    if (!isMeant || !stands || (only !== undefined && !only.includes(contestant))) return [];
    return [key, ...stepsBehind(cell, record)].map((one) => ({ key: one, contestant }));
  });
}

/** What has to be done again: its contest, or only what could not be measured where that came to an answer. */
function stepsBehind({ key, outcome, asserts }: CellMeasured, { ends }: ContestRecord): readonly string[] {
  if (outcome !== 'ok') return [key.slice(key.indexOf('/') + 1)];
  const steps = asserts.flatMap(({ is, step }) => (is === 'error' && step !== undefined ? [step] : []));
  const asked = ends.filter((end) => steps.some((step) => end.key.startsWith(`${step}/`)));
  return [...steps, ...new Set(asked.map((end) => end.key))];
}

function checkNames({ opened }: ContestRecord, only: readonly string[]): void {
  const names = opened === undefined ? [] : everybody(opened).map(({ name }) => name);
  const unknown = only.find((name) => !names.includes(name));
  if (unknown === undefined) return;
  throw new JoustError(`"${unknown}" does not play in this contest`, {
    code: 'usage',
    hint: `There are: ${names.join(', ')}.`,
  });
}
