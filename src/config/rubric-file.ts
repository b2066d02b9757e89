// A rubric file: dimensions with their scales and weights, checked.
import { parse } from 'yaml';
import { z } from 'zod';
import { JoustError } from '../domain/joust-error.ts';

const dimension = z
  .strictObject({
    name: z.string().regex(/^[\p{L}\p{N}][\p{L}\p{N} _-]{0,60}$/u),
    min: z.number().default(1),
    max: z.number().default(5),
    weight: z.number().positive().default(1),
    about: z.string().max(1000).exactOptional(),
  })
  .refine(({ min, max }) => max > min, { error: 'max must be above min' });

const rubricSchema = z.strictObject({
  dimensions: z
    .array(dimension)
    .min(1)
    .max(30)
    .refine((all) => new Set(all.map(({ name }) => name.toLowerCase())).size === all.length, {
      error: 'two dimensions have the same name',
    }),
});

export type RubricFile = z.infer<typeof rubricSchema>;

export function readRubric(content: string, path: string): RubricFile {
  const found = rubricSchema.safeParse(parsed(content, path));
  if (found.success) return found.data;
  const [issue] = found.error.issues;
  throw new JoustError(
    `the rubric ${path} is not one: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`,
    {
      code: 'usage',
      hint: 'It holds `dimensions`, each with a name, and if you like min, max, weight and about.',
    },
  );
}

function parsed(content: string, path: string): unknown {
  try {
    return parse(content);
  } catch (cause) {
    throw new JoustError(
      `the rubric ${path} is neither YAML nor JSON: ${(cause as Error).message.split('\n')[0]}`,
      {
        code: 'usage',
        hint: 'See joust judge --help.',
        cause,
      },
    );
  }
}
