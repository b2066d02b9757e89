// The handle a format plays on: steps with keys, whose recorded ends come back instead of being done again.
import type { BlobRef } from '../../domain/change.ts';
import type { Tier } from '../../domain/contestant.ts';
import type {
  AttemptEnded,
  AttemptParked,
  CellMeasured,
  ContestOpened,
  VerdictGiven,
} from '../../domain/event.ts';
import { givingWay } from '../../process/give-way.ts';
import { sha256 } from '../../process/machine.ts';
import { runAttempt } from '../attempt/attempt.ts';
import { Budget } from '../budget/budget.ts';
import { type StepBudget, withinBoth } from '../budget/enclosing.ts';
import { estimatorFor } from '../budget/estimate.ts';
import type { CheckStep } from '../check/check.ts';
import type { Player } from '../play/player.ts';
import { Checkouts } from '../workspace/checkouts.ts';
import { playChild } from './child.ts';
import { type Random, seededRandom } from './draw.ts';
import { drawn, recordFact } from './facts.ts';
import { answeredEarly, answeredElsewhere, answerOnRecord, askHere, type GateStep } from './gate.ts';
import { Halt } from './halt.ts';
import type { ContestRecord } from './record.ts';
import { ReplayOrder } from './replay-order.ts';
import {
  type AttemptResult,
  type AttemptStep,
  type CheckResult,
  type ChildRequest,
  type ChildResult,
  type ChildStart,
  type Fact,
  inputsOf,
  type Landed,
  type NotedFact,
  notEndedYet,
  ownIn,
  type Parked,
  type StopStep,
  unplayed,
} from './step.ts';

export interface Contest {
  readonly id: string;
  readonly opened: ContestOpened;
  readonly task: { readonly prompt: string; readonly cwd: string; readonly tier: Tier };
  /** Its record is closed: playing it tells it again. */
  readonly closed: boolean;
  /** Throws Interrupted when the player was told to leave; any other end is a value. */
  attempt(step: AttemptStep): Promise<AttemptResult>;
  /** A measurement: a command's exit code and output. */
  check(step: CheckStep): Promise<CheckResult>;
  /** A private checkout will be needed by checks: what can be made of it already is made meanwhile. */
  prepare(workspace: NonNullable<CheckStep['workspace']>): void;
  /** Clears a private checkout away in which checks ran. */
  leave(workspace: string): Promise<void>;
  /** One of the choices, by a person. It may not be answered in this playing: then nothing comes back. */
  decide(step: GateStep): Promise<string>;
  /** An early stop: these attempts end now, or never start. */
  stop(step: StopStep): Promise<void>;
  /** Another contest as a step of this one. It is paid for by this one, and waited for. */
  play(key: string, request: ChildRequest | ChildStart): Promise<ChildResult>;
  /** The same, where others go on meanwhile; undefined: it cannot be played to its end in this playing, or told from here. */
  tryPlay(key: string, request: ChildStart): Promise<ChildResult | undefined>;
  /** Content that the options of the contest name. */
  content(ref: BlobRef): Promise<string>;
  /** Puts a fact on record, once for its key and what it rests on (`inputs`, of which the hash is kept). */
  fact(event: Fact): Promise<'new' | 'known'>;
  /** The verdict on record that rests on this; of a closed contest the last, however it was asked for and read then. */
  verdict(key: string, inputs: string): VerdictGiven | undefined;
  /** What came out of a cell, unless it was reopened since. */
  measured(key: string, inputs: string): CellMeasured | undefined;
  /** Whether an end of this step is on record. */
  ended(key: string): boolean;
  /** A random choice that depends on the contest's seed and the key alone, and is recorded. */
  draw<T>(key: string, choose: (random: Random) => T): Promise<T>;
  /** A source of randomness for computing, the same each time for the same key; nothing of it is recorded. */
  random(key: string): Random;
  /** Resolves when no attempt is under way; a format may be left by an error while others of its attempts still run. */
  idle(): Promise<void>;
  /** What is parked as of now. */
  parked(): readonly AttemptParked[];
  /** Resolves when nothing is under way but questions to people. */
  readonly stuck: Promise<void>;
  /** Records facts about this playing together. */
  note(...facts: readonly NotedFact[]): Promise<void>;
}

export interface ContestPlace {
  readonly id: string;
  readonly record: ContestRecord;
  readonly opened: ContestOpened;
  readonly prompt: string;
}

