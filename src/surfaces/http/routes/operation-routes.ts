// A route for each operation as it describes itself: reads by GET with a query, everything else by POST with a body.
import { z } from 'zod';
import { everyOperation } from '../../../all.ts';
import { JoustError } from '../../../domain/joust-error.ts';
import { asksFirst } from '../../../domain/settings/described-operations.ts';
import { readText, readWords } from '../../../domain/settings/rule.ts';
import { describedIn } from '../../../domain/settings/setting.ts';
import { settingSchema } from '../../../domain/settings/setting-schema.ts';
import type { Setting } from '../../../domain/settings/settings.ts';
import type { AnyOperation } from '../../../operations/operation.ts';
import { perform } from '../../../operations/perform.ts';
import { type Desk, type Route, route } from '../route.ts';

type Given = Parameters<typeof perform>[1];

export async function operationRoutes(): Promise<readonly Route[]> {
  return (await everyOperation()).map(operationRoute);
}

/** The page's token is a person's. What can't be undone needs `yes` in the body; without it the answer says what would happen. */
export function operationRoute(operation: AnyOperation): Route {
  const { name, summary, effect, output } = operation;
  const settings = describedIn(operation.input);
  const isAboutOne = settings.some((one) => one.name === 'id');
  const fields = settings.filter((one) => one.name !== 'id');
  const path = `${isAboutOne ? '/contests/:id' : ''}/${name.replaceAll(' ', '/')}`;
  const givenWith = (params: Readonly<Record<string, string>>, given: Given): Given =>
    isAboutOne ? { ...given, id: params['id'] } : given;
  if (effect === 'read')
    return route({
      method: 'get',
      path,
      summary,
      query: z.strictObject(Object.fromEntries(fields.map((one) => [one.name, queryField(one)]))),
      answer: output,
      run: async ({ params, query }, desk) =>
        (await perform(operation, givenWith(params, query), performingAt(desk))).output,
    });
  const body = z.looseObject(asksFirst(operation) ? { yes: z.boolean().optional() } : {}).meta({
    properties: Object.fromEntries(fields.map((one) => [one.name, settingSchema(one)])),
  });
  return route({
    method: 'post',
    path,
    summary,
    body,
    answer: asksFirst(operation) ? z.object({ done: z.boolean(), result: output }) : output,
    async run({ params, body: { yes, ...given } }, desk) {
      const consent = () => Promise.resolve(yes === true);
      const asked = asksFirst(operation) ? given : { ...given, ...(yes === undefined ? {} : { yes }) };
      const performing = { ...performingAt(desk), consent };
      const { done, output: result } = await perform(operation, givenWith(params, asked), performing);
      return asksFirst(operation) ? { done, result } : result;
    },
  });
}

function performingAt({ archive, place: { machine, home } }: Desk) {
  return { archive, machine, home, speaker: {}, caller: 'people' as const };
}

/** A query has texts: the rule reads them as it reads a flag. */
function queryField(one: Setting): z.ZodType {
  return z
    .union([z.string(), z.array(z.string())])
    .transform((said) => readValue(one, said))
    .optional()
    .meta({ ...settingSchema(one) });
}

function readValue({ name, rule }: Setting, said: string | readonly string[]): unknown {
  const texts = typeof said === 'string' ? [said] : said;
  if (rule.type === 'list') return readWords(rule, texts);
  const value = rule.type === 'table' ? undefined : readText(rule, texts.at(-1) ?? '');
  if (value !== undefined) return value;
  throw new JoustError(`${name}: "${texts.join(', ')}" is not allowed`, { code: 'usage' });
}
