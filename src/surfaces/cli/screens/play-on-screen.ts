// Plays a contest before the user's eyes, whether it is new or resumed, and turns its end into an exit code.

import { isSimulated } from '../../../agents/known-agents.ts';
import type { Observer } from '../../../domain/agent-event.ts';
import type { Contestant } from '../../../domain/contestant.ts';
import type { AttemptEnded, GateAsked } from '../../../domain/event.ts';
import { exitCode, JoustError } from '../../../domain/joust-error.ts';
import { documentOf } from '../../../formats/all.ts';
import type { World } from '../../../play/create-player.ts';
import type { PlayResult } from '../../../play/result.ts';
import { joustHome } from '../../../process/machine.ts';
import { openArchive } from '../../../record/archive.ts';
import { parkedContestText, unknownText } from '../../../views/answer.ts';
import { contestStatus } from '../../../views/contest-status.ts';
import { contestSummary } from '../../../views/contest-summary.ts';
import { notesOf } from '../../../views/document.ts';
import { folderNotes } from '../../../views/folder-notes.ts';
import { nextSteps, nextText } from '../../../views/next-steps.ts';
import { visible, visibleLine } from '../../../views/visible.ts';
import { type CliWorld, type CommandInput, flag } from '../grammar/command.ts';
import { gateAsker } from './ask-gate.ts';
import { leaveInTime } from './leave-in-time.ts';
import { paperFor } from './paper.ts';
import type { Screen, Staging } from './screen.ts';

/** Loaded one by one: measuring the width of text costs more at start-up than all of the rest. */
export async function screenFor(
  input: CommandInput,
  players: readonly Contestant[],
  { cli, shows = isContestants, hidden }: { cli: CliWorld } & Partial<Pick<Staging, 'shows' | 'hidden'>>,
): Promise<Screen> {
  if (flag(input, 'json')) return (await import('./screen.ts')).jsonScreen(cli);
  const names = players.map(({ name }) => name);
  const paper = await paperFor(input, cli, names);
  const staging: Staging = { players, shows, paper, hidden };
  if (cli.stderr.isTty && cli.machine.env['TERM'] !== 'dumb')
    return (await import('./board-screen.ts')).boardScreen(staging, cli);
  return (await import('./screen.ts')).plainScreen(staging, cli);
}

function isContestants({ role }: AttemptEnded): boolean {
  return role === undefined;
}

export interface OnScreen {
  readonly screen: Screen;
  readonly cli: CliWorld;
  /** Agree to what needs assent. */
  readonly yes: boolean;
  /** Something else comes after it: what fits next is said then. */
  readonly goesOn?: boolean;
}

export async function playOnScreen(
  { screen, cli, yes, goesOn = false }: OnScreen,
  play: (world: Pick<World, 'machine' | 'signal' | 'observe' | 'answer'>) => Promise<PlayResult>,
): Promise<number> {
  const observe: Observer = (observation) => {
    screen.observe(observation);
    if (observation.type !== 'recorded' || observation.event.type !== 'folder.watched') return;
    for (const note of folderNotes(observation.event)) screen.note(note);
  };
  const { machine, signal } = cli;
  let open: GateAsked | undefined;
  const watching: Observer = (observation) => {
    if (observation.type === 'waiting') open = observation.gate;
    observe(observation);
  };
  let result: PlayResult;
  try {
    const answer = gateAsker(cli, { yes, screen });
    const late = () => {
      screen.close();
      cli.stderr.write('Interrupted before everything was on record. Go on with: joust resume\n');
    };
    result = await leaveInTime({ signal, late }, () => play({ machine, signal, observe: watching, answer }));
  } finally {
    screen.close();
  }
  if (result.result !== undefined) {
    const { contest, format, result: came } = result;
    const document = await documentOf(format, came, contest);
    await screen.result({ contest, result: came, document });
    for (const note of notesOf(document)) screen.note(visibleLine(note));
  }
  const unknown = result.blind === true ? undefined : unknownOf(result);
  if (unknown !== undefined) screen.note(unknown);
  for (const line of leavingLines(result, open)) cli.stderr.write(`${line}\n`);
  const { contest, record } = result;
  if (!goesOn) await tellNext(contest, { cli, told: result.result !== undefined, record });
  if (signal.aborted && result.state !== 'closed') return exitCode.interrupted;
  // How one of them did must not show in the code either.
  return result.blind === true && result.state === 'parked' ? exitCode.nothingUsable : codeOf(result);
}

/** Once for all: headings tell only what is known. */
function unknownOf({ results }: PlayResult): string | undefined {
  const ended = results.filter((one) => one.state === 'ended');
  const played = new Map(ended.map(({ contestant, end }) => [end.contestant, contestant.agent]));
  return unknownText(
    ended.map(({ end }) => end),
    (name) => isSimulated(played.get(name)),
  );
}

/** Its id and the commands that fit next, for people. */
export async function tellNext(
  id: string,
  {
    cli,
    record,
    ...known
  }: {
    readonly cli: CliWorld;
    readonly told: boolean;
    readonly playing?: boolean;
    /** Where it was just read. */
    readonly record?: PlayResult['record'];
  },
): Promise<void> {
  const { machine, stderr } = cli;
  const events = record ?? (await recordOf(id, machine));
  const summary = contestSummary(id, events);
  if (summary === undefined) return;
  const status = contestStatus({ ...summary, playing: known.playing });
  const steps = nextSteps(id, events, known);
  const text = nextText({ id, status }, steps, stderr.isTty ? stderr.columns() : undefined);
  stderr.write(`${visible(text)}\n`);
}

/** Nothing where it cannot be read: what was played is not worth less for that. */
async function recordOf(id: string, machine: CliWorld['machine']) {
  await using archive = openArchive(joustHome(machine), machine);
  return await archive.events(id).catch((error: unknown) => {
    if (error instanceof JoustError) return [];
    throw error;
  });
}

/** Why it is left before its end. */
function leavingLines(
  { state, parked = [], blind, why }: PlayResult,
  open: GateAsked | undefined,
): readonly string[] {
  switch (state) {
    case 'interrupted':
      return ['Interrupted; nothing finished is lost.'];
    case 'waiting':
      return open === undefined
        ? ['Not everybody has played.']
        : [visibleLine(open.question), 'Nothing goes on before an answer.'];
    case 'parked':
      return [parkedContestText(parked, blind)];
    case 'paused':
      return [why ?? 'It can go on with one contestant.'];
    case 'closed':
      return [];
  }
}

function codeOf({ state, outcome, results, checkFailed, why }: PlayResult): number {
  if (state === 'closed' && checkFailed === true) return exitCode.checkFailed;
  if (state === 'interrupted') return exitCode.interrupted;
  // Spent, not failed: nothing has been decided.
  if (state === 'paused') return why === undefined ? exitCode.ok : exitCode.nothingUsable;
  if (outcome === 'no-clear-winner') return exitCode.noClearWinner;
  if (
    outcome === 'ok' ||
    (outcome === undefined && results.some((one) => one.state === 'ended' && one.end.outcome === 'ok'))
  )
    return exitCode.ok;
  const late = results.filter((one) => one.state === 'ended' && one.end.outcome === 'timed-out');
  const allLate = outcome !== undefined && late.length === results.length && results.length > 0;
  return allLate ? exitCode.timedOut : exitCode.nothingUsable;
}
