// A tool for each format, made from its description. It starts a contest, which a process of its own plays. It waits for the
// result as long as callers do.
import { z } from 'zod';
import { JoustError } from '../../../domain/joust-error.ts';
import { settingSchema } from '../../../domain/settings/setting-schema.ts';
import { type DescribedFormat, describedFormats, type Setting } from '../../../domain/settings/settings.ts';
import {
  callableSettings,
  checkCallable,
  type Leave,
  withinUsersRules,
} from '../../../play/callable-settings.ts';
import { readyContest, type StartRequest } from '../../../play/ready.ts';
import { readTask, saidTask } from '../../../play/task/said-task.ts';
import { played } from '../played.ts';
import { asks, type Call, type JsonSchema, schemaOf, type Tool } from '../tool.ts';
import { isTool, settingSpelled, spelledSetting, toolNameOf } from '../tool-names.ts';

/** With the formats of the extensions that are loaded by now. */
export const formatTools = (): readonly Tool[] =>
  describedFormats.filter(isTool).map((format) => ({
    name: toolNameOf(format),
    title: format.tool?.title ?? sentence(format.name.replaceAll('-', ' ')),
    description: format.tool?.description ?? `${sentence(format.summary)}.`,
    input: (leave) => inputOf(format, leave),
    annotations: asks,
    run: async (input, call) =>
      await played(await readyContest(await requestOf(format, input, call), call.desk.place), call),
  }));

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function inputOf(format: DescribedFormat, leave: Leave): JsonSchema {
  const own = format.tool?.inputs;
  const required = Object.entries(own ?? {}).flatMap(([name, one]) => (one.required ? [name] : []));
  return {
    type: 'object',
    properties: own === undefined ? propertiesOf(format, leave) : describedInputs(own),
    required: own === undefined && format.takes === 'prompt' ? ['prompt'] : required,
    additionalProperties: false,
  };
}

function describedInputs(inputs: Readonly<Record<string, { readonly help: string }>>): object {
  return Object.fromEntries(
    Object.entries(inputs).map(([name, { help }]) => [name, { type: 'string', description: help }]),
  );
}

function propertiesOf(format: DescribedFormat, leave: Leave): object {
  const { cwd, ...task } = taskProperties;
  const all = callableSettings(format, leave);
  const settings = all.filter(isListed).map((one) => [spelledSetting(one.name), inputSchema(one)] as const);
  const others = all.filter((one) => !isListed(one)).map(({ name }) => name);
  return {
    ...(format.takes === 'prompt' ? task : {}),
    ...(isAboutEntries(format) ? { id: subject } : {}),
    ...Object.fromEntries(settings),
    settings: {
      type: 'object',
      description: `more settings by name: ${others.join(', ')}; joust help ${format.name} explains them`,
    },
    cwd,
    pool,
  };
}

/** Each setting costs every caller context, so those that a config can hold are only named. */
function isListed({ name, config }: Setting): boolean {
  return config === undefined || usual.has(name);
}

const usual: ReadonlySet<string> = new Set(['contestant', 'num', 'maxUsd']);

/** Bounds and defaults are checked and filled anyway. */
function inputSchema(one: Setting): object {
  const { minimum: _least, maximum: _most, default: _builtIn, ...schema } = settingSchema(one);
  return schema;
}

const { attachments: _content, ...taskProperties } = schemaOf(saidTask, 'input')['properties'] as Readonly<
  Record<string, object>
>;

const subject = { type: 'string', description: 'the contest it is about (default: the newest that fits)' };

const pool = {
  type: 'string',
  description: 'hosts of the pool with this label play it; empty: any host',
};

const saidStart = saidTask.extend({ subject: z.string().optional(), pool: z.string().optional() });

function isAboutEntries({ takes }: DescribedFormat): boolean {
  return typeof takes === 'object' && 'entries' in takes;
}

/** Refuses what isn't in the schema. */
async function requestOf(format: DescribedFormat, input: unknown, call: Call): Promise<StartRequest> {
  const { desk, callers, program } = call;
  const asked = saidIn(format, input);
  const { prompt, files, id, cwd, pool: hosts, settings: more = {}, ...flat } = asked;
  const said = { ...flat, ...z.looseObject({}).parse(more) };
  const others = [
    ...(format.takes === 'prompt' ? [] : ['prompt', 'files']),
    ...(isAboutEntries(format) ? [] : ['id']),
  ];
  const settings = Object.fromEntries(
    Object.entries(said).map(([name, value]) => [settingSpelled(name), value]),
  );
  const strange = others.filter((name) => asked[name] !== undefined);
  checkCallable(format, [...Object.keys(settings), ...strange], program);
  const { machine, home } = desk.place;
  const place = { machine, home, program, cwd: machine.cwd };
  const { subject, pool, ...task } = saidStart.parse({ prompt, files, cwd, pool: hosts, subject: id });
  const { cwd: folder, ...words } = await readTask(task, place);
  const allowed = await withinUsersRules(format, withContent(format, settings), {
    ...program,
    machine,
    cwd: folder,
  });
  return {
    format: format.name,
    cwd: folder,
    ...words,
    settings: { ...allowed, ...sessionOf(format, call) },
    program,
    subject,
    pool,
    callers,
  };
}

/** The prompt and settings by their own names. */
function saidIn({ name: format, tool }: DescribedFormat, input: unknown): Readonly<Record<string, unknown>> {
  const said = typeof input === 'object' && input !== null ? Object.entries(input) : [];
  const inputs = tool?.inputs;
  if (inputs === undefined) return Object.fromEntries(said);
  return Object.fromEntries(
    said.map(([name, value]) => {
      const known = inputs[name];
      if (known !== undefined) return [known.is, value];
      throw new JoustError(`${format}: there is no setting ${name}`, {
        code: 'usage',
        setting: name,
        hint: `Settings there: ${Object.keys(inputs).join(', ')}.`,
      });
    }),
  );
}

function sessionOf({ tool }: DescribedFormat, { session, turn }: Call): Readonly<Record<string, string>> {
  const names = tool?.session;
  return names === undefined ? {} : { [names.session]: session, [names.turn]: turn };
}

/** A file elsewhere is content here. */
function withContent({ settings }: DescribedFormat, said: Readonly<Record<string, unknown>>) {
  const contents = new Set(settings.filter(({ rule }) => rule.type === 'content').map(({ name }) => name));
  return Object.fromEntries(
    Object.entries(said).map(([name, value]) => [
      name,
      contents.has(name) && typeof value === 'string' ? { name, text: value } : value,
    ]),
  );
}
