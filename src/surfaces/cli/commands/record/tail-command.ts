// joust tail: watches a contest from any terminal, from its beginning.

import type { JoustEvent } from '../../../../domain/event.ts';
import { unplayedText } from '../../../../domain/events/unplayed.ts';
import { exitCode, JoustError } from '../../../../domain/joust-error.ts';
import { everybody } from '../../../../domain/roster.ts';
import { answersShown } from '../../../../formats/all.ts';
import { cannotBeTold, contestResult } from '../../../../play/result.ts';
import { hostNameIn } from '../../../../pool/host-name.ts';
import { joustHome } from '../../../../process/machine.ts';
import { type Archive, openArchive, stillBlind } from '../../../../record/archive.ts';
import { answerHeading } from '../../../../views/answer.ts';
import {
  type AttemptSummary,
  type ContestSummary,
  contestSummary,
  isQueued,
} from '../../../../views/contest-summary.ts';
import { notesOf } from '../../../../views/document.ts';
import { folderNotes } from '../../../../views/folder-notes.ts';
import { visible, visibleLine } from '../../../../views/visible.ts';
import type { CliWorld, CommandProgram } from '../../grammar/command.ts';
import { paperFor } from '../../screens/paper.ts';
import { tellNext } from '../../screens/play-on-screen.ts';
import { headOf, namesIn, type Paper } from '../../screens/screen.ts';
import { type Voices, voicesOf } from './tail-live.ts';

export const tailCommand: CommandProgram = async (input, cli) => {
  const [name = '@last', contestant] = input.words;
  await using archive = openArchive(joustHome(cli.machine), cli.machine);
  const id = await archive.find(name);
  const { opened } = summaryOf(id, await archive.events(id));
  const names = namesIn(opened);
  const watch = { archive, id, names, cli, paper: await paperFor(input, cli, names) };
  await (contestant === undefined ? tellAll(watch) : tellOne(watch, contestant));
  return cli.signal.aborted ? exitCode.interrupted : exitCode.ok;
};

interface Watch {
  readonly archive: Archive;
  readonly id: string;
  readonly names: readonly string[];
  readonly cli: CliWorld;
  readonly paper: Paper;
}

/** What contestants say as they say it, and how each ended, until the contest is over or nobody plays it; then what it came to. */
async function tellAll(watch: Watch): Promise<void> {
  const { archive, id, cli } = watch;
  const told = new Set<string>();
  const voices = voicesOf(archive, watch, cli);
  for await (const { events, playing } of archive.follow(id, cli.signal)) {
    const summary = summaryOf(id, events);
    tellNotes(summary, events, { told, cli });
    if (summary.blind === true) tellExhibits(summary, { told, watch });
    if (playing) voices.follow(summary.attempts.filter(isSpeaking));
    await tellEnded(summary, { told, watch, voices });
    if (!cli.signal.aborted && playing && summary.state === 'open') continue;
    await voices.stop();
    return cli.signal.aborted ? undefined : await leave(summary, watch);
  }
}

/** Whoever serves is heard by what it comes to. */
function isSpeaking({ state, role }: AttemptSummary): boolean {
  return state === 'open' && role === undefined;
}

async function tellEnded(
  summary: ContestSummary,
  { told, watch, voices }: { told: Set<string>; watch: Watch; voices: Voices },
): Promise<void> {
  const { stdout, signal } = watch.cli;
  const shows = await answersShown(summary.opened);
  for (const attempt of inOrderOfEnd(summary)) {
    if (told.has(attempt.key) || attempt.end === undefined) continue;
    told.add(attempt.key);
    const heard = await voices.heard(attempt);
    if (signal.aborted) return;
    if (shows(attempt.end)) stdout.write(await answerText(watch, summary, { ...attempt, heard }));
  }
}

/** What it came to, or how it stands. */
async function leave(summary: ContestSummary, { cli, paper }: Watch): Promise<void> {
  const { machine, stdout, stderr } = cli;
  const { document, problem } = await contestResult({ machine, home: joustHome(machine) }, summary.id);
  if (problem !== undefined) stderr.write(`${cannotBeTold}: ${visibleLine(problem)}\n`);
  if (document !== undefined && summary.state === 'closed') {
    stdout.write(await paper.document(document));
    for (const note of notesOf(document)) stderr.write(`${visibleLine(note)}\n`);
  }
  await tellNext(summary.id, { cli, told: document !== undefined });
}