/** What the steps of one playing have in common. */
interface Hand extends ContestPlace {
  readonly player: Player;
  readonly replay: ReplayOrder;
  readonly budget: StepBudget;
  readonly playing: Set<Promise<unknown>>;
  readonly halts: Map<string, Halt>;
  readonly used: Set<string>;
  readonly parked: AttemptParked[];
  readonly checkouts: Checkouts;
}

export async function contestHandle(player: Player, place: ContestPlace): Promise<Contest> {
  const { id, record, opened, prompt } = place;
  const { settings, ledger } = player;
  player.breaker.recall(record.all, player.machine.now());
  const { attemptTokens } = record.limits;
  const estimator = () => estimatorFor({ ledger, prices: settings.prices, attemptTokens }, opened.format);
  const own = await Budget.of(record, estimator);
  const hand: Hand = {
    ...place,
    player,
    replay: new ReplayOrder(),
    budget: player.within === undefined ? own : withinBoth(own, player.within),
    playing: new Set(),
    halts: new Map(),
    used: new Set(),
    parked: [],
    checkouts: new Checkouts(player, place),
  };
  const giveWay = givingWay();
  return {
    id,
    opened,
    task: { prompt, cwd: opened.task.cwd, tier: opened.task.tier },
    closed: record.closed,
    stuck: hand.replay.stuck,
    attempt: (step) => attempt(hand, step),
    check: (step) => check(hand, step),
    prepare: (workspace) => hand.checkouts.prepare(workspace),
    leave: (workspace) => hand.checkouts.leave(workspace),
    decide: (step) => decide(hand, step),
    async play(key, request) {
      const played = await child(hand, key, request);
      return played ?? (await hand.replay.inVain());
    },
    tryPlay: async (key, request) =>
      player.retells === undefined ? await child(hand, key, request) : undefined,
    stop: (step) => stop(hand, step),
    parked: () => hand.parked,
    content: async (ref) => {
      await hand.replay.during(giveWay);
      return await read(hand, ref);
    },
    fact: (event) => recordFact(hand, event),
    verdict: (key, inputs) => record.verdict(key, sha256(inputs)),
    measured: (key, inputs) => record.standing('cell.measured', key, sha256(inputs))?.event,
    ended: (key) => record.ends.some((end) => end.key === key),
    draw: (key, choose) => {
      take(hand, key);
      return drawn(hand, key, choose);
    },
    random: (key) => seededRandom(sha256(`${opened.seed}\nrandom\n${key}`)),
    async note(...facts) {
      const news = facts.filter(({ type }) => type !== 'agents.identified' || !record.has(type));
      if (news.length > 0) await player.recorder.record(id, news);
    },
    idle: async () => {
      while (hand.playing.size > 0) await Promise.allSettled(hand.playing);
      hand.budget.close();
    },
  };
}

async function attempt(hand: Hand, step: AttemptStep): Promise<AttemptResult> {
  const { id, record, player, replay, budget, playing } = hand;
  take(hand, step.key);
  const inputs = inputsOf(step);
  const known = record.attempt(step.key, inputs);
  if (known.state === 'ended') {
    const { event, order } = known.found;
    await replay.turn(order);
    const entry = step.workspace && record.find('entry.sealed', step.key, inputs)?.event;
    const text = await read(hand, event.answer);
    return told(hand, step, { end: event, text, entry: entry?.run === event.run ? entry : undefined });
  }
  const stopped = record.stopOf(step.key);
  if (known.state === 'parked' && (record.closed || stopped !== undefined || player.retells !== undefined)) {
    // It was not waited for: as far as this contest goes, it stays parked.
    await replay.turn(known.found.order);
    return told(hand, step, { parked: known.found.event });
  }
  if (player.retells !== undefined) return await notYet(hand, step, inputs);
  if (record.closed) throw unplayed(id, step.key);
  const { only } = player.settings;
  if (only !== undefined && !only.includes(step.contestant.name)) return await replay.inVain();
  const halt = haltOf(hand, step.key);
  if (stopped !== undefined) halt.now({ outcome: 'cancelled', reason: stopped.reason });
  const unwatch = budget.watch(halt);
  const { started } = known;
  const open = known.state === 'open' ? { over: known.over } : { over: true, parked: known.found.event };
  const own = ownIn(step, hand.prompt.slice(0, hand.opened.task.own));
  const run = { contest: id, step, own, inputs, record, budget, halt, ...open, started };
  const landed = await tracked(playing, replay.work(runAttempt(player, run))).finally(unwatch);
  await replay.turn();
  return told(hand, step, landed);
}

