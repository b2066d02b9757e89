// joust show on a terminal: the whole contest laid out, and options for its parts.

import { everybody } from '../../../../domain/roster.ts';
import { answersShown } from '../../../../formats/all.ts';
import { contestAnswers, lostPrompt } from '../../../../operations/show/contest-answers.ts';
import { cannotBeTold, contestResult, contestsAbout } from '../../../../play/result.ts';
import { joustHome } from '../../../../process/machine.ts';
import { type Archive, openArchive } from '../../../../record/archive.ts';
import { playerText } from '../../../../record/list-contests.ts';
import { parkedText } from '../../../../views/answer.ts';
import { contestStatus, statusHint } from '../../../../views/contest-status.ts';
import { type AttemptSummary, type ContestSummary, questionText } from '../../../../views/contest-summary.ts';
import { notesOf } from '../../../../views/document.ts';
import { folderNotes } from '../../../../views/folder-notes.ts';
import { nextSteps } from '../../../../views/next-steps.ts';
import { aboutText } from '../../../../views/report.ts';
import { costText } from '../../../../views/units.ts';
import { visibleLine } from '../../../../views/visible.ts';
import type { ContestJson } from '../../../../views/wire/contest-json.ts';
import type { CliWorld, CommandInput, CommandProgram } from '../../grammar/command.ts';
import { paged, paperFor } from '../../screens/paper.ts';
import { headOf, namesIn, type Paper } from '../../screens/screen.ts';
import type { OperationProgram } from '../operation-command.ts';

export function showCommand(derived: OperationProgram): CommandProgram {
  return (said, cli) =>
    paged(said, cli, (input, paper) =>
      derived(input, paper, { print: (output) => show((output as ContestJson).id, input, paper) }),
    );
}

/** Lays the whole contest out for reading. */
async function show(id: string, input: CommandInput, cli: CliWorld): Promise<void> {
  const { machine } = cli;
  await using archive = openArchive(joustHome(machine), machine);
  const place = { machine, home: joustHome(machine), audience: 'owner' } as const;
  const { summary } = await contestAnswers(archive, place, id);
  await showWhole(archive, summary, { input, cli });
}

/** What it came to, and the answers that were shown as it was played; all of them where it came to nothing else. */
async function showWhole(
  archive: Archive,
  summary: ContestSummary,
  { input, cli }: { readonly input: CommandInput; readonly cli: CliWorld },
): Promise<void> {
  const { machine, stdout, stderr } = cli;
  const { id, opened, state, attempts, waiting } = summary;
  const paper = await paperFor(input, cli, namesIn(opened));
  const place = { machine, home: joustHome(machine) };
  const { document, problem } = await contestResult(place, id);
  const about = (await contestsAbout(place, archive, id)).map((one) => `about it: ${aboutText(one)}`);
  const told = document !== undefined && state === 'closed';
  const next = state === 'closed' ? nextLines(id, await archive.events(id), told) : [];
  const answers = told ? answersLine(summary) : [];
  const head = [...(await headLines(archive, summary)), ...answers, ...next, ...about];
  stdout.write(`${head.map(visibleLine).join('\n')}\n\n`);
  if (document !== undefined) {
    stdout.write(`${state === 'closed' ? '' : 'So far:\n\n'}${await paper.document(document)}`);
    const notes = notesOf(document);
    stdout.write(notes.length === 0 ? '' : `\n${notes.map(visibleLine).join('\n')}\n`);
  }
  const watched = (await archive.events(id)).flatMap(({ event }) =>
    event.type === 'folder.watched' ? folderNotes(event) : [],
  );
  if (watched.length > 0) stdout.write(`\n${watched.join('\n')}\n`);
  if (problem !== undefined) stderr.write(`${cannotBeTold}: ${visibleLine(problem)}\n`);
  const shows = await answersShown(opened);
  const isShown = ({ end }: AttemptSummary) => {
    if (end === undefined) return !told;
    return document === undefined ? end.role === undefined : shows(end);
  };
  const shown = attempts.filter(isShown);
  if (document !== undefined && shown.length > 0) stdout.write('\n');
  for (const attempt of shown) stdout.write(await attemptText(archive, attempt, { summary, paper }));
  stdout.write(paper.rest());
  if (summary.blind === true && waiting !== undefined) stdout.write(paper.exhibits(waiting));
}