/** What the terminal that plays it was told: before it began, and who waits for a place. */
function tellNotes(
  summary: ContestSummary,
  events: readonly { readonly event: JoustEvent }[],
  { told, cli }: { told: Set<string>; cli: CliWorld },
): void {
  const { opened } = summary;
  const queued = events.flatMap(({ event }) =>
    event.type === 'attempt.queued'
      ? [`${event.contestant} waits in the lane ${event.lane}, place ${event.ahead} in the queue`]
      : [],
  );
  const watched = events.flatMap(({ event }) => (event.type === 'folder.watched' ? folderNotes(event) : []));
  const waits = 'It waits for a host of the pool; who is there: joust hosts';
  const begun = summary.attempts.length > 0 || !isQueued(summary);
  for (const note of [
    ...(opened.notes ?? []),
    ...(begun ? [] : [waits]),
    ...queued,
    ...elsewhere(events, cli),
    ...watched,
  ]) {
    if (told.has(`note ${note}`)) continue;
    told.add(`note ${note}`);
    cli.stderr.write(`${visibleLine(note)}\n`);
  }
}

/** What runs on another host is told by its record; what it says while it runs is in that host's spools. */
function elsewhere(
  events: readonly { readonly event: JoustEvent }[],
  { machine }: CliWorld,
): readonly string[] {
  const own = hostNameIn(joustHome(machine));
  return events.flatMap(({ event }) => {
    if (event.type === 'attempt.lost')
      return [`The host ${event.host} was lost, and with it run ${event.run} of ${event.contestant}`];
    if (event.type === 'contest.unplayed') return [`${unplayedText(event)}.`];
    if (event.type !== 'attempt.started' || event.host === undefined || event.host === own) return [];
    return [
      `${event.contestant} plays on the host ${event.host}${event.run > 1 ? `, run ${event.run}` : ''}`,
      `What is said on the host ${event.host} while it is played is seen there only; answers are told here when they are whole`,
    ];
  });
}

/** Without names, when there is something to pick. */
function tellExhibits(
  { waiting }: ContestSummary,
  { told, watch: { cli, paper } }: { told: Set<string>; watch: Watch },
): void {
  if (waiting?.exhibits === undefined || told.has(waiting.inputs)) return;
  told.add(waiting.inputs);
  cli.stdout.write(paper.exhibits(waiting));
}

/** One contestant's words as they come. */
async function tellOne(watch: Watch, contestant: string): Promise<void> {
  const { archive, id, cli } = watch;
  for await (const { events, playing } of archive.follow(id, cli.signal)) {
    const summary = summaryOf(id, events);
    if (summary.blind === true) throw stillBlind(id);
    const attempt = summary.attempts.find((one) => one.contestant === contestant || one.key === contestant);
    if (attempt?.end !== undefined) {
      cli.stdout.write(await answerText(watch, summary, attempt));
      return;
    }
    if (attempt?.state === 'open' && (await tellLive(archive, { id, key: attempt.key }, cli))) return;
    if (attempt === undefined) checkName(summary, contestant);
    if (cli.signal.aborted) return;
    if (!playing || summary.state !== 'open') return await tellNext(id, { cli, told: false });
  }
}

/** True: it was told to its end. */
async function tellLive(
  archive: Archive,
  { id, key }: { id: string; key: string },
  cli: CliWorld,
): Promise<boolean> {
  for await (const event of archive.tail(id, key, cli.signal)) {
    if (cli.signal.aborted) return true;
    if (event.type === 'text') cli.stdout.write(visible(event.delta));
    if (event.type === 'notice') cli.stderr.write(`${visible(event.text)}\n`);
    if (event.type !== 'ended') continue;
    cli.stdout.write('\n');
    cli.stderr.write(`${event.outcome}${event.reason === undefined ? '' : `: ${visible(event.reason)}`}\n`);
    return true;
  }
  return false;
}

function inOrderOfEnd({ attempts }: ContestSummary): readonly AttemptSummary[] {
  const endedAt = ({ end }: AttemptSummary) => end?.timing.endedAt ?? '';
  return attempts.filter(({ end }) => end !== undefined).sort((a, b) => (endedAt(a) < endedAt(b) ? -1 : 1));
}

function summaryOf(id: string, events: Parameters<typeof contestSummary>[1]): ContestSummary {
  const summary = contestSummary(id, events);
  if (summary !== undefined) return summary;
  throw new JoustError(`contest ${id} has no beginning on record`, { code: 'not-found' });
}

function checkName({ opened }: ContestSummary, name: string): void {
  if (everybody(opened).some((one) => one.name === name)) return;
  throw new JoustError(`"${name}" does not play in this contest`, {
    code: 'not-found',
    hint: `There are: ${everybody(opened)
      .map((one) => one.name)
      .join(', ')}.`,
  });
}

/** Whose words were all heard is not quoted again. */
async function answerText(
  { archive, paper }: Watch,
  { opened }: ContestSummary,
  { end, heard }: AttemptSummary & { readonly heard?: string | undefined },
): Promise<string> {
  if (end === undefined) return '';
  const text = end.answer === undefined ? '' : await archive.text(end.answer);
  const head = headOf(everybody(opened), end);
  if (end.outcome === 'ok' && heard?.trim() === text.trim())
    return `${paper.heading(answerHeading(head, end))}\n\n`;
  return paper.answer({ head, end, text });
}
