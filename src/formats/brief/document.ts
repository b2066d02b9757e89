// How playing a brief is told: who handed in what, and what is to be said of it.
import { byteCount, plural, totalTokens } from '../../domain/figures.ts';
import { type Document, figureColumns, gist, list, note, type Tone, text } from '../../views/document.ts';
import type { TestCase } from '../../views/render/test-cases.ts';
import { duration, tokens } from '../../views/units.ts';
import type { BriefResult, BriefRow } from './result.ts';

export function document(result: BriefResult): Document {
  const { rows } = result;
  return [
    gist(headline(result)),
    {
      type: 'table',
      columns: figureColumns(['contestant', 'state', 'round', 'files', 'size', 'time', 'tokens']),
      rows: rows.map((row) => [
        row.contestant,
        stateText(row),
        row.round === undefined ? '-' : String(row.round),
        String(row.files),
        byteCount(row.bytes),
        row.ranMs === undefined ? '-' : duration(row.ranMs),
        totalTokens(row.usage) === undefined ? '-' : tokens(totalTokens(row.usage) ?? 0),
      ]),
      tones: rows.map(({ state, files }) => toneOf(state, files)),
    },
    ...rows.map(remarks),
    note('Nobody is ranked by playing: joust brief judge does that.'),
  ];
}

/** What each handed in. */
export function cases({ rows }: BriefResult): readonly TestCase[] {
  return rows.map(({ contestant, state, reason, files, missing = [], ranMs }) => {
    const isThere = (state === 'ok' || state === 'carried') && files > 0 && missing.length === 0;
    const why = missing.length > 0 ? `missing: ${missing.join(', ')}` : (reason ?? 'nothing was handed in');
    return {
      group: contestant,
      name: 'entry',
      failure: isThere ? undefined : `${state}: ${why}`,
      ms: ranMs,
    };
  });
}

function toneOf(state: string, files: number): Tone | undefined {
  if (files === 0) return 'bad';
  return state === 'ok' ? 'good' : undefined;
}

function headline({ brief, step, round, rows }: BriefResult): string {
  const count = rows.filter(({ files }) => files > 0).length;
  const what = { play: 'played', refine: 'refined', merge: 'merged', reseal: 'taken from the work folders' };
  const who = count === 0 ? 'nobody has handed anything in' : `${plural(count, 'entry', 'entries')} to judge`;
  return `${brief}, round ${round}, ${what[step]}: ${who}.`;
}

function stateText({ state, byHand }: BriefRow): string {
  if (byHand === true) return 'by hand';
  return state === 'carried' ? 'as before' : state;
}

function remarks({ contestant, state, reason, altered = [], leftOut = [], beside }: BriefRow) {
  const items = [
    ...(state === 'ok' || reason === undefined ? [] : [`${state}: ${reason}`]),
    ...(beside === true ? ['out/ was empty: what was left beside it counts'] : []),
    ...altered.map((path) => `changed what it was only to read: ${path}`),
    ...leftOut.map(({ path, why }) => `left out: ${path}: ${why}`),
  ];
  return items.length === 0 ? text() : list(`${contestant}:`, items);
}
