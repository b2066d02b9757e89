// What fits next when a contest was played, or is looked at: two commands at most, the likelier one first.
import type { JoustEvent } from '../domain/event.ts';
import { personJudge } from '../domain/events/blind-pick.ts';
import { winnerIn } from '../domain/events/whose-word.ts';
import type { ContestStatus } from './contest-status.ts';
import {
  type AttemptSummary,
  type ContestSummary,
  contestSummary,
  type RecordedEvent,
} from './contest-summary.ts';

export interface NextStep {
  /** What for, in a few words. */
  readonly why: string;
  readonly command: string;
}

interface Known {
  /** It came to more than its answers. */
  readonly told: boolean;
  /** Somebody plays it now. */
  readonly playing?: boolean;
}

/** From the record as it may be seen: before a pick it names nobody. */
export function nextSteps(
  id: string,
  record: readonly RecordedEvent[],
  { told, playing = false }: Known,
): readonly NextStep[] {
  const summary = contestSummary(id, record);
  if (summary === undefined) return [];
  const found = factsOf(summary, record);
  const steps = summary.state === 'open' ? whileOpen(summary, playing) : afterEnd(found, told);
  return steps.filter(isStep).slice(0, 2);
}

/** `Contest 4k2: won by ann · look at it: joust diff 4k2 · take it: joust apply 4k2`. If that doesn't fit, each part has its line. */
export function nextText(
  { id, status }: { readonly id: string; readonly status: ContestStatus },
  steps: readonly NextStep[],
  columns = Number.POSITIVE_INFINITY,
): string {
  const parts = [`Contest ${id}: ${status.text}`, ...steps.map(({ why, command }) => `${why}: ${command}`)];
  const line = parts.join(' · ');
  return line.length <= columns ? line : parts.join('\n');
}

interface Facts {
  readonly id: string;
  readonly about: string | undefined;
  /** Of a contest of a brief: its folder. */
  readonly brief: string | undefined;
  readonly judged: boolean;
  readonly events: readonly JoustEvent[];
  readonly cancelled: boolean;
  readonly useless: boolean;
  /** By the last thing each did. */
  readonly answered: readonly string[];
  readonly failed: readonly string[];
  readonly winner: string | undefined;
  /** Who had the last word where somebody sums up. */
  readonly author: string | undefined;
}

type MaybeStep = NextStep | undefined;

function isStep(step: MaybeStep): step is NextStep {
  return step !== undefined;
}

function whileOpen({ id, waiting, attempts }: ContestSummary, playing: boolean): readonly MaybeStep[] {
  const see = { why: 'how it stands', command: `joust show ${id}` };
  if (playing) return [{ why: 'watch it', command: `joust tail ${id}` }, see];
  const later = attempts.some(({ state }) => state === 'parked');
  if (waiting === undefined)
    return [{ why: later ? 'then go on' : 'go on', command: `joust resume ${id}` }, see];
  const verb = waiting.words === undefined ? 'answer' : 'pick';
  return [{ why: verb, command: `joust ${verb} ${id} ${waiting.choices.join('|')}` }, see];
}

function factsOf({ id, opened, state, attempts }: ContestSummary, record: readonly RecordedEvent[]): Facts {
  const events = record.map(({ event }) => event);
  const isOk = ({ end }: AttemptSummary) => end?.outcome === 'ok';
  const own = new Map(
    attempts.filter(({ end }) => end?.role === undefined).map((one) => [one.contestant, one]),
  );
  const names = (fits: (one: AttemptSummary) => boolean) =>
    [...own.values()].filter(fits).map(({ contestant }) => contestant);
  const closed = events.findLast((event) => event.type === 'contest.closed');
  const last = attempts.findLast(isOk);
  const role = last?.end?.role;
  return {
    id,
    about: opened.about,
    events,
    cancelled: state === 'cancelled',
    ...(isOfBrief(opened) ? { brief: opened.task.cwd } : { brief: undefined }),
    judged: opened.format === 'judge',
    useless: closed?.type === 'contest.closed' && closed.outcome === 'nothing-usable',
    answered: names(isOk),
    failed: names((one) => one.end !== undefined && !isOk(one)),
    winner: bestIn(events),
    author: role === undefined || role === 'judge' ? undefined : last?.contestant,
  };
}

