// A brief's report as it is told: who stands where, where the entries differ most, the judges, and how it was played.
import { plural } from '../../domain/figures.ts';
import {
  type Block,
  type Document,
  figureColumns,
  gist,
  heading,
  list,
  note,
  type TableBlock,
  text,
} from '../document.ts';
import { percent } from '../units.ts';
import { type BriefReport, labelText, markText, measured, ownValue, type ReportRow } from './brief-report.ts';
import { judgeBlocks } from './judge-part.ts';
import { figureCells, sumOf } from './run-figures.ts';

/** The whole of it, for files. */
export function briefReportDocument(report: BriefReport): Document {
  return [
    { type: 'heading', level: 1, text: report.brief },
    ...standingDocument(report),
    ...section('Where they differ most', divergenceBlocks(report)),
    ...section('Judges', judgeBlocks(report)),
    ...section('Who is not in it', [
      list(
        undefined,
        report.absent.map(({ contestant, why }) => `${contestant}: ${why}`),
      ),
    ]),
    ...section('How it was played', [stepTable(report)]),
    note(footer(report)),
  ];
}

/** Who stands where, for a terminal. */
export function standingDocument(report: BriefReport): Document {
  const { judging, rows } = report;
  if (judging === undefined) return [];
  return [
    gist(headline(report), judgedText(report)),
    ...(report.remarks.length === 0 ? [] : [text(...report.remarks)]),
    {
      type: 'intervals',
      unit: judging.measure === 'percent' ? '%' : '',
      range: judging.measure === 'percent' ? ([0, 100] as const) : undefined,
      rows: rows.flatMap(({ contestant, mean, fair = mean, interval, tied }) =>
        fair === undefined ? [] : [{ name: contestant, value: fair, strong: tied, ...interval }],
      ),
    },
    standingTable(report),
  ];
}

function section(title: string, blocks: Document): Document {
  const told = blocks.filter((block) => !('items' in block) || block.items.length > 0);
  return told.length === 0 ? [] : [heading(title), ...told];
}

function headline({ judging, rows }: BriefReport): string {
  const { winner, tied = [] } = judging ?? {};
  const others = tied.filter((name) => name !== winner);
  const ranked = rows.filter(({ rank }) => rank !== undefined).length;
  if (winner === undefined)
    return tied.length > 1 ? `No clear winner: ${tied.join(', ')} cannot be told apart.` : 'No clear winner.';
  if (others.length === 0) return ranked === 1 ? `${winner} alone was scored.` : `${winner} is ahead.`;
  return `${winner} leads, but not clearly: it cannot be told from ${others.join(', ')}.`;
}

function judgedText({ round, newestRound, judges }: BriefReport): string {
  const counted = judges.filter(({ status }) => status === 'ok').length;
  const at = newestRound > round ? `; work is at round ${newestRound}` : '';
  return `judged: round ${round}, by ${plural(counted, 'judge')}${at}`;
}

function standingTable({ rows, totals, judging }: BriefReport): TableBlock {
  const isPercent = judging?.measure === 'percent';
  const known = rows.some(({ interval }) => interval !== undefined);
  const isFair =
    isPercent && rows.some(({ fair, mean }) => Math.abs((fair ?? mean ?? 0) - (mean ?? 0)) >= 0.1);
  const titles = ['contestant', isPercent ? 'mean' : 'rating', ...(isFair ? ['fair'] : [])];
  const total = sumOf([totals.participants, totals.judges]);
  const blank = titles.slice(1).map(() => '');
  return {
    type: 'table',
    columns: figureColumns([
      'rank',
      ...titles,
      ...(known ? ['95 %'] : []),
      'judges',
      'run',
      'time',
      'tokens',
      'cost',
    ]).map((column, at) => (at === 1 ? { ...column, align: 'left' } : column)),
    rows: [
      ...rows.map((row) => [
        row.rank === undefined ? '-' : `${row.rank}${row.tied ? ' =' : ''}`,
        row.contestant,
        measured(row.mean, isPercent),
        ...(isFair ? [measured(row.fair, isPercent)] : []),
        ...(known ? [rangeText(row.interval, isPercent)] : []),
        String(row.judges),
        row.runStatus,
        ...figureCells(row.figures),
      ]),
      ['', 'total', ...blank, ...(known ? [''] : []), '', '', ...figureCells(total)],
    ],
    tones: [...rows.map(({ tied }) => (tied ? ('good' as const) : undefined)), 'strong'],
    legend: legendOf(rows, { known, isFair, isPercent }),
  };
}

