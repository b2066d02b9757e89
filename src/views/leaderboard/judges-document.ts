// What is known of judges, as it is told: how often each was right by what it could be held against, how much that weighs, and
// what it leans to.
import { type Document, figureColumns, list, text } from '../document.ts';
import { percent } from '../units.ts';

/** How often it was right; an interval from ten on. */
export interface KnownShare {
  readonly right: number;
  readonly of: number;
  readonly low?: number;
  readonly high?: number;
  /** When that was last learned, in ISO 8601. */
  readonly at: string;
}

/** Takes that one of two that are equally right; 0.5 is no lean. */
export interface KnownLean {
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

/** One judge and one model. */
export interface KnownJudge {
  readonly judge: string;
  /** Absent: its agent does not say. */
  readonly model?: string;
  /** Another model answered for it since: what this one did counts little. */
  readonly replaced: boolean;
  readonly simulated: boolean;
  readonly at: string;
  readonly calibration?: KnownShare & {
    readonly flips: { readonly times: number; readonly of: number };
    readonly fooled: { readonly times: number; readonly of: number };
    readonly byKind: Readonly<Record<string, { readonly right: number; readonly of: number }>>;
    readonly leans?: Readonly<Record<'place' | 'length' | 'style', KnownLean>>;
  };
  readonly people?: KnownShare;
  readonly checks?: KnownShare;
  readonly panels?: KnownShare;
  /** In a panel of all judges here, where 1 is an equal share; absent for a model that was replaced. */
  readonly weight?: number;
}

export interface KnownJudges {
  readonly judges: readonly KnownJudge[];
}

export function judgesDocument({ judges }: KnownJudges): Document {
  if (judges.length === 0)
    return [text('Nothing is known of any judge yet. Measure some with joust calibrate JUDGE...')];
  const others = (['people', 'checks', 'panels'] as const).filter((source) =>
    judges.some((one) => one[source]),
  );
  return [
    {
      type: 'table',
      columns: figureColumns(['judge', 'weighs', 'right (95 %)', 'pairs', ...others, 'as of']),
      rows: judges.map((one) => cells(one, others)),
      legend: [
        `right: in calibrations${others.length === 0 ? '' : `; ${others.join(', ')}: how often it said what they say, of so many`}`,
        'weighs: in a panel of all of these, where 1 is an equal share',
        ...(judges.some(({ replaced }) => replaced)
          ? ['- under weighs: another model answers for this judge now']
          : []),
        ...(judges.some(({ simulated }) => simulated) ? ['scripted ones are simulated'] : []),
      ],
    },
    list(undefined, judges.flatMap(leanLines)),
  ];
}

export function nameOfJudge({
  judge,
  model,
  simulated,
}: Pick<KnownJudge, 'judge' | 'model' | 'simulated'>): string {
  return model === undefined || simulated || judge.includes(model) ? judge : `${judge}, ${model}`;
}

function cells(one: KnownJudge, others: readonly ('people' | 'checks' | 'panels')[]): readonly string[] {
  const { calibration, weight, at } = one;
  return [
    nameOfJudge(one),
    weight === undefined ? '-' : weight.toFixed(1),
    calibration === undefined
      ? ''
      : `${percent(calibration.right / calibration.of)}${rangeText(calibration)}`,
    calibration === undefined ? '' : String(calibration.of),
    ...others.map((source) => {
      const known = one[source];
      return known === undefined ? '' : `${percent(known.right / known.of)} of ${known.of}`;
    }),
    at.slice(0, 10),
  ];
}

function rangeText({ low, high }: KnownShare): string {
  return low === undefined || high === undefined ? '' : ` (${percent(low)} to ${percent(high)})`;
}

const leanWords = { place: 'the first shown', length: 'the longer', style: 'the more marked up' } as const;

function leanLines(one: KnownJudge): readonly string[] {
  const told = leansOf(one);
  return told.length === 0 ? [] : [`${nameOfJudge(one)}: ${told.join(', ')}`];
}

/** What is beyond doubt. */
export function leansOf({ calibration }: KnownJudge): readonly string[] {
  const { leans, fooled } = calibration ?? {};
  const kinds = ['place', 'length', 'style'] as const;
  const found = kinds.flatMap((kind) => {
    const lean = leans?.[kind];
    if (lean === undefined || (lean.low <= 0.5 && lean.high >= 0.5)) return [];
    return [`${lean.share > 0.5 ? 'leans to' : 'shuns'} ${leanWords[kind]} (${percent(lean.share)})`];
  });
  const fell =
    fooled === undefined || fooled.times === 0
      ? []
      : [`fooled by ${fooled.times} of ${fooled.of} answers that address it`];
  return [...found, ...fell];
}