/** A person's word comes before what was computed. */
function bestIn(events: readonly JoustEvent[]): string | undefined {
  const picked = events.flatMap((event) =>
    event.type === 'verdict.given' && event.judge === personJudge && event.verdict.type === 'choice'
      ? [event.verdict.winner]
      : [],
  );
  return winnerIn(events) ?? picked.at(-1);
}

function afterEnd(facts: Facts, told: boolean): readonly MaybeStep[] {
  const { id, about, answered, failed, useless, cancelled, winner } = facts;
  const show = { why: 'see it again', command: `joust show ${id}` };
  if (cancelled) return [show];
  const ofBrief = briefSteps(facts);
  if (ofBrief.length > 0) return ofBrief;
  const change = changeSteps(facts);
  if (change.length > 0) return change;
  const retry =
    failed.length === 0
      ? undefined
      : { why: 'run those that failed again', command: `joust resume ${id} --retry-failed` };
  if (about !== undefined && answered.length + failed.length === 0) return aboutSteps(about, facts);
  if (useless) return [retry, replyStep(facts) ?? logStep(id, failed), show];
  const judge =
    told || winner !== undefined || answered.length < 2
      ? undefined
      : { why: 'have them judged', command: `joust judge ${id}` };
  return [judge, replyStep(facts), told ? undefined : retry, show];
}

/** Only briefs hand folders in. */
function isOfBrief({ format, options }: ContestSummary['opened']): boolean {
  const entries = format === 'judge' ? options['entries'] : undefined;
  const ofFolders =
    Array.isArray(entries) && entries.some((one: { folder?: unknown }) => one.folder !== undefined);
  return format === 'brief' || format === 'consult' || ofFolders;
}

/** Those of a brief go on in its folder. */
function briefSteps({ id, brief, judged, failed, useless, about }: Facts): readonly MaybeStep[] {
  if (brief === undefined) return [];
  const act = (what: string) => `joust brief ${what} ${shellWord(brief)}`;
  const again =
    failed.length === 0
      ? undefined
      : { why: 'run those that failed again', command: `joust resume ${id} --retry-failed` };
  const round = { why: 'another round', command: act('refine') };
  if (judged) return [{ why: 'sum it up', command: act('report') }, round];
  if (useless) return [again, logStep(id, failed)];
  return about === undefined
    ? [again, { why: 'have it judged', command: act('judge') }]
    : [{ why: 'have it judged', command: act('judge') }, round];
}

function changeSteps({ id, events, winner }: Facts): readonly NextStep[] {
  const changed = events.some((event) => event.type === 'entry.sealed' && event.change.files.length > 0);
  if (!changed) return [];
  const look = { why: 'look at it', command: `joust diff ${id}` };
  const stands = events.findLast((event) => event.type === 'patch.applied' || event.type === 'patch.undone');
  if (stands?.type === 'patch.applied') return [look, { why: 'take it back', command: `joust undo ${id}` }];
  if (winner !== undefined) return [look, { why: 'take it', command: `joust apply ${id}` }];
  return [
    { why: 'look at them', command: `joust diff ${id}` },
    { why: 'take one', command: `joust apply ${id} --as NAME` },
  ];
}

function replyStep({ id, answered, winner, author }: Facts): MaybeStep {
  const [only] = answered;
  const name = winner ?? author ?? (answered.length === 1 ? only : undefined);
  if (only === undefined && name === undefined) return undefined;
  const whose =
    answered.length === 1 && name === only ? '' : ` ${name === undefined ? 'NAME' : shellWord(name)}`;
  return { why: 'go on from an answer', command: `joust reply ${id}${whose} "..."` };
}

function logStep(id: string, [name]: readonly string[]): MaybeStep {
  return name === undefined
    ? undefined
    : { why: 'see what it printed', command: `joust show ${id} --log ${shellWord(name)}` };
}

/** It was about what others handed in elsewhere. */
function aboutSteps(about: string, { events, winner }: Facts): readonly MaybeStep[] {
  const subject = { why: 'what it was about', command: `joust show ${about}` };
  if (winner !== undefined)
    return [
      { why: 'go on from the best', command: `joust reply ${about} ${shellWord(winner)} "..."` },
      subject,
    ];
  if (!events.some(({ type }) => type === 'verdict.given'))
    return [{ why: 'have them judged', command: `joust judge ${about}` }, subject];
  return [subject, { why: 'settle it', command: `joust winner ${about} NAME --reason "..."` }];
}

/** As a shell takes it for one word. */
export function shellWord(name: string): string {
  return /^[\w@%+=:,./-]+$/.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`;
}
