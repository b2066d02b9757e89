// A question to a person: on record, answered from wherever, and never asked twice.
import type { GateAsked, JoustEvent } from '../../domain/event.ts';
import { blindUntil, isBlind, pickGate, saidChoice } from '../../domain/events/blind-pick.ts';
import { JoustError } from '../../domain/joust-error.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { failpoint, sha256 } from '../../process/machine.ts';
import type { Player } from '../play/player.ts';
import { Interrupted } from './halt.ts';
import { ContestRecord } from './record.ts';

export interface GateStep {
  /** Unique in the contest. */
  readonly key: string;
  readonly question: string;
  readonly choices: readonly [string, ...string[]];
  /** Other words for the choices; only a whole message means one then. */
  readonly words?: Readonly<Record<string, readonly string[]>>;
  /** What is to be looked at before it is answered. */
  readonly exhibits?: readonly { readonly label: string; readonly text: string }[];
  /** It may be answered before it is asked: by who has seen enough of what is to be looked at. */
  readonly early?: true;
}

interface OpenGate {
  readonly contest: string;
  readonly record: ContestRecord;
  readonly step: GateStep;
}

/** The answer on record, if there is one. */
export function answerOnRecord(record: ContestRecord, step: GateStep): string | undefined {
  const found = record.find('gate.answered', step.key, gateInputs(step));
  if (found !== undefined || step.early !== true) return found?.event.answer;
  const early = record.find('gate.answered', step.key, gateInputs(unseen(step)));
  const reopened = record.all.findLastIndex(({ type }) => type === 'attempt.reopened');
  return early !== undefined && early.order > reopened ? early.event.answer : undefined;
}

/** As it is known before there is anything to be looked at. */
function unseen({ exhibits: _exhibits, ...step }: GateStep): GateStep {
  return step;
}

/** The answer that somebody gave before this question came up, in another process. */
export async function answeredEarly(
  { ledger }: Pick<Player, 'ledger'>,
  { contest, step }: Omit<OpenGate, 'record'>,
): Promise<string | undefined> {
  if (step.early !== true) return undefined;
  return answerOnRecord(new ContestRecord(await ledger.events(contest)), step);
}

/** Puts the question on record once, and asks whoever sits here. Undefined: nobody does. */
export async function askHere(
  player: Player,
  { contest, record, step }: OpenGate,
): Promise<string | undefined> {
  const asked = gateAsked(step);
  const { key, inputs } = asked;
  if (record.find('gate.asked', key, inputs) === undefined) await player.recorder.record(contest, [asked]);
  const said = await player.answer?.(asked);
  if (said === undefined) {
    player.observe({ type: 'waiting', contest, gate: asked });
    return undefined;
  }
  const event = { type: 'gate.answered', v: 1, key, inputs, ...said } as const;
  await player.recorder.record(contest, [event]);
  return said.answer;
}

/** Listens to the record while the player is here for other reasons. */
export async function answeredElsewhere(player: Player, { contest, step }: OpenGate): Promise<string> {
  const { ledger, signal } = player;
  for (let seq = 0; ; ) {
    const types = ['gate.answered', 'attempt.reopened'] as const;
    const answers = await ledger.eventsAfter(seq, { contest, types });
    const found = answerOnRecord(new ContestRecord(answers), step);
    if (found !== undefined) return found;
    seq = answers.at(-1)?.seq ?? seq;
    await ledger.waitForNews(seq, { contest, types, signal });
    if (signal.aborted) throw new Interrupted('interrupted while waiting for an answer');
  }
}

function gateAsked(step: GateStep): GateAsked {
  const { key, question, choices, words, exhibits } = step;
  return {
    type: 'gate.asked',
    v: 1,
    key,
    inputs: gateInputs(step),
    question,
    choices: [...choices],
    words: words && Object.fromEntries(Object.entries(words).map(([word, all]) => [word, [...all]])),
    exhibits: exhibits && [...exhibits],
  };
}

function gateInputs({ question, choices, exhibits }: GateStep): string {
  return sha256(JSON.stringify([question, choices, ...(exhibits === undefined ? [] : [exhibits])]));
}

/** The first answer stands: where two come at once, the second finds no question. */
export async function answerGate(
  ledger: Ledger,
  id: string,
  { answer, program }: { readonly answer: string; readonly program?: string | undefined },
): Promise<GateAsked> {
  const events = (await ledger.events(id)).map(({ event }) => event);
  const answered = new Set(
    events.flatMap((event) => (event.type === 'gate.answered' ? [`${event.key} ${event.inputs}`] : [])),
  );
  const open = events.filter(
    (event) => event.type === 'gate.asked' && !answered.has(`${event.key} ${event.inputs}`),
  );
  const gate = open.at(-1) ?? earlyGate(events);
  if (gate?.type !== 'gate.asked' || isOver(events)) {
    throw new JoustError(`contest ${id} does not wait for an answer`, {
      code: 'not-found',
      hint: `See how it stands with: joust show ${id}`,
    });
  }
  const meant = saidChoice(gate, answer);
  if (meant === undefined) {
    throw new JoustError(`"${answer}" is no answer to: ${gate.question}`, {
      code: 'usage',
      hint: `It is one of: ${gate.choices.join(', ')}.`,
    });
  }
  const { key, inputs } = gate;
  passFailpoints('before', key);
  const event = { type: 'gate.answered', v: 1, key, inputs, answer: meant, by: 'command' } as const;
  await ledger.append([{ contest: id, events: [{ ...event, program }] }]);
  passFailpoints('after', key);
  return gate;
}

/** A pick between two that are still writing; both have begun. */
function earlyGate(events: readonly JoustEvent[]): GateAsked | undefined {
  const opened = events.find((event) => event.type === 'contest.opened');
  if (opened === undefined || blindUntil(opened) !== pickGate.key || !isBlind(events)) return undefined;
  const begun = new Set(
    events.flatMap((event) => (event.type === 'attempt.started' ? [event.contestant] : [])),
  );
  return begun.size < opened.roster.length ? undefined : gateAsked(pickGate);
}

function passFailpoints(when: 'before' | 'after', key: string): void {
  failpoint(`${when} gate.answered`);
  failpoint(`${when} gate.answered ${key}`);
}

/** A question that was left behind by another way on is nobody's any more. */
function isOver(events: readonly JoustEvent[]): boolean {
  const last = (type: JoustEvent['type']) => events.findLastIndex((event) => event.type === type);
  return last('contest.cancelled') >= 0 || last('contest.closed') > last('attempt.reopened');
}
