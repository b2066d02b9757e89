// Adaptive pairing with several judges of whom a record tells how good each is: their verdicts counted all the same, as before,
// and by their records. Strengths are drawn; a judge that is right less often sees them the smaller.
import { mostRepeats } from '../src/formats/tournament/play-adaptive.ts';
import { type Evidence, judgeRecords, weighJudges } from '../src/ranking/agreement/judge-record.ts';
import { trustOf } from '../src/ranking/agreement/judge-trust.ts';
import { belief, learn, repeatWorth, worthOf } from '../src/ranking/pairing/belief.ts';
import { bestOf, certainBest, isLook } from '../src/ranking/pairing/best.ts';
import { nextPair } from '../src/ranking/pairing/next-pair.ts';
import { seededRandom } from '../tests/fixtures/simulate-verdicts.ts';

type Random = () => number;

const size = 8;
const spread = 1.5;
const calibrations = 60;
const now = new Date('2026-11-16T00:00:00Z');
/** By how much each judge sees strengths shrunk: 1 is exact, 0 a coin. */
const panels: Readonly<Record<string, readonly number[]>> = {
  'one good, two near coins': [1, 0.25, 0.1],
  'good, fair, coin': [1, 0.5, 0],
  'three alike': [0.8, 0.8, 0.8],
};

export function benchAdaptiveJudges(fields = 300): void {
  console.log(
    `\nAdaptive pairing of ${size} by three judges, ${calibrations} calibrations on each record, ${fields} fields`,
  );
  console.table(
    Object.entries(panels).flatMap(([judges, sight]) => {
      const [equal, known] = [false, true].map((byRecord) => summary(sight, { byRecord, fields }));
      if (equal === undefined || known === undefined) return [];
      const least = sight.every((one) => one === sight[0]) ? -0.03 : 0;
      const gained = known.named - equal.named;
      return [
        { judges, counted: 'all the same', ...told(equal), target: '', met: '' },
        {
          judges,
          counted: 'by their records',
          ...told(known),
          target: `best named ${least < 0 ? 'hardly less' : 'more'} often, stops right in >= 0.94`,
          met: gained > least && known.right >= 0.94 ? 'yes' : 'NO',
        },
      ];
    }),
  );
}

interface Summary {
  readonly named: number;
  readonly stops: number;
  readonly right: number;
  readonly calls: number;
}

function told({ named, stops, right, calls }: Summary) {
  return { 'best named': named.toFixed(3), stops, 'stops right': right.toFixed(3), calls: calls.toFixed(1) };
}

function summary(
  sight: readonly number[],
  { byRecord, fields }: { readonly byRecord: boolean; readonly fields: number },
): Summary {
  const runs = Array.from({ length: fields }, (_, at) => {
    const random = seededRandom(1601 * 1_000_003 + at * 104_729);
    const trust = trustOf(weightsOf(sight, random));
    return play(sight, byRecord ? trust : new Map(), random);
  });
  const stopped = runs.filter(({ certain }) => certain);
  const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;
  return {
    named: mean(runs.map(({ right }) => Number(right))),
    stops: stopped.length,
    right: stopped.length === 0 ? 0 : mean(stopped.map(({ right }) => Number(right))),
    calls: mean(runs.map(({ calls }) => calls)),
  };
}

/** As a calibration finds them on pairs one standard deviation apart. */
function weightsOf(sight: readonly number[], random: Random): ReadonlyMap<string, number> {
  const evidence = sight.map((one, at): Evidence => {
    const accuracy = chance(one * spread);
    const right = Array.from({ length: calibrations }, () => Number(random() < accuracy)).reduce(
      (a, b) => a + b,
    );
    const who = { judge: `j${at}`, agent: `j${at}`, at: '2026-11-02T00:00:00Z', model: 'm' };
    return { ...who, source: 'calibration', right, of: calibrations };
  });
  const candidates = sight.map((_, at) => ({ name: `j${at}`, judge: `j${at}`, agent: `j${at}` }));
  return new Map(
    weighJudges(candidates, judgeRecords(evidence), { now }).map((one) => [one.judge, one.weight]),
  );
}

function play(sight: readonly number[], trust: ReadonlyMap<string, number>, random: Random) {
  const names = Array.from({ length: size }, (_, place) => `c${place}`);
  const strengths = new Map(names.map((name) => [name, spread * normal(random)]));
  const of = (name: string) => strengths.get(name) ?? 0;
  const best = names.reduce((one, other) => (of(other) > of(one) ? other : one));
  const judges = sight.map((_, at) => `j${at}`);
  const desk = deskOf(judges, trust);
  const most = 6 * size;
  let current = belief(names, judges);
  for (let calls = 1; calls <= most; calls += 1) {
    const name = (place: number) => names[place] ?? '';
    const worth = (one: number, other: number) => desk.next(name(one), name(other))?.worth ?? 0;
    const pair = nextPair(current, { random, worth });
    if (pair === undefined) break;
    const { first, second } = pair;
    const { judge, before, note } = desk.take(first, second);
    const gap = (sight[judges.indexOf(judge)] ?? 0) * (of(first) - of(second));
    const repeats = before !== undefined && random() < 0.7;
    const score = repeats ? before : Number(random() < chance(gap));
    note(score);
    const weight = (trust.get(judge) ?? 1) * worthOf(score, before);
    current = learn(current, { first, second, judge, score, weight });
    const found = isLook(current) || calls === most ? certainBest(current) : undefined;
    if (found !== undefined) return { right: found.leader === best, certain: true, calls };
  }
  return { right: bestOf(current).leader === best, certain: false, calls: most };
}

/** Who is asked next: whose word counts most, then whoever was asked least often. */
function deskOf(judges: readonly string[], trust: ReadonlyMap<string, number>) {
  const [asked, said] = [new Map<string, number>(), new Map<string, number>()];
  const count = (key: string) => asked.get(key) ?? 0;
  const worthOfAsking = (judge: string, question: string) => {
    const times = count(`${judge} ${question}`);
    const own = trust.get(judge) ?? 1;
    if (times >= mostRepeats) return 0;
    return times === 0 ? own : own * repeatWorth;
  };
  const next = (first: string, second: string) =>
    judges
      .map((judge) => ({ judge, worth: worthOfAsking(judge, `${first} ${second}`) }))
      .filter(({ worth }) => worth > 0)
      .toSorted((a, b) => b.worth - a.worth || count(a.judge) - count(b.judge))[0];
  return {
    next,
    take(first: string, second: string) {
      const judge = next(first, second)?.judge ?? '';
      const key = `${judge} ${first} ${second}`;
      for (const one of [key, judge]) asked.set(one, count(one) + 1);
      return { judge, before: said.get(key), note: (score: number) => said.set(key, score) };
    },
  };
}

function chance(logit: number): number {
  return 1 / (1 + Math.exp(-logit));
}

function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

if (import.meta.main) benchAdaptiveJudges(Number(process.argv[2] ?? 300));
