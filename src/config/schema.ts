// The config file as a strict zod schema: what may stand in config.toml, key by key. Loaded only where there is a file.
import { z } from 'zod';
import { raceTable } from './race-schema.ts';
import { effortShape, modelShape, nameShape, rules, variableShape } from './rules.ts';
import { duration, field, number, ruled, tables, text } from './schema-fields.ts';

const playKeys = {
  model: text(modelShape, 'a model name without spaces that does not begin with -')
    .optional()
    .describe('The model to ask for, in the words of the agent.'),
  effort: text(effortShape, rules.effort.expected)
    .optional()
    .describe('Reasoning effort, in the words of the agent.'),
  timeout: duration()
    .optional()
    .describe('Time after which an attempt is ended: seconds, or "90s", "15m", "1h".'),
  idle: duration().optional().describe('Silence after which an attempt is ended: seconds, or "90s", "15m".'),
  lane: text(/^[^\p{Cc}\p{Cf}]{1,100}$/u, 'the name of a lane')
    .optional()
    .describe('The lane to queue in, instead of the one that follows from the address of the model.'),
  auth: z
    .enum(['subscription', 'key', 'any'], { error: '"subscription", "key" or "any"' })
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
    .array(z.string({ error: 'a list of texts: the program and its arguments' }).min(1).max(10_000), {
      error: 'a list of texts: the program and its arguments',
    })
    .min(1, { error: 'a list with at least the program' })
    .optional()
    .describe(
      'The program and its arguments: what "command" and "acp" run, or another executable of a CLI agent. ' +
        '"command" fills in {prompt}, {prompt_file}, {answer_file}, {cwd} and {model}.',
    ),
  input: z
    .enum(['stdin', 'file', 'argument'], { error: '"stdin", "file" or "argument"' })
    .optional()
    .describe('How the "command" agent takes its prompt.'),
  answer: z
    .enum(['stdout', 'file'], { error: '"stdout" or "file"' })
    .optional()
    .describe('Where the "command" agent leaves its answer.'),
  json_path: text(/^[^\p{Cc}]{1,200}$/u, 'a dotted path such as "choices.0.text"')
    .optional()
    .describe('A dotted path to the answer in the JSON that a "command" prints.'),
  base_url: z
    .url({ protocol: /^https?$/, error: 'an http or https address' })
    .optional()
    .describe('The address of the server: for "compatible", or another address of an HTTP agent.'),
  key_env: text(variableShape, 'the name of an environment variable, never the key itself')
    .optional()
    .describe('The environment variable that holds the key; never the key itself.'),
  script: text(/^[^\0]{1,4096}$/, 'the name of a built-in script or the path of a file')
    .optional()
    .describe('What the "scripted" agent plays: a built-in name or the path of a file.'),
  max_output_tokens: field({ type: 'count', min: 1, max: 10_000_000 })
    .optional()
    .describe('The longest answer to ask for, in tokens, where the agent has such a limit.'),
  temperature: temperature().describe('Sampling temperature, where the agent has one.'),
};

const agentTable = z
  .strictObject(
    {
      uses: text(nameShape, 'the id of a built-in agent such as "compatible"')
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
      agent: text(nameShape, 'the name of an agent')
        .optional()
        .describe(
          'The agent that plays: a built-in one or a name from [agents]. Every contestant needs one.',
        ),
      ...playKeys,
    },
    { error: 'a table such as [contestants.fast]' },
  )
  .describe('A contestant under a name of its own; what it leaves out comes from its agent.');

const budgetTable = z
  .strictObject(
    {
      max_usd: ruled('budget.max_usd').describe('Most money one contest may spend, in US dollars.'),
      max_tokens: ruled('budget.max_tokens').describe('Most tokens one contest may use, judges included.'),
      max_attempts: ruled('budget.max_attempts').describe(
        'Most attempts one contest may start, judges included.',
      ),
      max_time: ruled('budget.max_time').describe('Longest time one contest may take, checks included.'),
      confirm_tokens: ruled('budget.confirm_tokens').describe(
        'Ask before a contest that is estimated above this.',
      ),
    },
    { error: 'a table [budget]' },
  )
  .describe('Caps that a contest stays under.');

