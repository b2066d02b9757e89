// Opens a contest, or takes one up where its record ends.
import type { Tier } from '../../domain/contestant.ts';
import type { ContestOpened } from '../../domain/event.ts';
import { JoustError } from '../../domain/joust-error.ts';
import type { StagedBlob } from '../../ledger/ledger.ts';
import type { Player } from '../play/player.ts';
import { type Contest, contestHandle } from './contest.ts';
import { ContestRecord } from './record.ts';

export type Opening = Omit<ContestOpened, 'type' | 'v' | 'seed' | 'task'> & {
  readonly task: {
    readonly prompt: string;
    readonly cwd: string;
    readonly tier: Tier;
    readonly files: readonly string[];
  };
};

/** `blobs`: content that the options name. */
export async function openContest(
  player: Player,
  opening: Opening,
  blobs: readonly StagedBlob[] = [],
): Promise<Contest> {
  const id = player.machine.random(10);
  const prompt = await player.ledger.stage(opening.task.prompt);
  const opened: ContestOpened = {
    ...opening,
    type: 'contest.opened',
    v: 1,
    // Told from outside only by tests that compare whole plays.
    seed: player.machine.env['JOUST_TEST_SEED'] ?? player.machine.random(16),
    task: { ...opening.task, files: [...opening.task.files], prompt: prompt.ref },
  };
  await player.recorder.record(id, [opened], [prompt, ...blobs]);
  await prepareForMany(opened);
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
  await prepareForMany(opened);
  const prompt = (await player.ledger.blob(opened.task.prompt)).toString('utf8');
  return await contestHandle(player, { id, opened, record, prompt });
}

const many = 8;

async function prepareForMany({ roster }: ContestOpened): Promise<void> {
  if (roster.length >= many) (await import('../../process/keep-awake.ts')).keepHeapSmall();
}
