// joust show --what-if: a race that is over, ranked anew from its record with other weights.
import { exitCode, JoustError } from '../../../../domain/joust-error.ts';
import type { RaceResult } from '../../../../formats/race/result.ts';
import { readWhatIf, whatIf } from '../../../../formats/race/what-if.ts';
import { contestResult, joustHome } from '../../../../index.ts';
import type { ContestSummary } from '../../../../views/contest-summary.ts';
import { documentText } from '../../../../views/render/document-text.ts';
import { safeJson } from '../../../../views/visible.ts';
import { type CliWorld, type CommandInput, flag } from '../../grammar/command.ts';

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
  const result = await racedAgain(cli, summary);
  const { inputs, context } = result.score;
  const found = await whatIf(inputs, context, changes);
  if (flag(input, 'json')) cli.stdout.write(`${safeJson(found)}\n`);
  else {
    const { whatIfDocument } = await import('../../../../formats/race/what-if.ts');
    cli.stdout.write(documentText(whatIfDocument(result, found)));
  }
  return exitCode.ok;
}

async function racedAgain({ machine }: CliWorld, summary: ContestSummary): Promise<RaceResult> {
  const { id, opened, state } = summary;
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
  const { result } = await contestResult({ machine, home: joustHome(machine) }, id);
  if (result?.type === 'race') return result;
  throw new JoustError(`contest ${id} was closed before anything was measured`, { code: 'not-found' });
}