const oracleTable = z
  .strictObject(
    {
      contestant: ruled('oracle.contestant').describe('Who is asked; without it, the first usable one.'),
      reasoning_tokens: ruled('oracle.reasoning_tokens').describe(
        'How long it may think, where the agent has such a limit; 0 leaves it to the model; built in: 8000.',
      ),
      max_output_tokens: ruled('oracle.max_output_tokens').describe('The longest answer; built in: 4096.'),
      temperature: temperature().describe('Built in: 0.2.'),
      calls_per_turn: ruled('oracle.calls_per_turn').describe('Most calls in one --turn; built in: 1.'),
      session_usd: ruled('oracle.session_usd').describe('Most money in one --session; built in: 2.'),
    },
    { error: 'a table [oracle]' },
  )
  .describe('Whom joust oracle asks, and how much.');

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

export const configSchema = z.strictObject({
  num: ruled('num').describe('How many contestants play when none are named; built in: 3.'),
  timeout: ruled('timeout').describe(
    'Time after which an attempt is ended: seconds, or "90s", "15m", "1h"; built in: 15m.',
  ),
  idle: ruled('idle').describe('Silence after which an attempt is ended; built in: what each agent says.'),
  effort: ruled('effort').describe('Reasoning effort of every contestant that has none of its own.'),
  exclude: ruled('exclude').describe('Agents and contestants that do not play.'),
  priority: ruled('priority').describe(
    'The order in which agents are chosen; the others follow in the built-in order.',
  ),
  max_parallel: ruled('max_parallel').describe(
    'How many attempts run at once in the cloud lane; built in: 8.',
  ),
  synthesizer: ruled('synthesizer').describe(
    'Who merges answers: "auto", "first", "random" or a contestant.',
  ),
  moderator: ruled('moderator').describe('Who moderates a debate: "auto" or a contestant.'),
  agents: tables(agentTable, 'a table of agents such as [agents.claude]').describe(
    'Settings by agent: a built-in one, or a name of your own with `uses`.',
  ),
  contestants: tables(contestantTable, 'a table of contestants such as [contestants.fast]').describe(
    'Contestants by name; a name that is already an agent is an error.',
  ),
  lanes: z
    .record(
      text(
        /^(?!cloud$)[^\p{Cc}\p{Cf}]{1,100}$/u,
        'the name of a lane; the capacity of "cloud" is max_parallel',
      ),
      field({ type: 'count', min: 1, max: 1024 }),
      { error: 'a table of lanes such as [lanes] with gpu = 2' },
    )
    .optional()
    .describe(
      'Capacity by lane: NAME = N. A server on this machine is the lane "local ADDRESS:PORT" and holds 1; ' +
        'the capacity of the cloud lane is max_parallel.',
    ),
  oracle: oracleTable.optional(),
  race: raceTable.optional(),
  budget: budgetTable.optional(),
  env: z
    .strictObject(
      {
        pass: ruled('env.pass').describe(
          'Variables that agents get besides those joust passes anyway; NAME or PREFIX_*.',
        ),
      },
      { error: 'a table [env] with pass = ["NAME"]' },
    )
    .optional()
    .describe('The environment of agents.'),
  prices: z
    .record(text(/^[^\p{Cc}\p{Cf}]{1,200}$/u, 'the name of a model'), priceTable, {
      error: 'a table of prices such as [prices."my-model"]',
    })
    .optional()
    .describe('Prices by model, over the price list.'),
});

/** The keys that may stand in the table at a path; undefined where any name may, or nothing. */
export function knownKeys(path: readonly string[]): readonly string[] | undefined {
  const schema = schemaAt(path);
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : undefined;
}

export function isKnownKey(path: readonly string[]): boolean {
  return schemaAt(path) !== undefined;
}

function schemaAt(path: readonly string[]): z.core.$ZodType | undefined {
  let schema: z.core.$ZodType | undefined = configSchema;
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

function temperature() {
  return number(0, 2).optional();
}
