// calibrate: judges on pairs with known answers, blind and in both orders; what that shows of each goes on its record.
import type { Contest } from '../../contest/handle/contest.ts';
import { type Random, randomFor, shuffled } from '../../contest/handle/draw.ts';
import type { AttemptResult } from '../../contest/handle/step.ts';
import type { CalibrationPair } from '../../judging/calibration/calibration-set.ts';
import type { Entry } from '../../judging/entry.ts';
import { judgePair, type Look } from '../../judging/panel/judge-choice.ts';
import { leanShares } from '../../ranking/agreement/leans.ts';
import { measuredShare } from '../../ranking/agreement/measured.ts';
import { defineFormat } from '../format.ts';
import { asJudges, judgingContext } from '../judges.ts';
import {
  bad,
  type CalibrationFigures,
  calibrationFigures,
  good,
  type PairLooks,
} from './calibration-figures.ts';
import { options, request, setUp } from './options.ts';
import { type CalibrationResult, calibrationResult } from './result.ts';

export const calibrate = defineFormat({
  name: 'calibrate',
  version: 1,
  about: {
    summary: 'measure judges on pairs of answers of which one is known to be right',
    details:
      'Each judge sees each pair blind and in both orders. How often it is right, and what it follows besides (place, length, style), goes on its record by judge and model: it weighs its word where it sits on a panel (--weights equal: not). See all records with joust judges.',
    group: 'decide',
    takes: { setting: 'contestant', as: 'JUDGE' },
    ends: { ok: 'calibrated', none: 'not calibrated' },
    examples: [
      'joust calibrate claude/opus codex',
      'joust calibrate gemini --pairs 40 --max-usd 2',
      'joust calibrate claude codex --kind code',
    ],
  },
  request,
  options,
  bare: true,
  result: calibrationResult,
  setUp,
  shows: false,
  expects({ roster, options: { pairs }, task }) {
    return roster.flatMap((contestant) =>
      Array.from({ length: 2 * pairs }, () => ({ contestant, tier: task.tier })),
    );
  },
  async play(contest, { set, version, pairs: count }) {
    const all = JSON.parse(await contest.content(set)) as readonly CalibrationPair[];
    // The same ones each time, so that judges can be compared; more of them hold the fewer.
    const asked = balanced(all, count, randomFor(version));
    const waiting: AttemptResult[] = [];
    const here = withEyeOn(contest, waiting);
    const judges = asJudges(contest.opened.roster);
    const heard = await Promise.all(
      asked.map(async (pair) => {
        const { words } = await judgePair(here, { ...question(pair), judges, ...context(contest, pair) });
        return { pair, words };
      }),
    );
    const told = judges.map(({ contestant: { name } }) => {
      const looks = heard.map(({ pair, words }) => ({
        pair,
        looks: words.find(({ judge }) => judge === name)?.looks ?? [],
      }));
      return { name, looks, figures: calibrationFigures(looks), model: modelIn(looks) };
    });
    if (waiting.length === 0) {
      for (const { name, figures, model } of told) {
        if (figures.of === 0) continue;
        const found = { judge: name, set: version, model, ...figures };
        const key = `calibrated/${name}`;
        await contest.fact({ type: 'judge.calibrated', v: 1, key, inputs: JSON.stringify(found), ...found });
      }
    }
    const result: CalibrationResult = {
      type: 'calibration',
      set: version,
      pairs: count,
      judges: told.map(toldJudge),
    };
    const isUsable = told.some(({ figures }) => figures.of > 0);
    return { results: waiting, outcome: isUsable ? 'ok' : 'nothing-usable', result };
  },
});

/** Who waits for a quota. */
function withEyeOn(contest: Contest, waiting: AttemptResult[]): Contest {
  return {
    ...contest,
    async attempt(step) {
      const result = await contest.attempt(step);
      if (result.state === 'parked') waiting.push(result);
      return result;
    },
  };
}

/** Kinds and decoys take turns, so that any beginning of it, a small budget's too, has some of each. */
function balanced(
  all: readonly CalibrationPair[],
  count: number,
  random: Random,
): readonly CalibrationPair[] {
  const queues = [...Map.groupBy(shuffled(all, random), ({ kind }) => kind).values()].map((own) => ({
    plain: own.filter(({ decoys }) => decoys.length === 0),
    // The first of each decoy, then the second of each.
    decoyed: [...Map.groupBy(own, ({ decoys }) => decoys[0]).entries()]
      .flatMap(([decoy, group]) => (decoy === undefined ? [] : group.map((pair, at) => ({ pair, at }))))
      .sort((one, other) => one.at - other.at)
      .map(({ pair }) => pair),
  }));
  const order: CalibrationPair[] = [];
  for (let turn = 0; order.length < all.length; turn += 1) {
    for (const [at, { plain, decoyed }] of queues.entries()) {
      const [first, second] = (turn + at) % 2 === 0 ? [plain, decoyed] : [decoyed, plain];
      const next = first.shift() ?? second.shift();
      if (next !== undefined) order.push(next);
    }
  }
  return order.slice(0, count);
}

function question({ id, good: right, bad: wrong, decoys }: CalibrationPair) {
  const entry = (contestant: string, text: string): Entry => ({ contestant, family: '', key: id, text });
  const inOrder = decoys.includes('first');
  return {
    key: `pair/${id}`,
    pair: [entry(bad, wrong), entry(good, right)] as const,
    ...({ inOrder, orders: 'both', selfJudging: 'allow' } as const),
  };
}

function context(contest: Contest, { task }: CalibrationPair) {
  return { context: { ...judgingContext(contest), task } };
}

/** The one that answered most. */
function modelIn(heard: readonly { readonly looks: readonly Look[] }[]): string | undefined {
  const models = heard.flatMap(({ looks }) => looks.flatMap(({ model }) => model ?? []));
  const counts = [...Map.groupBy(models, (model) => model)].sort(([, a], [, b]) => b.length - a.length);
  return counts[0]?.[0];
}

interface Told {
  readonly name: string;
  readonly model: string | undefined;
  readonly figures: CalibrationFigures;
  readonly looks: readonly PairLooks[];
}

type ToldJudge = CalibrationResult['judges'][number];

function toldJudge({ name, model, figures, looks }: Told): ToldJudge {
  const { leans } = figures;
  const unread = looks.flatMap((one) => one.looks).filter(({ verdict }) => verdict.type === 'none').length;
  const parts = (all: CalibrationFigures['byKind']) =>
    Object.fromEntries(Object.entries(all).map(([name_, part]) => [name_, partOf(part)]));
  return {
    judge: name,
    model,
    accuracy: partOf(figures),
    unread,
    flips: { ...figures.flips },
    fooled: { ...figures.fooled },
    byKind: parts(figures.byKind),
    byDecoy: parts(figures.byDecoy),
    leans: leans && leanShares(leans),
  };
}

function partOf({ right, of }: { readonly right: number; readonly of: number }): ToldJudge['accuracy'] {
  const measured = measuredShare(right, of);
  if (of === 0) return { right, of };
  if (measured.kind === 'too-few') return { right, of, share: rounded(right / of) };
  return {
    right,
    of,
    share: rounded(measured.value),
    low: rounded(measured.low),
    high: rounded(measured.high),
  };
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
