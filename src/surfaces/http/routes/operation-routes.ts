// A route for each operation as it describes itself: reads by GET with a query, everything else by POST with a body.
import { z } from 'zod';
import { everyOperation } from '../../../all.ts';
import { JoustError } from '../../../domain/joust-error.ts';
import { operationPath } from '../../../domain/settings/described-operations.ts';
import { readText, readWords } from '../../../domain/settings/rule.ts';
import { describedIn } from '../../../domain/settings/setting.ts';
import { settingSchema } from '../../../domain/settings/setting-schema.ts';
import type { Setting } from '../../../domain/settings/settings.ts';
import {
  type AnyOperation,
  isPlaying,
  type PerformedSpec,
  type PlayingSpec,
} from '../../../operations/operation.ts';
import { type Performing, perform, readied } from '../../../operations/perform.ts';
import { ensurePlayed, resumeDetached, startDetached } from '../../../play/leave-to-player.ts';
import { readTask, saidTask } from '../../../play/task/said-task.ts';
import { type Desk, type Route, route, withoutUndefined } from '../route.ts';

export async function operationRoutes(): Promise<readonly Route[]> {
  return (await everyOperation()).map(operationRoute);
}

export function operationRoute(operation: AnyOperation): Route {
  if (isPlaying(operation)) return playingRoute(operation);
  if (operation.effect === 'read') return readingRoute(operation);
  return 'prepare' in operation ? askingRoute(operation) : recordingRoute(operation);
}

type Given = Parameters<typeof perform>[1];

/** Where it is, and which inputs come with the path and which with the query or body. */
function placeOf({ name, summary, input, path: own }: AnyOperation) {
  const settings = describedIn(input);
  const path = operationPath({ name, path: own, settings });
  const inPath = new Set([...path.matchAll(/:(\w+)/g)].map(([, param]) => param));
  return {
    summary,
    path,
    params: input,
    fields: settings.filter((one) => !inPath.has(one.name)),
    given: (params: Readonly<Record<string, string>>, said: Given): Given => ({ ...said, ...params }),
  };
}

function readingRoute(operation: PerformedSpec): Route {
  const { fields, given, ...about } = placeOf(operation);
  return route({
    method: 'get',
    ...about,
    query: z.strictObject(Object.fromEntries(fields.map((one) => [one.name, queryField(one)]))),
    answer: operation.output,
    run: async ({ params, query, signal }, desk) =>
      (await perform(operation, given(params, query), performingAt(desk, { signal }))).output,
  });
}

function recordingRoute(operation: PerformedSpec): Route {
  const { fields, given, ...about } = placeOf(operation);
  return route({
    method: 'post',
    ...about,
    body: z.looseObject({}).meta(describedBody({}, fields)),
    answer: operation.output,
    async run({ params, body, signal }, desk) {
      const { output } = await perform(operation, given(params, body), performingAt(desk, { signal }));
      const id = 'playsOn' in operation ? operation.playsOn?.(output) : undefined;
      if (id !== undefined) await ensurePlayed({ archive: desk.archive, ...desk.place, id });
      return output;
    },
  });
}

const consentFields = {
  yes: z.boolean().optional().describe('do it; without it the answer says what would be done'),
  confirm: z
    .string()
    .optional()
    .describe('for text that is published: the confirm of the answer that showed it'),
};

/** The page's token is a person's. Without a yes the answer says what would happen. */
function askingRoute(operation: PerformedSpec): Route {
  const { fields, given, ...about } = placeOf(operation);
  return route({
    method: 'post',
    ...about,
    body: z.looseObject(consentFields).meta(describedBody(consentFields, fields)),
    answer: z.object({ done: z.boolean(), result: operation.output, confirm: z.string().optional() }),
    async run({ params, body: { yes = false, confirm: confirmed, ...said }, signal }, desk) {
      const asking = { yes, confirmed, signal };
      const { done, output, confirm } = await perform(
        operation,
        given(params, said),
        performingAt(desk, asking),
      );
      return { done, result: output, confirm };
    },
  });
}

/** What every contest takes that is started over HTTP. */
export const startShape = {
  settings: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('settings by name, those of every contest and of the format: see /api/formats'),
  waitForQuotaMs: z.int().positive().optional().describe('wait this long for quotas instead of parking'),
  approve: z.boolean().optional().describe('agree to what would be asked'),
  pool: z.string().optional().describe('hosts of the pool with this label play it; empty: any host'),
};

export const startedSchema = z.object({
  id: z.string(),
  waiting: z.boolean().describe('a person has to agree first'),
  declined: z.boolean(),
  notes: z.array(z.string()),
});

const resumedSchema = z.object({
  id: z.string(),
  playedBy: z.int().optional().describe('the process that plays it already'),
});

/** A process of its own plays the contest. */
function playingRoute(operation: PlayingSpec): Route {
  const { fields, given, ...about } = placeOf(operation);
  const { type, takes } = operation.plays;
  const isNew = type === 'new';
  const shape = { ...startShape, ...(takes === 'prompt' ? saidTask.shape : {}) };
  return route({
    method: 'post',
    ...about,
    body: z.looseObject(shape).meta(describedBody(shape, fields)),
    answer: isNew ? startedSchema : resumedSchema,
    status: isNew ? 201 : 202,
    async run({ params, body, signal }, desk) {
      const { archive, place } = desk;
      const { settings, waitForQuotaMs, approve, pool, ...more } = body;
      const { task, ...said } = takes === 'prompt' ? await taskIn(more, desk) : { ...more, task: undefined };
      // The agent that started the server does not call.
      const playing = withoutUndefined({ settings, waitForQuotaMs, approve, pool, task, callers: [] });
      const asked = { given: given(params, said), playing };
      const playable = await readied(operation, asked, performingAt(desk, { signal }));
      if (playable.type === 'new')
        return await startDetached(playable.ready, { ...place, signal: desk.signal });
      const { id } = playable;
      return { id, playedBy: await resumeDetached({ archive, ...place, id }, playable.asked) };
    },
  });
}

async function taskIn(body: Given, { place }: Desk) {
  const { prompt, files, attachments, cwd, ...rest } = body;
  const said = saidTask.parse({ prompt, files, attachments, cwd });
  return { ...rest, task: await readTask(said, { ...place, cwd: place.machine.cwd }) };
}

interface Asking {
  readonly signal: AbortSignal;
  readonly yes?: boolean;
  readonly confirmed?: string | undefined;
}

function performingAt(
  { archive, place: { machine, home } }: Desk,
  { signal, yes = false, confirmed }: Asking,
): Performing {
  return { archive, machine, home, signal, speaker: {}, consent: { from: 'person', yes, confirmed } };
}

/** The settings check themselves, so the body takes any field. Its description has those of the route and the settings. */
function describedBody(shape: z.ZodRawShape, fields: readonly Setting[]): Readonly<Record<string, unknown>> {
  const { properties = {}, required = [] } = z.toJSONSchema(z.object(shape), {
    io: 'input',
    unrepresentable: 'any',
  });
  const own = fields.map((one) => [one.name, settingSchema(one)] as const);
  const needed = [...required, ...fields.filter((one) => one.required === true).map(({ name }) => name)];
  return {
    properties: { ...properties, ...Object.fromEntries(own) },
    ...(needed.length > 0 ? { required: needed } : {}),
  };
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
  throw new JoustError(`${name}: "${texts.join(', ')}" is not allowed`, { code: 'usage', setting: name });
}
