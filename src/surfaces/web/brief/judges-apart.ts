// How far judges agree, and where they are far apart on one entry.
import { type BriefReport, ownValue, type ReportJudge } from '../../../views/brief/brief-report.ts';

/** Of a scale: two points of five. */
const far = 0.4;

/** The dimensions on which those who count differ by much of the scale. */
export function judgesApart(
  contestant: string,
  judges: readonly Pick<ReportJudge, 'status' | 'excluded' | 'scores'>[],
  dimensions: NonNullable<BriefReport['judging']>['dimensions'],
): ReadonlySet<string> {
  const counting = judges.filter(({ status, excluded }) => status === 'ok' && !excluded.includes(contestant));
  const apart = dimensions.filter(({ name, max }) => {
    const marks = counting.flatMap(({ scores }) => ownValue(ownValue(scores, contestant) ?? {}, name) ?? []);
    return marks.length > 1 && (Math.max(...marks) - Math.min(...marks)) / max >= far;
  });
  return new Set(apart.map(({ name }) => name));
}

/** Krippendorff's own bounds. */
export function agreementWord(alpha: number): string {
  if (alpha >= 0.8) return 'well';
  if (alpha >= 0.667) return 'fairly';
  return alpha >= 0.2 ? 'little' : 'hardly at all';
}
