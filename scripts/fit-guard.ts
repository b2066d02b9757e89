// Fits what the guard weighs (src/judging/blind/judge-weights.json) to the labelled texts that may be tuned on: a logistic
// regression of a text's heaviest passage, most weights drawn to nothing. `node scripts/fit-guard.ts` writes them; with `check`
// it only prints how each text fares that was left out of a fit, one in eight at a time.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { addressesJudge, evidenceIn } from '../src/judging/blind/addresses-judge.ts';
import { isHeldOut, type Labelled, labelled } from '../tests/fixtures/judge-talk.ts';

interface Example {
  readonly talks: boolean;
  /** The features of each passage. */
  readonly passages: readonly (readonly string[])[];
  readonly text: Labelled;
}

interface Fit {
  readonly bias: number;
  readonly weights: Readonly<Record<string, number>>;
}

/** Of what is said to nobody but a judge; not fitted, since it was written by looking at many of these texts. */
const rule = 3;
/** What a passage has to come to. */
const enough = 2;
const fewestTexts = 3;
const towardsNothing = 0.0005;
const steps = 150;
const rate = 0.3;

const calibration = new URL('../src/judging/calibration/pairs/', import.meta.url);
const target = new URL('../src/judging/blind/judge-weights.json', import.meta.url);

const fixtures = examples([
  ...labelled('true'),
  ...labelled('innocent'),
  ...labelled('tuning'),
  ...labelled('fresh').filter((one) => !isHeldOut(one)),
  ...labelled('later').filter((one) => !isHeldOut(one)),
]);
const answers = examples(calibrationTexts());

if (process.argv[2] === 'check') check();
else {
  const { bias, weights } = fitted([...fixtures, ...answers]);
  const sorted = Object.entries({ ...weights, rule }).sort(([a], [b]) => (a < b ? -1 : 1));
  const lines = sorted.map(([feature, weight]) => `  ${JSON.stringify(feature)}: ${round(weight)}`);
  const head = ` "about": "Fitted by scripts/fit-guard.ts; what the letters mean stands in judge-words.json.",`;
  const figures = ` "bias": ${round(bias)},\n "enough": ${enough},`;
  writeFileSync(target, `{\n${head}\n${figures}\n "weights": {\n${lines.join(',\n')}\n }\n}\n`);
  console.log(`${sorted.length} weights from ${fixtures.length + answers.length} texts.`);
}

function examples(texts: readonly Labelled[]): readonly Example[] {
  return texts.map((text) => ({ talks: text.talks, passages: evidenceIn(text.text), text }));
}

/** Answers of the calibration: half of them wrong, and nearly none talks to a judge. */
function calibrationTexts(): readonly Labelled[] {
  const lines = readdirSync(calibration).flatMap((file) =>
    readFileSync(new URL(file, calibration), 'utf8').trim().split('\n'),
  );
  return lines.flatMap((line) => {
    const { id, good, bad, decoys } = JSON.parse(line);
    const one = { id, kind: 'calibration', language: 'en' };
    return [
      { ...one, text: good, talks: false },
      { ...one, text: bad, talks: decoys?.includes('addresses-judge') === true },
    ];
  });
}

function fitted(all: readonly Example[]): Fit {
  const names = featuresOf(all);
  const places = new Map(names.map((name, at) => [name, at]));
  const rows = all.flatMap(({ talks, passages }) => {
    const own = passages.map((features) => features.flatMap((feature) => places.get(feature) ?? []));
    return own.length === 0 ? [] : [{ talks, own }];
  });
  const weights = new Float64Array(names.length);
  const squares = new Float64Array(names.length).fill(1e-8);
  let [bias, biasSquares] = [-2, 1e-8];
  for (let step = 0; step < steps; step += 1) {
    const { slopes, slope } = slopesOf(rows, weights, bias);
    for (let at = 0; at < weights.length; at += 1) {
      const own = (slopes[at] ?? 0) + 0.002 * (weights[at] ?? 0);
      squares[at] = (squares[at] ?? 0) + own * own;
      const stride = rate / Math.sqrt(squares[at] ?? 1);
      const moved = (weights[at] ?? 0) - stride * own;
      weights[at] = Math.sign(moved) * Math.max(0, Math.abs(moved) - stride * towardsNothing);
    }
    biasSquares += slope * slope;
    bias -= (rate / Math.sqrt(biasSquares)) * slope;
  }
  const kept = names.flatMap((name, at) => (weights[at] === 0 ? [] : [[name, weights[at] ?? 0] as const]));
  return { bias, weights: Object.fromEntries(kept) };
}

interface Row {
  readonly talks: boolean;
  /** The features of each passage, by their places. */
  readonly own: readonly (readonly number[])[];
}

/** How the loss changes with each weight: a text's heaviest passages answer for it. */
function slopesOf(rows: readonly Row[], weights: Float64Array, bias: number) {
  const slopes = new Float64Array(weights.length);
  let slope = 0;
  for (const { talks, own } of rows) {
    const scores = own.map((features) => features.reduce((sum, at) => sum + (weights[at] ?? 0), bias));
    const most = Math.max(...scores);
    const wrong = (1 / (1 + Math.exp(-most)) - Number(talks)) / rows.length;
    const shares = scores.map((score) => Math.exp(3 * (score - most)));
    const whole = shares.reduce((sum, share) => sum + share, 0);
    for (const [at, features] of own.entries()) {
      const part = (wrong * (shares[at] ?? 0)) / whole;
      slope += part;
      for (const feature of features) slopes[feature] = (slopes[feature] ?? 0) + part;
    }
  }
  return { slopes, slope };
}

function featuresOf(all: readonly Example[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { passages } of all)
    for (const feature of new Set(passages.flat())) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  counts.delete('rule');
  return [...counts].flatMap(([name, count]) => (count < fewestTexts ? [] : [name]));
}

function check(): void {
  const scored = fixtures.map((one, at) => ({ one, at, score: 0 }));
  for (let part = 0; part < 8; part += 1) {
    const { bias, weights } = fitted([...fixtures.filter((_, at) => at % 8 !== part), ...answers]);
    const known = new Map(Object.entries({ ...weights, rule }));
    for (const item of scored.filter(({ at }) => at % 8 === part))
      item.score = Math.max(
        isFramed(item.one.text) ? 99 : -99,
        ...item.one.passages.map((own) => own.reduce((sum, name) => sum + (known.get(name) ?? 0), bias)),
      );
  }
  const practice = scored.filter(({ one }) => one.text.kind === 'practice');
  const rows = [enough - 1, enough, enough + 1].map((least) => {
    const flagged = (some: typeof scored, talks: boolean) => {
      const own = some.filter(({ one }) => one.talks === talks);
      return `${own.filter(({ score }) => score > least).length} of ${own.length}`;
    };
    return {
      least,
      found: flagged(scored, true),
      'false alarms': flagged(scored, false),
      'of practice': `${flagged(practice, true)}, ${flagged(practice, false)}`,
    };
  });
  console.table(rows);
}

function isFramed({ text }: Labelled): boolean {
  return addressesJudge(text).some(
    ({ sign, strength }) => strength === 'strong' && ['frame', 'planted-verdict', 'hidden'].includes(sign),
  );
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