function nextLines(
  id: string,
  record: Awaited<ReturnType<Archive['events']>>,
  told: boolean,
): readonly string[] {
  return nextSteps(id, record, { told })
    .filter(({ command }) => command !== `joust show ${id}`)
    .map(({ why, command }) => `next: ${command} (${why})`);
}

function answersLine({ id, attempts }: ContestSummary): readonly string[] {
  const names = new Set(attempts.flatMap(({ end, contestant }) => (end?.answer ? [contestant] : [])));
  return names.size === 0 ? [] : [`answers: joust show ${id} --answer ${[...names].join('|')}`];
}

async function headLines(archive: Archive, summary: ContestSummary): Promise<readonly string[]> {
  const { id, opened, openedAt, cost, crossed, decisions } = summary;
  const prompt = await archive.text(opened.task.prompt).catch(lostPrompt);
  return [
    `${opened.format} ${id}, opened ${openedAt}${opened.simulated ? ', simulated' : ''}`,
    await statusLine(archive, summary),
    `question: ${questionText(opened.task, prompt, 200)}`,
    summary.blind === true ? blindLine : `cost: ${costText(cost)}`,
    ...(opened.about === undefined ? [] : [`about: ${opened.about}`]),
    ...(opened.baseCommit === undefined ? [] : [`commit: ${opened.baseCommit.slice(0, 12)}`]),
    ...crossed,
    ...decisions.map(({ at, text: what }) => `decision: ${at.slice(0, 19).replace('T', ' ')} ${what}`),
  ];
}

async function statusLine(archive: Archive, summary: ContestSummary): Promise<string> {
  const owner = await archive.player(summary.id);
  const { text } = contestStatus({ ...summary, playedBy: owner?.pid, host: owner?.pool });
  const hint = owner === undefined || summary.waiting !== undefined ? statusHint(summary) : playerHint(owner);
  return hint === undefined ? text : `${text}: ${hint}`;
}

/** The status names the host of a pool. */
function playerHint(owner: NonNullable<Awaited<ReturnType<Archive['player']>>>): string | undefined {
  return owner.pool === undefined ? playerText(owner) : undefined;
}

const blindLine = 'who did what, and at what cost, is told after the pick';

async function attemptText(
  archive: Archive,
  attempt: AttemptSummary,
  { summary: { id, opened }, paper }: { readonly summary: ContestSummary; readonly paper: Paper },
): Promise<string> {
  const { end, contestant, state } = attempt;
  if (attempt.parked !== undefined && state === 'parked')
    return `${paper.heading(parkedText(attempt.parked))}\n\n`;
  if (end === undefined) {
    const how = await openText(archive, attempt, id);
    return `${paper.heading(`${visibleLine(contestant)} · ${how}`)}\n\n`;
  }
  const head = headOf(everybody(opened), end);
  const said = end.answer === undefined ? '' : await archive.text(end.answer);
  return paper.answer({ head, end, text: said });
}

/** Whether it lives is seen by its process where that is here, and else by whether its host still plays. */
async function openText(
  archive: Archive,
  { state, spool, host }: AttemptSummary,
  id: string,
): Promise<string> {
  if (state !== 'open') return state;
  if (host !== undefined && (await archive.player(id))?.pool === host)
    return `running on the host ${visibleLine(host)}`;
  if (spool !== undefined && archive.isLiving(spool)) return 'still running, will be collected by resume';
  return host === undefined ? state : `it was on the host ${visibleLine(host)}`;
}
