// Suites on record: found by id, and how far each is, from its own record alone.
import { ContestRecord } from '../contest/handle/record.ts';
import type { CellMeasured } from '../domain/event.ts';
import { JoustError } from '../domain/joust-error.ts';
import { withArchive } from '../play/make-scene.ts';
import type { RecordPlace } from '../play/result.ts';
import { type Archive, type Fitting, ofFormat } from '../record/archive.ts';

export const thatIsSuite: Fitting = ofFormat('suite');

/** Refuses a contest of another format. */
export async function checkSuite(id: string, archive: Pick<Archive, 'events'>): Promise<void> {
  const [opened] = await archive.events(id);
  if (opened?.event.type === 'contest.opened' && opened.event.format === 'suite') return;
  throw new JoustError(`contest ${id} isn't a suite`, {
    code: 'usage',
    setting: 'id',
    hint: 'List the suites on record with: joust list --format suite',
  });
}

/** How many there are, and which are done. Cells in error don't count if they are played `again`. */
export async function suiteCells(
  id: string,
  place: RecordPlace,
  again: boolean,
): Promise<{ readonly cells: number; readonly known: readonly CellMeasured[] }> {
  return await withArchive(place, async (archive) => {
    const record = new ContestRecord(await archive.events(id));
    const cells = Number(record.opened?.options['cells'] ?? 0);
    const last = new Map(
      record.all.flatMap((event) => (event.type === 'cell.measured' ? [[event.key, event] as const] : [])),
    );
    const known = [...last.values()].filter(
      ({ key, inputs, state }) =>
        record.standing('cell.measured', key, inputs) !== undefined && !(again && state === 'error'),
    );
    return { cells, known };
  });
}
