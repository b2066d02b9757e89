// What all attempts on record took, for whoever asks: kept by contest, so that only what is new is read.

import { isSimulated } from '../agents/known-agents.ts';
import { isBlind } from '../domain/events/blind-pick.ts';
import { type Spent, spentIn, type UsageReport, usageReport } from '../views/usage-report.ts';
import type { Archive } from './archive.ts';
import type { RecordDigest } from './record-digests.ts';

interface Consumed {
  readonly spent: readonly Spent[];
  readonly isBlind: boolean;
}

export const consumed: RecordDigest<Consumed> = {
  name: 'usage',
  version: 2,
  make: ({ record }) => ({ spent: spentIn(record), isBlind: isBlind(record.map(({ event }) => event)) }),
};

interface UsageRequest extends Pick<Parameters<typeof usageReport>[1], 'by' | 'within'> {
  readonly simulated: boolean;
}

export async function usageOnRecord(
  archive: Pick<Archive, 'digests'>,
  { simulated, ...question }: UsageRequest,
): Promise<{
  readonly report: UsageReport /** Contests that are not counted before their pick. */;
  readonly blind: number;
}> {
  const all = await archive.digests(consumed);
  return {
    report: usageReport(
      all.flatMap(({ spent }) => spent),
      { ...question, isSimulated, withSimulated: simulated },
    ),
    blind: all.filter((one) => one.isBlind).length,
  };
}
