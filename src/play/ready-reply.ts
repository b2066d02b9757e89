// joust reply: goes on from an answer on record, with the conversation so far, by whoever gave it or anybody else.
import type { BlobRef } from '../domain/change.ts';
import type { ContestOpened, JoustEvent } from '../domain/event.ts';
import { winnerIn } from '../domain/events/whose-word.ts';
import { JoustError } from '../domain/joust-error.ts';
import { everybody } from '../domain/roster.ts';
import type { Archive, Fitting } from '../record/archive.ts';
import { type RecordWorld, withArchive } from './make-scene.ts';
import { type ReadyContest, readyContest, type StartRequest } from './ready.ts';

export interface ReplyRequest extends Omit<StartRequest, 'format' | 'subject'> {
  /** Its whole ID. */
  readonly contest: string;
  /** Whose answer; absent: the only one there is, or the winner's. */
  readonly name?: string;
}

/** Contests with an answer to go on from. */
export const thatAnswered: Fitting = {
  holds: (record) => answersIn(record.map(({ event }) => event)).size > 0,
};

/** Whether the newest of these contests has an answer of this contestant. */
export async function hasAnswered(archive: Archive, name: string): Promise<boolean> {
  const record = await archive.events(await archive.find('@last', thatAnswered));
  return answersIn(record.map(({ event }) => event)).has(name);
}

export async function readyReply(
  { contest, name, ...asked }: ReplyRequest,
  world: RecordWorld,
): Promise<ReadyContest> {
  const { said, spec, replyTo } = await withArchive(world, (archive) => answered(archive, contest, name));
  const { prompt = '', own = prompt.length, settings = {} } = asked;
  const replied: StartRequest = {
    ...asked,
    format: 'ask',
    prompt: `${prompt}\n\n${begin}\n${said}\n${end}`,
    own,
    settings: { contestant: [spec], ...settings, replyTo },
  };
  return await readyContest(replied, world);
}

const begin = '--- begin of the conversation so far ---';
const end = '--- end of the conversation so far ---';

async function answered(archive: Archive, id: string, name: string | undefined) {
  const events = (await archive.events(id)).map(({ event }) => event);
  const opened = events.find((event) => event.type === 'contest.opened');
  if (opened === undefined)
    throw new JoustError(`contest ${id} has no beginning on record`, { code: 'not-found' });
  const answers = answersIn(events);
  const who = name ?? whoseAnswer(id, events, answers);
  const answer = answers.get(who);
  if (answer === undefined) throw noAnswer(id, who, answers);
  const turns = [...(await earlierTurns(archive, opened)), turn(who, await archive.text(answer))];
  return { said: turns.join('\n\n'), spec: specOf(opened, who), replyTo: `${id} ${who}` };
}

/** The last usable answer of each, judges and others who served included. */
function answersIn(events: readonly JoustEvent[]): ReadonlyMap<string, BlobRef> {
  return new Map(
    events.flatMap((event) =>
      event.type === 'attempt.ended' && event.outcome === 'ok' && event.answer !== undefined
        ? [[event.contestant, event.answer] as const]
        : [],
    ),
  );
}

function whoseAnswer(
  id: string,
  events: readonly JoustEvent[],
  answers: ReadonlyMap<string, BlobRef>,
): string {
  const [only] = answers.keys();
  if (answers.size === 1 && only !== undefined) return only;
  const won = winnerIn(events);
  if (won !== undefined) return won;
  throw noAnswer(id, undefined, answers);
}

function noAnswer(id: string, name: string | undefined, answers: ReadonlyMap<string, BlobRef>): JoustError {
  const names = [...answers.keys()].join(', ');
  if (names === '')
    return new JoustError(`contest ${id} has no answer`, {
      code: 'not-found',
      hint: `See what became of it: joust show ${id}`,
    });
  return new JoustError(
    name === undefined ? `contest ${id} has several answers` : `"${name}" has no answer in contest ${id}`,
    { code: 'not-found', hint: `Say whose: joust reply ${id} NAME "..."; there are ${names}.` },
  );
}

/** What was asked, and for a reply everything before it. */
async function earlierTurns(archive: Archive, { task, options }: ContestOpened): Promise<readonly string[]> {
  const prompt = await archive.text(task.prompt);
  // Behind the words of whoever asked: an answer may hold the same line.
  const from = options['replyTo'] === undefined ? -1 : prompt.indexOf(begin, task.own ?? 0);
  if (from < 0) return [turn('user', prompt)];
  const before = prompt.slice(from + begin.length, prompt.lastIndexOf(end)).trim();
  return [before, turn('user', prompt.slice(0, from))];
}

function turn(who: string, text: string): string {
  return `${who}:\n${text.trim()}`;
}

/** As it is written for -c; a copy (`claude#2`) is what it is a copy of. */
function specOf(opened: ContestOpened, name: string): string {
  const { agent, model } = everybody(opened).find((one) => one.name === name) ?? { agent: name };
  const base = name.replace(/#\d+$/, '');
  return base === agent && model !== undefined ? `${agent}/${model}` : base;
}
