// What is known of each judge and model over all contests, and from it how much its word counts beside others'. Old knowledge
// fades, that of another model strongly; where nothing is known all count the same.
import type { JudgeCalibrated } from '../../domain/events/verdict.ts';
import type { Trials } from './accuracy.ts';
import { oddsOf, type SharedItem, weightsByErrors } from './shared-errors.ts';
import type { TextLean } from './text-lean.ts';

export const sources = ['calibration', 'people', 'checks', 'panels'] as const;
type Source = (typeof sources)[number];

/** Pairs on which a judge could be held against something. */
export interface Evidence extends Trials {
  /** Who it is over contests, and the agent behind it. */
  readonly judge: string;
  readonly agent: string;
  /** That answered. */
  readonly model?: string | undefined;
  readonly source: Source;
  /** ISO 8601. */
  readonly at: string;
  readonly simulated?: boolean;
  readonly calibrated?: JudgeCalibrated;
  /** How right it was on each item whose answer is known, by what names the item for all judges. */
  readonly items?: ReadonlyMap<string, number>;
}

/** What is known of one judge and one model. */
export interface JudgeRecord extends Pick<Evidence, 'judge' | 'agent' | 'model' | 'simulated'> {
  /** When something was last learned of it. */
  readonly at: string;
  readonly known: Partial<Readonly<Record<Source, Trials & { readonly at: string }>>>;
  /** The newest calibration. */
  readonly calibrated?: JudgeCalibrated;
  readonly evidence: readonly Evidence[];
}

/** Newest first. */
export function judgeRecords(evidence: readonly Evidence[]): readonly JudgeRecord[] {
  const groups = Map.groupBy(evidence, ({ judge, model = '' }) => JSON.stringify([judge, model]));
  return [...groups.values()]
    .map((unsorted): JudgeRecord => {
      const own = unsorted.toSorted((a, b) => a.at.localeCompare(b.at));
      const { judge, agent, model, simulated = false, at } = own.at(-1) as Evidence;
      const calibrated = own.findLast((one) => one.calibrated !== undefined)?.calibrated;
      const known = Object.fromEntries(
        sources.flatMap((source) => {
          const found = own.filter((one) => one.source === source && one.of > 0);
          return found.length === 0 ? [] : [[source, { ...together(found), at: found.at(-1)?.at ?? at }]];
        }),
      );
      return { judge, agent, model, simulated, at, known, evidence: own, calibrated };
    })
    .toSorted((a, b) => b.at.localeCompare(a.at));
}

/** Asked again the same pairs, a judge mostly says the same: calibrations count as much as the largest of them. */
function together(found: readonly (Trials & { readonly source: Source })[]): Trials {
  const right = found.reduce((sum, one) => sum + one.right, 0);
  const of = found.reduce((sum, one) => sum + one.of, 0);
  if (found[0]?.source !== 'calibration' || of === 0) return { right, of };
  const largest = Math.max(...found.map((one) => one.of));
  return { right: (right * largest) / of, of: largest };
}

/** After so many days what was learned counts half. */
export const halfLifeDays = 180;
/** What another model of the same judge did tells little of this one. */
export const otherModel = 0.1;
/** Panels may be wrong together; what a check or a person says is as good as a known answer. */
const worth: Readonly<Record<Source, number>> = { calibration: 1, people: 1, checks: 1, panels: 0.25 };

export interface WeighedJudge {
  readonly judge: string;
  /** 1 is a judge's share where all count the same. */
  readonly weight: number;
  readonly why: string;
  /** Logits by which it leans, where that is beyond doubt. */
  readonly leans?: TextLean | undefined;
}

/** Who is to be weighed: its name in the contest, and who it is over contests. */
export type Candidate = Pick<Evidence, 'judge' | 'agent'> & { readonly name: string };

