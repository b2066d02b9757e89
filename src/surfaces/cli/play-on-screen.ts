// Plays a contest before the user's eyes, whether it is new or resumed, and turns its end into an exit code.
import type { Contestant } from '../../domain/contestant.ts';
import { exitCode } from '../../domain/exit-code.ts';
import type { Observer } from '../../domain/observation.ts';
import type { AttemptResult, PlayResult } from '../../index.ts';
import { type CliWorld, type CommandInput, flag } from './command.ts';
import { folderNotes } from './folder-notes.ts';
import type { Screen } from './screen.ts';

/** Loaded one by one: measuring the width of text costs more at start-up than all of the rest. */
export async function screenFor(
  input: CommandInput,
  roster: readonly Contestant[],
  cli: CliWorld,
): Promise<Screen> {
  if (flag(input, 'json')) return (await import('./json-screen.ts')).jsonScreen(cli);
  if (cli.stderr.isTty && cli.machine.env['TERM'] !== 'dumb')
    return (await import('./board-screen.ts')).boardScreen(roster, cli);
  return (await import('./plain-screen.ts')).plainScreen(roster, cli);
}

export async function playOnScreen(
  screen: Screen,
  cli: CliWorld,
  play: (observe: Observer) => Promise<PlayResult>,
): Promise<number> {
  const observe: Observer = (observation) => {
    screen.observe(observation);
    if (observation.type !== 'recorded' || observation.event.type !== 'folder.watched') return;
    for (const note of folderNotes(observation.event)) screen.note(note);
  };
  let result: PlayResult;
  try {
    result = await play(observe);
  } finally {
    screen.close();
  }
  if (result.interrupted) {
    cli.stderr.write(`Interrupted; nothing finished is lost. Go on with: joust resume ${result.contest}\n`);
  }
  return codeOf(result);
}

function codeOf({ interrupted, results }: PlayResult): number {
  if (interrupted) return exitCode.interrupted;
  const ended = (outcome: AttemptResult['end']['outcome']) =>
    results.filter(({ end }) => end.outcome === outcome).length;
  if (ended('ok') > 0) return exitCode.ok;
  return ended('timed-out') === results.length ? exitCode.timedOut : exitCode.nothingUsable;
}
