// A judge's sheet without any forgiveness: every label and dimension, whole numbers on the scale, one form, nothing else.
import { type Sheet, type SheetQuestion, type SheetScores, sheetsIn } from './read-sheet.ts';
import { type Dimension, isOnScale, shortRationale, spokenPart, whyNothing } from './read-verdict.ts';

/** The form that was asked for and nothing else; the first thing that is wrong with it is said. */
export function readStrictSheet(reply: string, question: SheetQuestion): Sheet {
  const text = spokenPart(reply);
  const [first, second] = sheetsIn(text, question.nonce);
  if (first === undefined) return { type: 'none', why: whyNothing(reply, question.nonce) };
  const problem =
    second === undefined && first.isWhole === false
      ? strictProblem(first.value, question)
      : 'it is not the one form that was asked for';
  if (problem !== undefined) return { type: 'none', why: problem };
  return { type: 'sheet', scores: first.value as SheetScores, unknown: [] };
}

function strictProblem(value: unknown, { labels, dimensions }: SheetQuestion): string | undefined {
  const names = dimensions.map(({ name }) => name);
  const wrong = keysProblem(value, labels, 'the sheet');
  if (wrong !== undefined) return wrong;
  for (const [label, own] of Object.entries(Object(value))) {
    const problem = keysProblem(own, names, label) ?? figureProblem(label, Object(own), dimensions);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function keysProblem(value: unknown, wanted: readonly string[], what: string): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return `${what} is no table`;
  const keys = Object.keys(value);
  const missing = wanted.find((name) => !keys.includes(name));
  if (missing !== undefined) return `${what} lacks ${missing}`;
  const other = keys.find((key) => !wanted.includes(key));
  return other === undefined ? undefined : `${what} holds ${shortRationale(other)}, which was not asked for`;
}

function figureProblem(
  label: string,
  own: Readonly<Record<string, unknown>>,
  dimensions: readonly Dimension[],
): string | undefined {
  for (const dimension of dimensions) {
    const { name, min, max } = dimension;
    const value = own[name];
    if (typeof value !== 'number' || !Number.isInteger(value))
      return `${label}: ${name} is ${shortRationale(JSON.stringify(value) ?? '')}, no whole number`;
    if (!isOnScale(value, dimension, true)) return `${label}: ${name} is ${value}, beyond ${min} to ${max}`;
  }
  return undefined;
}