/** Empty: nothing is known of any of them. `alone`: one of them is to judge, so that how alike they err is of no account. */
export function weighJudges(
  candidates: readonly Candidate[],
  records: readonly JudgeRecord[],
  { now, alone = false }: { readonly now: Date; readonly alone?: boolean },
): readonly WeighedJudge[] {
  const known = candidates.map((one) => ownRecords(one, records));
  const trials = known.map((own) => trialsOf(own, now));
  if (trials.every(({ of }) => of === 0)) return [];
  const odds = oddsOf(trials);
  const weights = (!alone && weightsByErrors(odds, sharedItems(known))) || odds;
  const whole = weights.reduce((sum, one) => sum + one, 0) / weights.length;
  return candidates.map(({ name }, at) => {
    const own = known[at] ?? [];
    const leans = leansIn(own.find(({ isCurrent }) => isCurrent)?.record.calibrated);
    return {
      judge: name,
      weight: Math.round(((weights[at] ?? whole) / whole) * 100) / 100,
      why: whyOf(own),
      leans,
    };
  });
}

/** One row for each item that any of them judged with the model that answers now; the newest word counts. */
function sharedItems(known: readonly (readonly OwnRecord[])[]): readonly SharedItem[] {
  const rows = new Map<string, (number | undefined)[]>();
  for (const [at, own] of known.entries()) {
    const evidence = own.flatMap(({ record, isCurrent }) => (isCurrent ? record.evidence : []));
    for (const { items = [] } of evidence.toSorted((a, b) => a.at.localeCompare(b.at)))
      for (const [item, right] of items) {
        const row = rows.get(item) ?? known.map(() => undefined);
        row[at] = right;
        rows.set(item, row);
      }
  }
  return [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

interface OwnRecord {
  readonly record: JudgeRecord;
  /** Of the model that answers now, as far as is known. */
  readonly isCurrent: boolean;
}

function ownRecords({ judge, agent }: Candidate, records: readonly JudgeRecord[]): readonly OwnRecord[] {
  const newest = records.find((one) => one.judge === judge);
  if (newest === undefined) return [];
  const { model } = newest;
  return records.flatMap((record) => {
    // Of a script the model says nothing.
    const isScript = record.simulated === true;
    const isSame = !isScript && record.agent === agent && model !== undefined && record.model === model;
    const isCurrent = record === newest || isSame;
    return isCurrent || record.judge === judge ? [{ record, isCurrent }] : [];
  });
}

/** Faded by age and by another model, discounted by source. */
function trialsOf(own: readonly OwnRecord[], now: Date): Trials {
  const faded = own.flatMap(({ record, isCurrent }) => {
    const kept = record.evidence.map((one) => {
      const days = Math.max(0, now.getTime() - Date.parse(one.at)) / 86_400_000;
      const share = (isCurrent ? 1 : otherModel) * worth[one.source] * 0.5 ** (days / halfLifeDays);
      return { source: one.source, right: one.right * share, of: one.of * share };
    });
    return sources.map((source) => together(kept.filter((one) => one.source === source)));
  });
  return {
    right: faded.reduce((sum, one) => sum + one.right, 0),
    of: faded.reduce((sum, one) => sum + one.of, 0),
  };
}

function leansIn(calibrated: JudgeCalibrated | undefined): WeighedJudge['leans'] {
  const found = (['length', 'style'] as const).flatMap((what) => {
    const lean = calibrated?.leans?.[what];
    return lean === undefined || (lean.low <= 0 && lean.high >= 0) ? [] : [[what, lean.logit] as const];
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

const held: Readonly<Record<Source, string>> = {
  calibration: 'calibrations',
  people: "people's picks",
  checks: 'checks of races',
  panels: 'panels',
};

/** `0.81 right in 96 calibrations of 2026-11-02, 0.90 in 10 people's picks`. */
function whyOf(own: readonly OwnRecord[]): string {
  const current = own.find(({ isCurrent }) => isCurrent);
  if (current === undefined) return 'nothing is known of it';
  const { known } = current.record;
  const parts = sources.flatMap((source) => {
    const found = known[source];
    if (found === undefined || found.of === 0) return [];
    const dated = source === 'calibration' ? ` of ${found.at.slice(0, 10)}` : '';
    return [`${(found.right / found.of).toFixed(2)} right in ${found.of} ${held[source]}${dated}`];
  });
  const before = own.length > 1 && own.some(({ isCurrent }) => !isCurrent);
  if (parts.length === 0) parts.push('nothing is known of it');
  return `${parts.join(', ')}${before ? '; what its model before did counts little' : ''}`;
}