function child(
  hand: Hand,
  key: string,
  request: ChildRequest | ChildStart,
): Promise<ChildResult | undefined> {
  take(hand, key);
  return tracked(hand.playing, playChild(hand, key, request));
}

async function notYet({ player, replay }: Hand, step: AttemptStep, inputs: string): Promise<AttemptResult> {
  if (player.retells === 'waits' || step.role !== undefined) return await replay.inVain();
  await replay.turn();
  return notEndedYet(step, inputs, player.machine.now());
}

async function check(hand: Hand, step: CheckStep): Promise<CheckResult> {
  const { id, record, player, replay, playing } = hand;
  take(hand, step.key);
  const { checkInputs } = await replay.during(() => import('../check/check.ts'));
  const { measured } = await replay.during(() => import('../check/measured-checks.ts'));
  const known = record.check(step.key, checkInputs(step));
  if (known === undefined && player.retells !== undefined) return await replay.inVain();
  if (known === undefined && record.closed) throw unplayed(id, step.key);
  const measure = () => measured(player, { contest: id, record, step, checkouts: hand.checkouts });
  const end = known?.event ?? (await tracked(playing, replay.work(measure())));
  await replay.turn(known?.order);
  return {
    end,
    stdout: () => read(hand, end.stdout),
    stderr: () => read(hand, end.stderr),
    report: async () => (end.report === undefined ? undefined : await read(hand, end.report)),
    reports: async () => (end.reports === undefined ? undefined : await read(hand, end.reports)),
  };
}

async function decide(hand: Hand, step: GateStep): Promise<string> {
  const { id, record, player, replay } = hand;
  take(hand, step.key);
  const known = answerOnRecord(record, step);
  if (known !== undefined) return known;
  if (player.retells !== undefined) return await replay.inVain();
  if (record.closed) throw unplayed(id, step.key);
  const gate = { contest: id, record, step };
  const early = await replay.work(answeredEarly(player, gate));
  const answer = early ?? (await replay.work(askHere(player, gate)));
  return answer ?? (await replay.person(answeredElsewhere(player, gate)));
}

async function stop(hand: Hand, { key, attempts, reason }: StopStep): Promise<void> {
  const { id, record, player, replay } = hand;
  take(hand, key);
  const inputs = sha256(JSON.stringify([attempts, reason]));
  if (record.find('stop.decided', key, inputs) === undefined) {
    const about = { v: 1, key, inputs, reason } as const;
    await replay.during(() =>
      player.recorder.record(id, [{ type: 'stop.decided', ...about, attempts: [...attempts] }]),
    );
  }
  for (const one of attempts) haltOf(hand, one).now({ outcome: 'cancelled', reason });
  const still = hand.parked.filter((parked) => !attempts.includes(parked.key));
  hand.parked.splice(0, hand.parked.length, ...still);
}

function take({ used, id }: Hand, key: string): void {
  if (used.has(key)) throw new Error(`the key ${key} was used twice in contest ${id}`);
  used.add(key);
}

function haltOf({ halts }: Hand, key: string): Halt {
  const known = halts.get(key) ?? new Halt();
  halts.set(key, known);
  return known;
}

/** Says it to whoever watches, and hands it to the format. */
function told(hand: Hand, { key, contestant }: AttemptStep, result: Landed | Parked): AttemptResult {
  if ('parked' in result) {
    if (hand.halts.get(key)?.why === undefined) hand.parked.push(result.parked);
    hand.player.observe({ type: 'parked', parked: result.parked });
    return { state: 'parked', key, contestant, parked: result.parked };
  }
  hand.player.observe({ type: 'landed', ...result });
  const { end, entry } = result;
  const text = () => read(hand, end.answer);
  return { state: 'ended', key, contestant, end, entry, text };
}

function read({ replay, player }: Hand, ref: AttemptEnded['answer']): Promise<string> {
  return replay.during(async () =>
    ref === undefined ? '' : (await player.ledger.blob(ref)).toString('utf8'),
  );
}

async function tracked<T>(playing: Set<Promise<unknown>>, work: Promise<T>): Promise<T> {
  playing.add(work);
  try {
    return await work;
  } finally {
    playing.delete(work);
  }
}
