// The config file as a strict zod schema: what may stand in config.toml, key by key. Loaded only where there is a file.
import { z } from 'zod';
import { checkTables, weightsTable } from '../domain/check-spec.ts';
import { expectedText, nameShape, variableShape } from '../domain/settings/rule.ts';
import { durationField, fieldOf } from '../domain/settings/setting.ts';
import { configSettings, ruleOf, type Setting } from '../domain/settings/settings.ts';
import { playRules, whoRules } from './toml/plain-layer.ts';

/** What an agent, a contestant of the config and somebody of a brief may say alike. */
export const playKeys = {
  model: field(playRules.model).optional().describe('The model to ask for, in the words of the agent.'),
  effort: field(playRules.effort).optional().describe('Reasoning effort, in the words of the agent.'),
  timeout: durationField()
    .optional()
    .describe('Time after which an attempt is ended: seconds, or "90s", "15m", "1h".'),
  idle: durationField()
    .optional()
    .describe('Silence after which an attempt is ended: seconds, or "90s", "15m".'),
  lane: field(playRules.lane)
    .optional()
    .describe('The lane to queue in, instead of the one that follows from the address of the model.'),
  auth: z
    .enum(playRules.auth.words, { error: expectedText(playRules.auth) })
    .optional()
    .describe(
      'What may pay: with "subscription" the key variables are withheld and a missing login is an error; ' +
        '"key" uses the key; "any" lets the agent choose.',
    ),
  environment: z
    .record(
      text(variableShape, 'the name of an environment variable'),
      z.string({ error: 'text' }).refine((value) => !value.includes('\0'), { error: 'text without NUL' }),
      { error: 'a table of variables, such as { NAME = "value" }' },
    )
    .optional()
    .describe('Environment variables set for the process.'),
  command: z
    .array(z.string({ error: playRules.command.expected }).min(1).max(10_000), {
      error: playRules.command.expected,
    })
    .min(1, { error: 'a list with at least the program' })
    .optional()
    .describe(
      'The program and its arguments: what "command" and "acp" run, or another executable of a CLI agent. ' +
        '"command" fills in {prompt}, {prompt_file}, {answer_file}, {cwd} and {model}.',
    ),
  input: z
    .enum(playRules.input.words, { error: expectedText(playRules.input) })
    .optional()
    .describe('How the "command" agent takes its prompt.'),
  answer: z
    .enum(playRules.answer.words, { error: expectedText(playRules.answer) })
    .optional()
    .describe('Where the "command" agent leaves its answer.'),
  json_path: field(playRules.json_path)
    .optional()
    .describe('A dotted path to the answer in the JSON that a "command" prints.'),
  base_url: z
    .url({ protocol: /^https?$/, error: 'an http or https address' })
    .optional()
    .describe('The address of the server: for "compatible", or another address of an HTTP agent.'),
  key_env: field(playRules.key_env)
    .optional()
    .describe('The environment variable that holds the key; never the key itself.'),
  script: field(playRules.script)
    .optional()
    .describe('What the "scripted" agent plays: a built-in name or the path of a file.'),
  max_output_tokens: fieldOf(playRules.max_output_tokens)
    .optional()
    .describe('The longest answer to ask for, in tokens, where the agent has such a limit.'),
  temperature: fieldOf(playRules.temperature)
    .optional()
    .describe('Sampling temperature, where the agent has one.'),
};

const agentTable = z
  .strictObject(
    {
      uses: field(whoRules.agents)
        .optional()
        .describe('For a name of your own: the built-in agent it stands for, e.g. uses = "compatible".'),
      ...playKeys,
    },
    { error: 'a table such as [agents.claude]' },
  )
  .describe('Settings of one agent, the defaults of all its contestants.');

const contestantTable = z
  .strictObject(
    {
      agent: field(whoRules.contestants)
        .optional()
        .describe(
          'The agent that plays: a built-in one or a name from [agents]. Every contestant needs one.',
        ),
      ...playKeys,
    },
    { error: 'a table such as [contestants.fast]' },
  )
  .describe('A contestant under a name of its own; what it leaves out comes from its agent.');

const accountTable = z
  .strictObject(
    {
      per_minute: fieldOf({ type: 'number', min: 0.01, max: 100_000 })
        .optional()
        .describe('Most starts a minute, evenly spaced.'),
      parallel: fieldOf({ type: 'count', min: 1, max: 1024 }).optional().describe('Most attempts at once.'),
      login: text(/^[^\p{Cc}\p{Cf}]{1,100}$/u, 'a word for the login, such as "team-1"')
        .optional()
        .describe(
          'Whose login this machine uses, in a word of your own: machines that say the same share the account, and so do all ' +
            'that say none.',
        ),
    },
    { error: 'a table such as [accounts.claude]' },
  )
  .describe('Limits of one account.');

const usdPerMillion = () =>
  z
    .number({ error: 'US dollars per million tokens, 0 or more' })
    .min(0, { error: 'US dollars per million tokens, 0 or more' });

const priceTable = z
  .strictObject(
    {
      input: usdPerMillion().describe('USD per million input tokens.'),
      output: usdPerMillion().describe('USD per million output tokens.'),
      cached_input: usdPerMillion()
        .optional()
        .describe('USD per million cached input tokens; the input price if absent.'),
    },
    { error: 'a table such as [prices."my-model"] with input and output' },
  )
  .describe('The price of one model.');

