// judging/<judge>/: what one judge gave and wrote, by the names of the contestants, as files.
import { reasonText } from '../judge-words.ts';
import { documentMarkdown } from '../render/document-markdown.ts';
import { safeJson } from '../visible.ts';
import { labelText, ownValue, type ReportJudge, type ReportJudging } from './brief-report.ts';

/** What joust made begins with it, and may be made anew. */
export const madeMark = '<!-- madeBy: joust -->';

export function scoresFile(
  { judge, agent, status, why, scores, percentages, excluded, ignored }: ReportJudge,
  { contest, dimensions }: Pick<ReportJudging, 'contest' | 'dimensions'>,
): string {
  const told = {
    schema_version: 1,
    madeBy: 'joust',
    judging: contest,
    judge,
    flavor: agent,
    status,
    reason: why,
    rubric: dimensions,
    scores: Object.fromEntries(
      Object.entries(scores).map(([name, own]) => [
        name,
        {
          dimensions: own,
          score_pct: ownValue(percentages, name) ?? null,
          excluded: excluded.includes(name),
        },
      ]),
    ),
    ignored_labels: ignored.length > 0 ? ignored : undefined,
  };
  return `${safeJson(told, 2)}\n`;
}

/** Undefined: it wrote nothing. */
export function reviewFile({ judge, status, why, reviews }: ReportJudge): string | undefined {
  if (reviews.length === 0) return undefined;
  const uncounted = status === 'ok' ? [] : [`Its scores do not count: ${reasonText(why ?? status)}.`];
  return `${madeMark}\n\n${documentMarkdown([
    { type: 'heading', level: 1, text: `Review by ${judge}` },
    { type: 'text', lines: uncounted },
    ...reviews.flatMap(({ labels, text }) => [
      { type: 'text', lines: [`Labels${labelText(labels)}:`] } as const,
      { type: 'quote', text } as const,
    ]),
  ])}`;
}
