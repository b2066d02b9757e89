// Plays a contest before the user's eyes, whether it is new or resumed, and turns its end into an exit code.
import type { World } from '../../../app/play/create-player.ts';
import type { PlayResult } from '../../../app/play/play.ts';
import { toldResult } from '../../../app/result.ts';
import type { Observer } from '../../../domain/agent-event.ts';
import type { Contestant } from '../../../domain/contestant.ts';
import type { AttemptEnded, GateAsked } from '../../../domain/event.ts';
import { exitCode } from '../../../domain/joust-error.ts';
import { notesOf } from '../../../views/document.ts';
import { folderNotes } from '../../../views/folder-notes.ts';
import { moment } from '../../../views/units.ts';
import { visibleLine } from '../../../views/visible.ts';
import { type CliWorld, type CommandInput, flag } from '../grammar/command.ts';
import { gateAsker } from './ask-gate.ts';
import { paperFor } from './paper.ts';
import type { Screen } from './screen.ts';

/** Loaded one by one: measuring the width of text costs more at start-up than all of the rest. */
export async function screenFor(
  input: CommandInput,
  players: readonly Contestant[],
  { cli, shows = isContestants }: { cli: CliWorld; shows?: (end: AttemptEnded) => boolean },
): Promise<Screen> {
  if (flag(input, 'json')) return (await import('./screen.ts')).jsonScreen(cli);
  const names = players.map(({ name }) => name);
  const staging = { players, shows, paper: await paperFor(input, cli, names) };
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
}

export async function playOnScreen(
  { screen, cli, yes }: OnScreen,
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
    result = await play({ machine, signal, observe: watching, answer: gateAsker(cli, { yes, screen }) });
  } finally {
    screen.close();
  }
  if (result.result !== undefined) {
    const { contest, format, result: came } = result;
    const document = await toldResult(format, came, contest);
    await screen.result({ contest, result: came, document });
    for (const note of notesOf(document)) screen.note(visibleLine(note));
  }
  for (const line of leavingLines(result, open)) cli.stderr.write(`${line}\n`);
  if (signal.aborted && result.state !== 'closed') return exitCode.interrupted;
  // How one of them did must not show in the code either.
  return result.blind === true && result.state === 'parked' ? exitCode.nothingUsable : codeOf(result);
}

function leavingLines(
  { contest, state, parked = [], blind }: PlayResult,
  open: GateAsked | undefined,
): readonly string[] {
  const goOn = `Go on with: joust resume ${contest}`;
  switch (state) {
    case 'interrupted':
      return [`Interrupted; nothing finished is lost. ${goOn}`];
    case 'waiting':
      return open === undefined ? [`Not everybody has played. ${goOn}`] : waitingLines(contest, open);
    case 'parked': {
      const first = parked.map(({ until }) => until).sort()[0] ?? '';
      const who =
        blind === true ? 'not said before the pick' : parked.map(({ contestant }) => contestant).join(', ');
      return [
        `Parked until its quota is back (${moment(first)}): ${visibleLine(who)}. Then go on with: joust resume ${contest}`,
      ];
    }
    case 'paused':
      return [`It can go on with one contestant. ${goOn}`];
    case 'closed':
      return [];
  }
}

function waitingLines(contest: string, { question, choices, words }: GateAsked): readonly string[] {
  const command = words === undefined ? 'answer' : 'pick';
  return [
    visibleLine(question),
    `Nothing goes on before an answer: joust ${command} ${contest} ${choices.join('|')}`,
  ];
}

function codeOf({ state, outcome, results, checkFailed }: PlayResult): number {
  if (state === 'closed' && checkFailed === true) return exitCode.checkFailed;
  if (state === 'interrupted') return exitCode.interrupted;
  // Spent, not failed: nothing has been decided.
  if (state === 'paused') return exitCode.ok;
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
