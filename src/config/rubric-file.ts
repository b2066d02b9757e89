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
export function rubricFrom(value: unknown, where: string, { sum }: RubricRule = {}): RubricFile {
  const found = rubricShape.safeParse(value);
  if (!found.success) throw wrong(where, issueText(found.error));
  const { scale: [low, high] = [1, 5], dimensions: said } = found.data;
  const dimensions = said.map(({ id, name = '', title, about, description, min, max, weight }) => {
    const heading = title ?? (id === undefined ? undefined : name);
    const told = [heading, about, description].filter((part) => part !== undefined && part.trim() !== '');
    return {
      name: id ?? name,
      min: min ?? low,
      max: max ?? high,
      weight: weight ?? 1,
      about: told.length > 0 ? told.join('. ') : undefined,
    };
  });
  const upsideDown = dimensions.find(({ min, max }) => max <= min);
  if (upsideDown !== undefined) throw wrong(where, `${upsideDown.name}: max must be above min`);
  const names = dimensions.map(({ name }) => plainName(name));
  const twice = dimensions.find(({ name }, at) => names.indexOf(plainName(name)) !== at);
  if (twice !== undefined) throw wrong(where, `two dimensions have the same name, ${twice.name}`);
  if (sum !== undefined) needSum(where, { sum, weights: said.map(({ weight }) => weight) });
  return { dimensions };
}

/** As a judge's words are read: case, dashes, underscores and blanks are no difference between names of dimensions. */
function plainName(name: string): string {
  return name.toLowerCase().replace(/[\s_-]+/gu, '');
}

/** Where nobody has a weight, all weigh the same. */
function needSum(
  where: string,
  { sum, weights }: { sum: number; weights: readonly (number | undefined)[] },
): void {
  if (weights.every((weight) => weight === undefined)) return;
  if (weights.includes(undefined)) throw wrong(where, 'some dimensions have a weight and some have none');
  const total = weights.reduce<number>((all, weight) => all + (weight ?? 0), 0);
  if (Math.abs(total - sum) > 1e-6)
    throw wrong(where, `the weights sum to ${Number(total.toFixed(6))}, not to ${sum}`);
}

function issueText({ issues: [issue] }: z.ZodError): string {
  const place = issue?.path.map((part) => (typeof part === 'number' ? part + 1 : String(part))).join(' ');
  return `${place === undefined || place === '' ? '' : `${place}: `}${issue?.message ?? ''}`;
}

function wrong(where: string, what: string): JoustError {
  return new JoustError(`${where}: ${what}`, {
    code: 'usage',
    hint: 'It holds `dimensions`, each with a name or id, and if you like weight, about, min and max, or one `scale: [1, 5]` for all.',
  });
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
