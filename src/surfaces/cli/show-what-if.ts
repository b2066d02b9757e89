// joust show --what-if: a race that is over, ranked anew from its record with other weights.
import { loadConfig } from '../../config/load.ts';
import { exitCode } from '../../domain/exit-code.ts';
import { JoustError } from '../../domain/joust-error.ts';
import type { RaceResult } from '../../domain/race-result.ts';
import { readWhatIf } from '../../domain/what-if.ts';
import { joustHome, resumeContest, whatIf } from '../../index.ts';
import type { ContestSummary } from '../../views/contest-summary.ts';
import { safeJson } from '../../views/visible.ts';
import { type CliWorld, type CommandInput, flag } from './command.ts';
import { worldOf } from './contest-input.ts';

export interface WhatIfWish {
  readonly summary: ContestSummary;
  readonly weights: string;
}

export async function showWhatIf(
  input: CommandInput,
  cli: CliWorld,
  { summary, weights }: WhatIfWish,
): Promise<number> {
  const changes = readWhatIf(weights);
  const result = await toldAgain(cli, summary);
  const { inputs, context } = result.score;
  const found = whatIf(inputs, context, changes);
  if (flag(input, 'json')) cli.stdout.write(`${safeJson(found)}\n`);
  else {
    const { raceWhatIfText } = await import('../../views/race-what-if-text.ts');
    cli.stdout.write(raceWhatIfText(result, found));
  }
  return exitCode.ok;
}

/** Played again, a closed contest starts nothing and writes nothing. */
async function toldAgain(cli: CliWorld, { id, opened, state }: ContestSummary): Promise<RaceResult> {
  if (opened.format !== 'race')
    throw new JoustError(`contest ${id} is no race: it is of the format ${opened.format}`, {
      code: 'usage',
      hint: 'See the races with: joust list --format race',
    });
  if (state !== 'closed')
    throw new JoustError(`contest ${id} is not over: it is ${state}`, {
      code: 'usage',
      hint: `Play it to its end with: joust resume ${id}`,
    });
  const { machine, signal } = cli;
  const loaded = await loadConfig({ machine, cwd: machine.cwd });
  const world = { machine, signal, home: joustHome(machine), observe: () => undefined, ...worldOf(loaded) };
  const { result } = await resumeContest(id, world);
  if (result?.type === 'race') return result;
  throw new JoustError(`contest ${id} was closed before anything was measured`, { code: 'not-found' });
}
