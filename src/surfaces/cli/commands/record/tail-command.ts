// joust tail: watches a contest from any terminal, from its beginning.
import { type Archive, openArchive } from '../../../../app/archive.ts';
import { homeOf } from '../../../../app/host.ts';
import { cannotBeTold, contestResult, shownAnswers } from '../../../../app/result.ts';
import type { JoustEvent } from '../../../../domain/event.ts';
import { exitCode, JoustError } from '../../../../domain/joust-error.ts';
import { everybody } from '../../../../domain/roster.ts';
import { answerBody, answerHeading, exhibitsText, plainQuote } from '../../../../views/answer.ts';
import {
  type AttemptSummary,
  type ContestSummary,
  contestSummary,
} from '../../../../views/contest-summary.ts';
import { notesOf } from '../../../../views/document.ts';
import { folderNotes } from '../../../../views/folder-notes.ts';
import { visible, visibleLine } from '../../../../views/visible.ts';
import type { CliWorld, CommandProgram } from '../../grammar/command.ts';
import { tellNext } from '../../screens/play-on-screen.ts';
import { headOf, namesIn } from '../../screens/screen.ts';

export const tailCommand: CommandProgram = async ({ words: [name = '@last', contestant] }, cli) => {
  await using archive = openArchive(homeOf(cli.machine), cli.machine);
  const id = await archive.find(name);
  const watched =
    contestant === undefined ? tellAnswers(archive, id, cli) : tellOne(archive, id, { contestant, cli });
  await watched;
  return cli.signal.aborted ? exitCode.interrupted : exitCode.ok;
};

/** Every answer that is shown, once, as it lands, until the contest is over or nobody plays it; then what it came to. */
async function tellAnswers(archive: Archive, id: string, cli: CliWorld): Promise<void> {
  const told = new Set<string>();
  for await (const { events, playing } of archive.follow(id, cli.signal)) {
    const summary = summaryOf(id, events);
    tellNotes(summary, events, { told, cli });
    if (summary.blind === true) tellExhibits(summary, { told, cli });
    const shows = await shownAnswers(summary.opened);
    for (const attempt of inOrderOfEnd(summary)) {
      if (told.has(attempt.key) || attempt.end === undefined || !shows(attempt.end)) continue;
      told.add(attempt.key);
      cli.stdout.write(await answerText(archive, summary, attempt));
    }
    if (cli.signal.aborted) return;
    if (!playing || summary.state !== 'open') return await leave(summary, cli);
  }
}

/** What it came to, or how it stands. */
async function leave(summary: ContestSummary, cli: CliWorld): Promise<void> {
  const { machine, stdout, stderr } = cli;
  const { document, problem } = await contestResult({ machine, home: homeOf(machine) }, summary.id);
  if (problem !== undefined) stderr.write(`${cannotBeTold}: ${visibleLine(problem)}\n`);
  if (document !== undefined && summary.state === 'closed') {
    const { documentText } = await import('../../../../views/render/document-text.ts');
    stdout.write(documentText(document, { names: namesIn(summary.opened) }));
    for (const note of notesOf(document)) stderr.write(`${visibleLine(note)}\n`);
  }
  await closing(summary, cli, document !== undefined);
}

/** What the terminal that plays it was told: before it began, and who waits for a place. */
function tellNotes(
  { opened }: ContestSummary,
  events: readonly { readonly event: JoustEvent }[],
  { told, cli }: { told: Set<string>; cli: CliWorld },
): void {
  const queued = events.flatMap(({ event }) =>
    event.type === 'attempt.queued'
      ? [`${event.contestant} waits in the lane ${event.lane}, place ${event.ahead} in the queue`]
      : [],
  );
  const watched = events.flatMap(({ event }) => (event.type === 'folder.watched' ? folderNotes(event) : []));
  for (const note of [...(opened.notes ?? []), ...queued, ...watched]) {
    if (told.has(`note ${note}`)) continue;
    told.add(`note ${note}`);
    cli.stderr.write(`${visibleLine(note)}\n`);
  }
}

/** Without names, when there is something to pick. */
function tellExhibits(
  { waiting }: ContestSummary,
  { told, cli }: { told: Set<string>; cli: CliWorld },
): void {
  if (waiting?.exhibits === undefined || told.has(waiting.inputs)) return;
  told.add(waiting.inputs);
  cli.stdout.write(exhibitsText(waiting));
}

/** One contestant's words as they come. */
async function tellOne(
  archive: Archive,
  id: string,
  { contestant, cli }: { contestant: string; cli: CliWorld },
): Promise<void> {
  for await (const { events, playing } of archive.follow(id, cli.signal)) {
    const summary = summaryOf(id, events);
    if (summary.blind === true) throw stillBlind(id);
    const attempt = summary.attempts.find((one) => one.contestant === contestant || one.key === contestant);
    if (attempt?.end !== undefined) {
      cli.stdout.write(await answerText(archive, summary, attempt));
      return;
    }
    if (attempt?.state === 'open' && (await tellLive(archive, { id, key: attempt.key }, cli))) return;
    if (attempt === undefined) checkName(summary, contestant);
    if (cli.signal.aborted) return;
    if (!playing || summary.state !== 'open') return await closing(summary, cli);
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

async function answerText(
  archive: Archive,
  { opened }: ContestSummary,
  { end }: AttemptSummary,
): Promise<string> {
  if (end === undefined) return '';
  const text = end.answer === undefined ? '' : await archive.text(end.answer);
  return `## ${answerHeading(headOf(everybody(opened), end), end)}\n\n${answerBody(end, text, plainQuote(namesIn(opened)))}\n\n`;
}

async function closing({ id, state, waiting }: ContestSummary, cli: CliWorld, told = false): Promise<void> {
  const open = waiting === undefined ? 'Nobody plays it.' : 'It waits for an answer.';
  cli.stderr.write(state === 'open' ? `${open}\n` : `The contest is ${state}.\n`);
  await tellNext(id, { cli, told });
}

/** What is said to whoever wants to know before the pick. */
export function stillBlind(id: string): JoustError {
  return new JoustError(`nobody has picked in contest ${id} yet: who said what is told after that`, {
    code: 'usage',
    hint: `See the answers with: joust show ${id}; then: joust pick ${id} a|b|tie|bad|skip`,
  });
}
