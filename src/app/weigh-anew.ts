// A race that is over, ranked anew from its record with other weights.
import { JoustError } from '../domain/joust-error.ts';
import type { RaceResult } from '../formats/race/result.ts';
import { readWhatIf, type WhatIf, whatIf, whatIfDocument } from '../formats/race/what-if.ts';
import type { ContestSummary } from '../views/contest-summary.ts';
import type { Document } from '../views/document.ts';
import { contestResult, type RecordPlace } from './result.ts';

/** `weights` as people write them: `tests=0.5,diff=0`. */
export async function weighAnew(
  place: RecordPlace,
  summary: ContestSummary,
  weights: string,
): Promise<{ readonly found: WhatIf; readonly document: Document }> {
  const changes = readWhatIf(weights);
  const result = await raceOnRecord(place, summary);
  const found = whatIf(result.score.inputs, result.score.context, changes);
  return { found, document: whatIfDocument(result, found) };
}

async function raceOnRecord(place: RecordPlace, summary: ContestSummary): Promise<RaceResult> {
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
  const { result } = await contestResult(place, id);
  if (result?.type === 'race') return result;
  throw new JoustError(`contest ${id} was closed before anything was measured`, { code: 'not-found' });
}
