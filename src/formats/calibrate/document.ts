// How a calibration is told: who is right how often, by kind and decoy, and what each judge follows besides what is right.
import { plural } from '../../domain/figures.ts';
import { type Document, figureColumns, gist, list, type TableBlock, text } from '../../views/document.ts';
import { percent } from '../../views/units.ts';
import type { CalibrationResult } from './result.ts';

type Judge = CalibrationResult['judges'][number];
type Part = Judge['accuracy'];

export function document({ judges, pairs }: CalibrationResult): Document {
  const known = judges
    .filter(({ accuracy }) => accuracy.of > 0)
    .toSorted((a, b) => (b.accuracy.share ?? 0) - (a.accuracy.share ?? 0));
  const [best] = known;
  if (best === undefined)
    return [gist('No verdict of any judge could be read. See what they replied with joust show.')];
  const alone = known.length === 1;
  return [
    gist(
      alone
        ? `${nameOf(best)} is right in ${rangeText(best.accuracy)} of ${plural(best.accuracy.of, 'pair')}.`
        : `${nameOf(best)} is right most often: in ${rangeText(best.accuracy)} of ${plural(best.accuracy.of, 'pair')}.`,
    ),
    overview(known),
    partsTable('right, by kind', known, ({ byKind }) => byKind),
    partsTable('right, by what speaks for the wrong answer', known, ({ byDecoy }) => byDecoy),
    ...known.flatMap((judge) => (judge.leans === undefined ? [] : [leansOf(judge, judge.leans)])),
    text(
      ...judges.flatMap(({ judge, accuracy, unread }) => [
        accuracy.of < pairs ? `${judge}: ${accuracy.of} of ${plural(pairs, 'pair')} were judged.` : undefined,
        unread > 0 ? `${judge}: ${plural(unread, 'look')} could not be read or was not taken.` : undefined,
      ]),
      'It is on record and weighs these judges from now on: joust judges',
    ),
  ];
}

function nameOf({ judge, model }: Judge): string {
  return model === undefined || judge.endsWith(model) ? judge : `${judge} (${model})`;
}

function overview(judges: readonly Judge[]): TableBlock {
  return {
    type: 'table',
    columns: figureColumns(['', 'right', '95 %', 'pairs', 'flips', 'fooled']),
    rows: judges.map((judge) => [
      nameOf(judge),
      shareText(judge.accuracy),
      intervalText(judge.accuracy),
      String(judge.accuracy.of),
      timesText(judge.flips),
      timesText(judge.fooled),
    ]),
    legend: [
      'right: in both orders counts whole, in one half',
      'flips: the same place chosen both times; fooled: by a wrong answer that addresses the judge',
    ],
  };
}

function partsTable(
  title: string,
  judges: readonly Judge[],
  parts: (judge: Judge) => Readonly<Record<string, Part>>,
): TableBlock {
  const names = [...new Set(judges.flatMap((judge) => Object.keys(parts(judge))))].sort();
  const most = (name: string) => Math.max(...judges.map((judge) => parts(judge)[name]?.of ?? 0));
  return {
    type: 'table',
    title,
    columns: figureColumns(['', 'pairs', ...judges.map(({ judge }) => judge)]),
    rows: names.map((name) => [
      decoyWords[name] ?? name,
      String(most(name)),
      ...judges.map((judge) => {
        const part = parts(judge)[name];
        return part === undefined ? '-' : shareText(part);
      }),
    ]),
  };
}

const decoyWords: Readonly<Record<string, string>> = {
  'addresses-judge': 'addresses the judge',
  none: 'nothing does',
};

function leansOf({ judge }: Judge, { place, length, style }: NonNullable<Judge['leans']>): Document[number] {
  return list(`Of two that are equally right ${judge} takes`, [
    `the first shown in ${rangeText(place)}${mark(place)}`,
    `one that is twice as long in ${rangeText(length)}${mark(length)}`,
    `one with three times the headings, points and marks in ${rangeText(style)}${mark(style)}`,
  ]);
}

function mark({ low, high }: { readonly low: number; readonly high: number }): string {
  return low > 0.5 || high < 0.5 ? ': a lean' : '';
}

function shareText({ share }: Part): string {
  return share === undefined ? '-' : percent(share);
}

function intervalText({ low, high }: Pick<Part, 'low' | 'high'>): string {
  return low === undefined || high === undefined ? '' : `${percent(low)} to ${percent(high)}`;
}

function rangeText(part: Pick<Part, 'share' | 'low' | 'high'>): string {
  const interval = intervalText(part);
  return `${percent(part.share ?? 0)}${interval === '' ? '' : ` (${interval})`}`;
}

function timesText({ times, of }: { readonly times: number; readonly of: number }): string {
  return of === 0 ? '-' : `${times} of ${of}`;
}
