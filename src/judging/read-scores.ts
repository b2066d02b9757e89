// Reads a judge's rubric scores. A score that is missing or out of range is reported, never filled in or clamped.
import { z } from 'zod';
import { type GivenScore, givenScores } from './given-scores.ts';
import { jsonInText } from './json-in-text.ts';
import { shortRationale } from './short-rationale.ts';
import { spokenPart } from './spoken-part.ts';
import { standsIn } from './stands-in.ts';

export interface Dimension {
  readonly name: string;
  readonly min: number;
  readonly max: number;
}

export interface ScoresQuestion {
  readonly dimensions: readonly Dimension[];
  /** The text the JSON must repeat; left out only where none was asked for. */
  readonly nonce?: string;
  /** The entries as the judge saw them. */
  readonly entries: readonly string[];
  /** strict: exactly the shape that was asked for. tolerant: whatever holds the numbers beyond doubt. */
  readonly mode: 'strict' | 'tolerant';
}

export interface ScoresRead {
  /** By dimension; only those in range. */
  readonly scores: Readonly<Record<string, number>>;
  readonly missing: readonly string[];
  /** As the judge wrote it: a score beyond the scale, or on another scale. */
  readonly outOfRange: readonly { readonly name: string; readonly given: string }[];
}

export type NoScores =
  | 'empty'
  | 'no-json'
  | 'wrong-nonce'
  | 'quoted'
  | 'contradictory'
  | 'schema'
  | 'no-score';

export type Scores =
  | (ScoresRead & { readonly type: 'scores'; readonly rationale: string })
  | (ScoresRead & { readonly type: 'none'; readonly why: NoScores });

/** Scores stand at the end; a reply longer than this is read from its end. */
const maxLength = 200_000;

export function readScores(reply: string, question: ScoresQuestion): Scores {
  const text = spokenPart(reply.slice(-maxLength));
  const unread = sorted([], question.dimensions);
  if (text.trim() === '') return { type: 'none', why: 'empty', ...unread };
  return question.mode === 'strict' ? readStrict(text, question) : readTolerant(text, question);
}

/** `{"nonce": "...", "scores": {"clarity": 4}, "reason": "..."}`, alone or in one code fence; whole numbers. */
function readStrict(text: string, { dimensions, nonce, entries }: ScoresQuestion): Scores {
  const json = text.trim().replace(/^```(?:json)?[ \t]*\r?\n([^`]*)```$/u, '$1');
  const parsed = strictSchema.safeParse(parseJson(json));
  const given = parsed.success ? numbers(parsed.data.scores) : [];
  const read = sorted(given, dimensions);
  if (!parsed.success) return { type: 'none', why: 'schema', ...read };
  if (nonce !== undefined && parsed.data.nonce !== nonce)
    return { type: 'none', why: 'wrong-nonce', ...sorted([], dimensions) };
  if (standsIn(entries).quotesPacked(json)) return { type: 'none', why: 'quoted', ...sorted([], dimensions) };
  const unknown = given.some(({ name }) => dimensions.every((dimension) => dimension.name !== name));
  if (unknown || read.missing.length > 0 || read.outOfRange.length > 0)
    return { type: 'none', why: 'schema', ...read };
  return { type: 'scores', rationale: shortRationale(parsed.data.reason), ...read };
}

const strictSchema = z.strictObject({
  nonce: z.string().optional(),
  scores: z.record(z.string(), z.int()),
  reason: z.string().optional(),
});

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function numbers(scores: Readonly<Record<string, number>>): readonly GivenScore[] {
  return Object.entries(scores).map(([name, value]) => ({ name, value, given: String(value) }));
}

/** The last JSON with scores counts; another one that says otherwise makes both worthless. */
function readTolerant(text: string, { dimensions, nonce, entries }: ScoresQuestion): Scores {
  const names = dimensions.map(({ name }) => name);
  const quoted = standsIn(entries).quotesPacked;
  const found = jsonInText(text).map((json) => ({ ...json, ...givenScores(json.value, names, nonce) }));
  const scored = found.filter(({ given }) => given.length > 0);
  const own = scored.filter((json) => !quoted(json.text));
  const counting = own.filter(({ nonceSaid }) => nonceSaid || nonce === undefined);
  const last = counting.at(-1);
  const none = (why: NoScores): Scores => ({ type: 'none', why, ...sorted([], dimensions) });
  if (found.length === 0) return none('no-json');
  if (scored.length === 0) return none('no-score');
  if (own.length === 0) return none('quoted');
  if (last === undefined) return none('wrong-nonce');
  const read = sorted(last.given, dimensions);
  const same = counting.every(
    ({ given }) => JSON.stringify(sorted(given, dimensions)) === JSON.stringify(read),
  );
  if (!same) return none('contradictory');
  if (Object.keys(read.scores).length === 0) return { type: 'none', why: 'no-score', ...read };
  return { type: 'scores', rationale: shortRationale(last.reason, text), ...read };
}

function sorted(given: readonly GivenScore[], dimensions: readonly Dimension[]): ScoresRead {
  const scores: [string, number][] = [];
  const missing: string[] = [];
  const outOfRange: { name: string; given: string }[] = [];
  for (const { name, min, max } of dimensions) {
    const said = given.find((score) => score.name === name);
    if (said === undefined) missing.push(name);
    else if (said.value < min || said.value > max || (said.outOf !== undefined && said.outOf !== max))
      outOfRange.push({ name, given: said.given });
    else scores.push([name, said.value]);
  }
  return { scores: Object.fromEntries(scores), missing, outOfRange };
}