function legendOf(
  rows: BriefReport['rows'],
  { known, isFair, isPercent }: { known: boolean; isFair: boolean; isPercent: boolean },
): readonly string[] {
  const few = rows.every(({ judges }) => judges < 2);
  const none = few
    ? 'There is no interval: it takes more than one judge to know how far they are off.'
    : 'There is no interval: there are too few scores for one.';
  return [
    ...(rows.filter(({ tied }) => tied).length > 1 ? ['= cannot be told apart from the best'] : []),
    ...(isFair ? ['fair: with strict and mild judges evened out; ranks go by it'] : []),
    ...(known || !isPercent ? [] : [none]),
    'total: of all who played, and of the judges',
    ...rows.flatMap(({ contestant, notes }) => notes.map((words) => `${contestant}: ${words}`)),
  ];
}

function rangeText(interval: ReportRow['interval'], isPercent: boolean): string {
  if (interval === undefined) return '';
  const { low, high } = interval;
  return `${isPercent ? low.toFixed(1) : Math.round(low)} to ${measured(high, isPercent)}`;
}

const underspecified =
  'Divergence shows where the brief is underspecified: what it leaves open, each settled in its own way.';

function divergenceBlocks({ judging, judges, rows }: BriefReport): Document {
  if (judging === undefined || judging.measure !== 'percent') return [];
  const { divergence, dimensions } = judging;
  const decisions = judges.flatMap(({ judge, decision }) =>
    decision === undefined ? [] : [`${judge}: ${decision.text}${labelText(decision.labels)}`],
  );
  const scored = rows.filter(({ rank }) => rank !== undefined);
  if (scored.length < 2) return [];
  const widest =
    divergence === undefined
      ? 'They are level on every dimension.'
      : `On ${divergence.dimension}: ${divergence.best} is ahead of ${divergence.worst} by ${percent(divergence.spread)} of its scale.`;
  return [
    text(widest, divergence === undefined ? undefined : underspecified),
    list(decisions.length === 0 ? undefined : 'On which decision, as the judges say:', decisions),
    {
      type: 'table',
      title: 'Means by dimension',
      columns: figureColumns(['', ...dimensions.map(({ name, max }) => `${name} (of ${max})`)]),
      rows: [
        ...scored.map(({ contestant, byDimension }) => [
          contestant,
          ...dimensions.map(({ name }) => markText(ownValue(byDimension, name))),
        ]),
        ['apart by', ...dimensions.map((dimension) => spreadText(scored, dimension))],
      ],
      tones: [...scored.map(() => undefined), 'strong'],
    },
  ];
}

/** Between best and worst, of the scale. */
function spreadText(rows: readonly ReportRow[], { name, max }: { name: string; max: number }): string {
  const marks = rows.flatMap(({ byDimension }) => ownValue(byDimension, name) ?? []);
  return marks.length < 2 ? '-' : percent((Math.max(...marks) - Math.min(...marks)) / max);
}

function stepTable({ steps }: BriefReport): Block {
  return {
    type: 'table',
    columns: ['round', 'what', 'who', 'when', 'contest'].map((title) => ({ title, align: 'left' })),
    rows: steps.map(({ round, step, players, at, contest }) => [
      String(round),
      step,
      players.join(', '),
      `${at.slice(0, 16).replace('T', ' ')} UTC`,
      contest,
    ]),
  };
}

function footer({ at, judging }: BriefReport): string {
  const when = at === undefined ? '' : ` as it was at ${at.slice(0, 19).replace('T', ' ')} UTC`;
  return `Made by joust from its record${when}${judging === undefined ? '' : `; judging ${judging.contest}`}.`;
}
