// The handle a format plays on: steps with keys, whose recorded ends come back instead of being done again.
import type { Tier } from '../domain/contestant.ts';
import type { AttemptEnded, AttemptStarted, ContestOpened, JoustEvent } from '../domain/event.ts';
import { JoustError } from '../domain/joust-error.ts';
import type { StoredEvent } from '../ledger/ledger.ts';
import { sha256 } from '../process/machine.ts';
import { removeSpool, spoolAt } from '../process/spool.ts';
import { runAttempt } from './attempt.ts';
import { type Random, seededRandom } from './draw.ts';
import type { Player } from './player.ts';
import type { AttemptResult, AttemptStep } from './step.ts';

export interface Contest {
  readonly id: string;
  readonly opened: ContestOpened;
  readonly task: { readonly prompt: string; readonly cwd: string; readonly tier: Tier };
  /** Its record is closed: playing it tells it again. */
  readonly closed: boolean;
  /** Throws Interrupted when the player was told to leave; any other end is a value. */
  attempt(step: AttemptStep): Promise<AttemptResult>;
  /** A random choice that depends on the contest's seed and the key alone, and is recorded. */
  draw<T>(key: string, choose: (random: Random) => T): Promise<T>;
  /** Resolves when no attempt is under way; a format may be left by an error while others of its attempts still run. */
  idle(): Promise<void>;
  /** Records facts together, each once: playing again does not write them again. */
  note(...facts: readonly NotedFact[]): Promise<void>;
}

/** What a whole contest leaves behind besides its steps. */
export type NotedFact = Extract<
  JoustEvent,
  { type: 'folder.watched' | 'agents.identified' | 'contest.closed' }
>;

export type Opening = Omit<ContestOpened, 'type' | 'v' | 'seed' | 'task'> & {
  readonly task: {
    readonly prompt: string;
    readonly cwd: string;
    readonly tier: Tier;
    readonly files: readonly string[];
  };
};

export async function openContest(player: Player, opening: Opening): Promise<Contest> {
  const id = player.machine.random(10);
  const prompt = await player.ledger.stage(opening.task.prompt);
  const opened: ContestOpened = {
    ...opening,
    type: 'contest.opened',
    v: 1,
    seed: player.machine.random(16),
    task: { ...opening.task, files: [...opening.task.files], prompt: prompt.ref },
  };
  await player.recorder.record(id, [opened], [prompt]);
  await prepareForMany(opened);
  return handle(player, { id, opened, events: [opened], prompt: opening.task.prompt });
}

/** Takes up a contest where its record ends. */
export async function reopenContest(player: Player, id: string): Promise<Contest> {
  const events = (await player.ledger.events(id)).map((stored: StoredEvent) => stored.event);
  const opened = events.find((event) => event.type === 'contest.opened');
  if (opened === undefined) throw new JoustError(`there is no contest ${id}`, { code: 'not-found' });
  if (events.some(({ type }) => type === 'contest.cancelled')) {
    throw new JoustError(`contest ${id} was cancelled, which is final`, {
      code: 'not-found',
      hint: `What is on record can still be shown: joust show ${id}.`,
    });
  }
  await prepareForMany(opened);
  const prompt = (await player.ledger.blob(opened.task.prompt)).toString('utf8');
  return handle(player, { id, opened, events, prompt });
}

const many = 8;

async function prepareForMany({ roster }: ContestOpened): Promise<void> {
  if (roster.length >= many) (await import('../process/heap.ts')).keepHeapSmall();
}

interface Played {
  readonly id: string;
  readonly opened: ContestOpened;
  readonly events: readonly JoustEvent[];
  readonly prompt: string;
}

function handle(player: Player, { id, opened, events, prompt }: Played): Contest {
  const used = new Set<string>();
  const playing = new Set<Promise<unknown>>();
  const closed = events.some(({ type }) => type === 'contest.closed');
  const take = (key: string) => {
    if (used.has(key)) throw new Error(`the key ${key} was used twice in contest ${id}`);
    used.add(key);
  };
  return {
    id,
    opened,
    task: { prompt, cwd: opened.task.cwd, tier: opened.task.tier },
    closed,
    async idle() {
      while (playing.size > 0) await Promise.allSettled(playing);
    },
    async attempt(step) {
      take(step.key);
      const inputs = inputsOf(step);
      const ended = lastOf(events, 'attempt.ended', step.key, inputs);
      const started = lastOf(events, 'attempt.started', step.key, inputs);
      const over = started !== undefined && isOver(events, started);
      if (ended !== undefined && started !== undefined && !closed) removeSpool(spoolAt(started.spool));
      const landed = ended
        ? { end: ended, text: await textOf(player, ended) }
        : await tracked(
            playing,
            runAttempt(player, { contest: id, step, inputs, ...(started && { started, over }) }),
          );
      player.observe({ type: 'landed', ...landed });
      const { end } = landed;
      return { contestant: step.contestant, end, text: () => textOf(player, end) };
    },
    async draw(key, choose) {
      take(key);
      const inputs = sha256(`${opened.seed}\n${key}`);
      const made = events.find(
        (event) => event.type === 'draw.made' && event.key === key && event.inputs === inputs,
      );
      if (made?.type === 'draw.made') return made.value as ReturnType<typeof choose>;
      const value = choose(seededRandom(inputs));
      await player.recorder.record(id, [{ type: 'draw.made', v: 1, key, inputs, value }]);
      return value;
    },
    async note(...facts) {
      const news = facts.filter((fact) => !events.some((known) => known.type === fact.type));
      if (news.length > 0) await player.recorder.record(id, news);
    },
  };
}

async function tracked<T>(playing: Set<Promise<unknown>>, work: Promise<T>): Promise<T> {
  playing.add(work);
  try {
    return await work;
  } finally {
    playing.delete(work);
  }
}

/** Everything the attempt's result depends on. */
function inputsOf({ prompt, contestant, tier, cwd }: AttemptStep): string {
  return sha256(JSON.stringify([prompt, contestant, tier, cwd]));
}

async function textOf({ ledger }: Player, { answer }: AttemptEnded): Promise<string> {
  return answer === undefined ? '' : (await ledger.blob(answer)).toString('utf8');
}

function lastOf<T extends 'attempt.started' | 'attempt.ended'>(
  events: readonly JoustEvent[],
  ...[type, key, inputs]: [type: T, key: string, inputs: string]
): Extract<JoustEvent, { type: T }> | undefined {
  return events.findLast(
    (event): event is Extract<JoustEvent, { type: T }> =>
      event.type === type &&
      'key' in event &&
      event.key === key &&
      'inputs' in event &&
      event.inputs === inputs,
  );
}

/** This very run was interrupted or given up: there is nothing left to attach to. */
function isOver(events: readonly JoustEvent[], started: AttemptStarted): boolean {
  return events.some(
    (event) =>
      (event.type === 'attempt.interrupted' || event.type === 'attempt.retried') &&
      event.key === started.key &&
      event.run === started.run,
  );
}
