// A rubric: dimensions with their scales and weights, checked; in a file of its own or as the value of a brief. Two forms
// are read: each dimension with a scale of its own, or one scale for all and dimensions with ids.
import { parse } from 'yaml';
import { z } from 'zod';
import { JoustError } from '../domain/joust-error.ts';
import { parseTrouble } from '../domain/settings/parse-trouble.ts';

const nameShape = z
  .string()
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} _-]{0,60}$/u, 'expected letters, digits, spaces, dashes and underscores');
const words = z.string().max(1000);
const bound = z.number().min(0, 'a scale begins at 0 or above');

const dimension = z
  .strictObject({
    id: nameShape.optional(),
    name: words.optional(),
    title: words.optional(),
    about: words.optional(),
    description: words.optional(),
    min: bound.optional(),
    max: bound.optional(),
    weight: z.number().positive('a weight is above 0').optional(),
  })
  .refine(({ id, name }) => nameShape.safeParse(id ?? name).success, {
    error: 'a dimension needs a name (or id) of letters, digits, spaces, dashes and underscores',
  });

export const rubricShape = z.strictObject({
  scale: z
    .tuple([bound, bound])
    .refine(([low, high]) => high > low, { error: 'a scale is two numbers, the lower one first' })
    .optional(),
  dimensions: z.array(dimension).min(1, 'at least one dimension is needed').max(30),
});

/** By what every other part knows it. */
export interface RubricFile {
  readonly dimensions: {
    /** What scores are given under. */
    readonly name: string;
    readonly min: number;
    readonly max: number;
    readonly weight: number;
    readonly about?: string;
  }[];
}

export interface RubricRule {
  /** What the weights have to come to; absent: they are relative. */
  readonly sum?: number;
}

export function readRubric(content: string, path: string): RubricFile {
  return rubricFrom(parsed(content, path), `the rubric ${path}`);
}

/** From a value that was read already; `where` begins the sentence that says what is wrong with it. */
export function rubricFrom(value: unknown, where: string, rule: RubricRule = {}): RubricFile {
  const { rubric, problems } = checkedRubric(value, rule);
  if (rubric !== undefined) return rubric;
  throw new JoustError(`${where}: ${problems[0]?.text ?? 'it is empty'}`, {
    code: 'usage',
    hint: rubricHint,
  });
}

export const rubricHint =
  'It holds `dimensions`, each with a name or id, and if you like weight, about, min and max, or one `scale: [1, 5]` for all.';

export interface RubricProblem {
  readonly path: readonly PropertyKey[];
  readonly text: string;
  /** A key that no rubric has. */
  readonly unknown?: true;
}

/** The rubric, or everything that is wrong with it. */
export function checkedRubric(
  value: unknown,
  { sum }: RubricRule = {},
): { readonly rubric?: RubricFile; readonly problems: readonly RubricProblem[] } {
  const found = rubricShape.safeParse(value);
  if (!found.success) return { problems: found.error.issues.map(problemOf) };
  const { scale: [low, high] = [1, 5], dimensions: said } = found.data;
  const dimensions = said.map(({ id, name = '', title, about, description, min, max, weight }) => {
    const heading = title ?? (id === undefined ? undefined : name);
    const told = [heading, about, description].filter((part) => part !== undefined && part.trim() !== '');
    return {
      name: id ?? name,
      min: min ?? low,
      max: max ?? high,
      weight: weight ?? 1,
      ...(told.length > 0 && { about: told.join('. ') }),
    };
  });
  const names = dimensions.map(({ name }) => plainName(name));
  const path = ['dimensions'];
  const weights = sum === undefined ? undefined : wrongSum(said, sum);
  const problems = [
    ...dimensions
      .filter(({ min, max }) => max <= min)
      .map(({ name }) => ({ path, text: `${name}: max must be above min` })),
    ...dimensions
      .filter(({ name }, at) => names.indexOf(plainName(name)) !== at)
      .map(({ name }) => ({ path, text: `two dimensions have the same name, ${name}` })),
    ...(weights === undefined ? [] : [{ path, text: weights }]),
  ];
  return problems.length === 0 ? { rubric: { dimensions }, problems } : { problems };
}

/** As a judge's words are read: case, dashes, underscores and blanks are no difference between names of dimensions. */
function plainName(name: string): string {
  return name.toLowerCase().replace(/[\s_-]+/gu, '');
}

/** Without any weight, all weigh the same. */
function wrongSum(
  said: readonly { readonly weight?: number | undefined }[],
  sum: number,
): string | undefined {
  const weights = said.map(({ weight }) => weight);
  if (weights.every((weight) => weight === undefined)) return undefined;
  if (weights.includes(undefined)) return 'some dimensions have a weight and some have none';
  const total = weights.reduce<number>((all, weight) => all + (weight ?? 0), 0);
  if (Math.abs(total - sum) <= 1e-6) return undefined;
  return `the weights sum to ${Number(total.toFixed(6))}, not to ${sum}`;
}

function problemOf({ code, path, message }: z.core.$ZodIssue): RubricProblem {
  const place = path.map((part) => (typeof part === 'number' ? part + 1 : String(part))).join(' ');
  const text = `${place === '' ? '' : `${place}: `}${message}`;
  return code === 'unrecognized_keys' ? { path, text, unknown: true } : { path, text };
}

/** Far more than any rubric has: what is nested without end takes long to be refused. */
const maxCharacters = 256 * 1024;

function parsed(content: string, path: string): unknown {
  const unread = (why: string, cause?: unknown) =>
    new JoustError(`the rubric ${path} ${why}`, { code: 'usage', hint: 'See joust judge --help.', cause });
  if (content.length > maxCharacters) throw unread(`is longer than ${maxCharacters / 1024} KiB`);
  try {
    return parse(content);
  } catch (cause) {
    throw unread(`is neither YAML nor JSON: ${parseTrouble(cause)}`, cause);
  }
}
