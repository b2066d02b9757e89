// The judges of a brief as they are told: whose word counts and why not, what each gave, and what it wrote.
import { plural } from '../../domain/figures.ts';
import { type Block, type Document, figureColumns, list, text } from '../document.ts';
import { agreementText, reasonText } from '../judge-words.ts';
import {
  type BriefReport,
  labelText,
  markText,
  measured,
  ownValue,
  type ReportJudge,
} from './brief-report.ts';
import { figureCells } from './run-figures.ts';

export function judgeBlocks(report: BriefReport): Document {
  const { judging, judges } = report;
  if (judging === undefined) return [];
  const pairs = judging.excluded.map(({ judge, contestant }) => `${judge} on ${contestant}`);
  return [
    panelTable(judges),
    text(
      judging.told === undefined ? agreementText(judging.agreement) : undefined,
      pairs.length === 0 ? undefined : `Not counted, of the judge's own family: ${pairs.join(', ')}.`,
    ),
    list(undefined, judges.flatMap(trouble)),
    ...(judging.told ?? []).map(below),
    ...judges.flatMap((judge) => sheetBlocks(judge, judging.dimensions)),
  ];
}

function panelTable(judges: readonly ReportJudge[]): Block {
  return {
    type: 'table',
    columns: figureColumns(['judge', 'agent', 'state', 'flips', 'time', 'tokens', 'cost']).map(
      (column, at) => (at < 3 ? { ...column, align: 'left' } : column),
    ),
    rows: judges.map(({ judge, agent, model, status, flips, figures }) => [
      judge,
      model === undefined ? agent : `${agent}/${model}`,
      stateTexts[status],
      flips === undefined ? '-' : `${flips.flipped} of ${flips.pairs}`,
      ...figureCells(figures),
    ]),
    tones: judges.map(({ status }) => (status === 'ok' ? undefined : 'bad')),
    legend: judges.some(({ flips }) => flips !== undefined)
      ? ['flips: pairs it saw again, shuffled anew, and on how many of them it changed sides']
      : [],
  };
}

const stateTexts: Readonly<Record<ReportJudge['status'], string>> = {
  ok: 'counts',
  quarantined: 'quarantined',
  unread: 'not read',
};

function trouble({ judge, status, why, ignored }: ReportJudge): readonly string[] {
  const reason = why === undefined ? '' : `: ${reasonText(why)}`;
  return [
    ...(status === 'quarantined'
      ? [`${judge} is quarantined, for its sheet is not as it was asked for${reason}`]
      : []),
    ...(status === 'unread' ? [`${judge} could not be read${reason}`] : []),
    ...(ignored.length === 0
      ? []
      : [
          `${judge} also scored ${ignored.join(', ')}: ${plural(ignored.length, 'label')} that it was not shown`,
        ]),
  ];
}

/** What it gave, and what it wrote. */
function sheetBlocks(
  { judge, scores, percentages, excluded, reviews }: ReportJudge,
  dimensions: readonly { readonly name: string; readonly max: number }[],
): Document {
  const given = Object.keys(scores);
  return [
    ...(given.length === 0 && reviews.length === 0
      ? []
      : [{ type: 'heading', level: 3, text: judge } as const]),
    {
      type: 'table',
      columns: figureColumns(['', 'score', ...dimensions.map(({ name }) => name)]),
      rows: given
        .toSorted((one, other) => (ownValue(percentages, other) ?? -1) - (ownValue(percentages, one) ?? -1))
        .map((name) => [
          `${name}${excluded.includes(name) ? ' (not counted)' : ''}`,
          measured(ownValue(percentages, name)),
          ...dimensions.map((dimension) => markText(ownValue(ownValue(scores, name) ?? {}, dimension.name))),
        ]),
    },
    ...reviews.map(
      ({ labels, text: words }): Block => ({
        type: 'quote',
        title: `Review by ${judge}${labelText(labels)}`,
        text: words,
        folded: true,
      }),
    ),
  ];
}

/** Its headings stand below the section's. */
function below(block: Block): Block {
  return block.type === 'heading' ? { ...block, level: 3 } : block;
}