const namedTables = {
  extensions: z
    .array(
      text(/^[^\0\s]{1,4096}$/, 'the name of a package, or the path of a file such as "./my-agent.js"'),
      {
        error: 'a list of packages and files such as ["joust-agent-foo", "./my-parser.js"]',
      },
    )
    .max(100, { error: 'at most 100 of them' })
    .optional()
    .describe(
      'Packages and files with agents, formats and check parsers of your own. A path counts from the folder of this file, ' +
        'in a project from the folder of the project.',
    ),
  ledger: z
    .strictObject(
      {
        url: text(
          /^postgres(?:ql)?:\/\/\S+$/,
          'an address such as "postgres://USER:PASSWORD@HOST:5432/DATABASE"',
        ).describe(
          'The address of a PostgreSQL database in which the record is kept, instead of a file in the home of joust; a secret. ' +
            'JOUST_LEDGER overrules it.',
        ),
      },
      { error: 'a table [ledger] with url' },
    )
    .optional()
    .describe('Where the record is. Only your own file may say so, never that of a project.'),
  agents: tables(agentTable, 'a table of agents such as [agents.claude]').describe(
    'Settings by agent: a built-in one, or a name of your own with `uses`.',
  ),
  contestants: tables(contestantTable, 'a table of contestants such as [contestants.fast]').describe(
    'Contestants by name; a name that is already an agent is an error.',
  ),
  accounts: tables(accountTable, 'a table of accounts such as [accounts.claude]').describe(
    'What an account may take, over all processes and machines of one record: by the name of an agent, or of a contestant, which ' +
      'comes first. Only your own file may say so, never that of a project.',
  ),
  lanes: z
    .record(
      text(
        /^(?!cloud$)[^\p{Cc}\p{Cf}]{1,100}$/u,
        'the name of a lane; the capacity of "cloud" is max_parallel',
      ),
      fieldOf({ type: 'count', min: 1, max: 1024 }),
      { error: 'a table of lanes such as [lanes] with gpu = 2' },
    )
    .optional()
    .describe(
      'Capacity by lane: NAME = N. A server on this machine is the lane "local ADDRESS:PORT" and holds 1; ' +
        'the capacity of the cloud lane is max_parallel.',
    ),
  prices: z
    .record(text(/^[^\p{Cc}\p{Cf}]{1,200}$/u, 'the name of a model'), priceTable, {
      error: 'a table of prices such as [prices."my-model"]',
    })
    .optional()
    .describe('Prices by model, over the price list.'),
  templates: z
    .record(
      text(nameShape, 'the name of a template'),
      text(/^(?=[\s\S]*\S)[^\0]{1,100000}$/, 'text with words in it'),
      {
        error: 'a table of templates such as [templates] with review = "Review this: {input}"',
      },
    )
    .optional()
    .describe('Words around a prompt, by name, for -T NAME: the prompt stands at {input}, or below them.'),
};

/** Tables with a schema of their own, by key. */
const ownTables: Readonly<Record<string, z.ZodType>> = {
  'race.checks': checkTables,
  'race.weights': weightsTable,
};

const sectionHelp: Readonly<Record<string, string>> = {
  budget: 'Caps that a contest stays under.',
  env: 'The environment of agents.',
  container: 'What --sandbox container runs in.',
};

let made: { readonly keys: number; readonly schema: z.ZodObject } | undefined;

/** Made anew where an extension brought keys of its own. */
export function configSchema(): z.ZodObject {
  if (made?.keys !== configSettings.size)
    made = { keys: configSettings.size, schema: z.strictObject({ ...settingFields(), ...namedTables }) };
  return made.schema;
}

/** Every setting that says it has a key, at its place; those with a dot stand in a table. */
function settingFields(): Record<string, z.ZodType> {
  const fields: Record<string, z.ZodType> = {};
  const sections = new Map<string, Record<string, z.ZodType>>();
  for (const [key, setting] of configSettings) {
    const [section = '', name] = key.split('.');
    const field = settingField(key, setting);
    if (name === undefined) fields[section] = field;
    else sections.set(section, { ...sections.get(section), [name]: field });
  }
  for (const [section, shape] of sections)
    fields[section] = z
      .strictObject(shape, { error: `a table [${section}]` })
      .optional()
      .describe(sectionHelp[section] ?? `Settings of joust ${section}.`);
  return fields;
}

function settingField(key: string, { help, builtIn }: Setting): z.ZodType {
  const rule = ruleOf(key);
  const field = rule === undefined ? (ownTables[key] ?? z.unknown()) : fieldOf(rule);
  const known =
    builtIn === undefined || help.includes('default') ? '' : `; built in: ${JSON.stringify(builtIn)}`;
  return field.optional().describe(`${help.charAt(0).toUpperCase()}${help.slice(1)}${known}.`);
}

/** The keys that may stand in the table at a path; undefined where any name may, or nothing. */
export function knownKeys(path: readonly string[]): readonly string[] | undefined {
  const schema = schemaAt(path);
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : undefined;
}

export function isKnownKey(path: readonly string[]): boolean {
  return schemaAt(path) !== undefined;
}

function schemaAt(path: readonly string[]): z.core.$ZodType | undefined {
  let schema: z.core.$ZodType | undefined = configSchema();
  for (const part of path) {
    if (schema instanceof z.ZodObject)
      schema = Object.hasOwn(schema.shape, part) ? schema.shape[part] : undefined;
    else schema = schema instanceof z.ZodRecord ? schema.valueType : undefined;
    schema = unwrapped(schema);
  }
  return schema;
}

function unwrapped(schema: z.core.$ZodType | undefined): z.core.$ZodType | undefined {
  return schema instanceof z.ZodOptional ? schema.unwrap() : schema;
}

function field({ shape, expected }: { readonly shape: RegExp; readonly expected: string }) {
  return text(shape, expected);
}

function text(shape: RegExp, error: string) {
  return z.string({ error }).regex(shape, { error });
}

function tables<T extends z.ZodType>(table: T, error: string) {
  return z
    .record(text(nameShape, 'a name of letters, digits, dots, dashes and underscores'), table, { error })
    .optional();
}
