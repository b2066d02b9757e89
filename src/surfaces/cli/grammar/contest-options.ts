// The options of commands that play a contest: those of every contest and of each format come from the table of settings.

import { resolve } from 'node:path';
import { JoustError } from '../../../domain/joust-error.ts';
import { limitSettings } from '../../../domain/settings/played-settings.ts';
import { durationMs, expectedText, readText, readWords } from '../../../domain/settings/rule.ts';
import { type DescribedFormat, type Setting, settingsOf } from '../../../domain/settings/settings.ts';
import type { StartRequest } from '../../../play/ready.ts';
import { type CliWorld, type CommandInput, type OptionSpec, text, texts } from './command.ts';

type Options = Readonly<Record<string, OptionSpec>>;

/** How answers are shown on a terminal. */
export const raw: OptionSpec = {
  type: 'boolean',
  group: 'output',
  help: 'answers as they are; on a terminal, Markdown is laid out',
};

export const readingOptions: Options = {
  raw,
  columns: {
    type: 'boolean',
    group: 'output',
    help: 'answers side by side, when all are there and the terminal is wide',
  },
};

/** How it is played, new or resumed. */
export const playOptions: Options = {
  'wait-for-quota': {
    type: 'string',
    value: '[TIME]',
    optional: true,
    group: 'playing',
    help: 'wait for quotas that are back within TIME (or however long it takes) instead of parking',
  },
  yes: {
    type: 'boolean',
    short: 'y',
    group: 'playing',
    help: 'agree to what would be asked before it starts',
  },
  ...readingOptions,
  json: {
    type: 'boolean',
    group: 'output',
    help: 'one JSON object per event on standard output (schema/output.schema.json)',
  },
};

/** A contest that goes on can be left to a process of its own. */
export const detachOption: Options = {
  detach: { type: 'boolean', group: 'playing', help: 'leave it to a process of its own' },
};

/** How it is begun. */
export const startOptions: Options = {
  'dry-run': {
    type: 'boolean',
    group: 'playing',
    help: 'only say who would play, how large the prompt is and what it may cost',
  },
  detach: {
    type: 'boolean',
    group: 'playing',
    help: "print the contest's id and leave; a process of its own plays it",
  },
  pool: {
    type: 'string',
    value: '[LABEL]',
    optional: true,
    group: 'playing',
    help: 'hosts of the pool play it, those with this label or any (joust help worker)',
  },
};

/** Recordings in place of agents. */
export const cassetteOptions: Options = {
  record: {
    type: 'string',
    value: 'DIR',
    group: 'playing',
    help: 'keep what agents print there, without secrets',
  },
  replay: {
    type: 'string',
    value: 'DIR',
    group: 'playing',
    help: 'play back what was kept there; no agent is asked',
  },
};

/** For jobs that nobody watches. */
export const ciOptions: Options = {
  ci: {
    type: 'boolean',
    group: 'output',
    help: 'nobody is asked, a limit (--max-usd, --max-tokens, --max-attempts) is needed, and the summary goes to GITHUB_STEP_SUMMARY where that is set',
  },
  junit: {
    type: 'string',
    value: 'FILE',
    group: 'output',
    help: 'write what it came to as JUnit test cases',
    complete: 'file',
  },
  markdown: {
    type: 'string',
    value: 'FILE',
    group: 'output',
    help: 'write the report as Markdown as well',
    complete: 'file',
  },
};

/** A contest in the foreground can apply its winner at the end. */
export const applyOption: Options = {
  apply: { type: 'boolean', help: 'apply the winner at the end, if there is a clear one' },
};

export const limitOptions = optionsOf(limitSettings);

const placeOptions: Options = {
  file: {
    type: 'string',
    short: 'f',
    multiple: true,
    value: 'PATH',
    group: 'task',
    help: 'a file, folder or pattern added to the prompt (say it again for more); - is standard input',
    complete: 'file',
  },
  cwd: {
    type: 'string',
    value: 'FOLDER',
    group: 'task',
    help: 'where contestants work (default: here)',
    complete: 'folder',
  },
};

/** Everything that may be said to a command of this format. */
export function formatOptions(format: Pick<DescribedFormat, 'takes' | 'settings' | 'contestants'>): Options {
  const { takes, settings, contestants } = format;
  const own = optionsOf(settings);
  if (typeof takes === 'object' && 'entries' in takes)
    return { ...own, ...limitOptions, ...playOptions, ...startOptions };
  const general = settingsOf({ takes, settings: [] }).filter(
    ({ name }) => name !== 'num' || contestants === undefined,
  );
  return {
    ...optionsOf(general),
    ...placeOptions,
    ...playOptions,
    ...startOptions,
    ...cassetteOptions,
    ...own,
  };
}

export function optionsOf(settings: readonly Setting[]): Options {
  return Object.fromEntries(
    settings.flatMap((setting) => {
      if (setting.flag === false) return [];
      const spec = optionOf(setting);
      const other =
        setting.alias === undefined ? [] : [[setting.alias, { ...spec, short: undefined }] as const];
      return [[kebab(setting.name), spec] as const, ...other];
    }),
  ) as Options;
}

function optionOf({ rule, short, value, help, group, complete, bare }: Setting): OptionSpec {
  const offered = complete ?? (rule.type === 'word' ? rule.words : undefined);
  return {
    type: rule.type === 'switch' ? 'boolean' : 'string',
    help,
    group,
    short,
    value,
    multiple: rule.type === 'list' || undefined,
    optional: bare === true || undefined,
    complete: offered,
  };
}

/** What was said of these settings, by name. Paths stay paths: `read` makes content of them. */
export async function settingsSaid(
  input: CommandInput,
  settings: readonly Setting[],
  read: (path: string) => Promise<string>,
): Promise<Readonly<Record<string, unknown>>> {
  const said: Record<string, unknown> = {};
  for (const setting of settings) {
    const option = [kebab(setting.name), setting.alias].find(
      (name) => name !== undefined && input.options[name] !== undefined,
    );
    if (option !== undefined && setting.flag !== false)
      said[setting.name] = await valueSaid(input, { option, setting, read });
  }
  return said;
}

interface Said {
  readonly option: string;
  readonly setting: Setting;
  readonly read: (path: string) => Promise<string>;
}

async function valueSaid(input: CommandInput, { option, setting, read }: Said): Promise<unknown> {
  const { rule } = setting;
  if (rule.type === 'switch') return true;
  const word = text(input, option);
  if (rule.type === 'content') return { name: word ?? '', text: await read(word ?? '') };
  if (rule.type === 'table') return undefined;
  const said = rule.type === 'list' ? texts(input, option).join(' ') : (word ?? '');
  const value = rule.type === 'list' ? readWords(rule, texts(input, option)) : readText(rule, said);
  if (value !== undefined) return value;
  throw new JoustError(`--${option} ${said} is not allowed: expected ${expectedText(rule)}`, {
    code: 'usage',
    hint: `Give ${expectedText(rule)}.`,
  });
}

/** `maxUsd` is max-usd. */
export function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** `--pool` alone means any host. */
export function poolSaid(input: CommandInput): Pick<StartRequest, 'pool'> {
  const pool = text(input, 'pool');
  return pool === undefined ? {} : { pool };
}

/** Either of them: to keep what is played back would keep it as it is. */
export function cassettesSaid(input: CommandInput, { machine }: CliWorld): Pick<StartRequest, 'cassettes'> {
  const [record, replay] = [text(input, 'record'), text(input, 'replay')];
  if (record !== undefined && replay !== undefined)
    throw new JoustError('--record and --replay exclude each other', {
      code: 'usage',
      hint: 'Record once with --record DIR, then play it back with --replay DIR.',
    });
  if (record !== undefined) return { cassettes: { record: resolve(machine.cwd, record) } };
  return replay === undefined ? {} : { cassettes: { replay: resolve(machine.cwd, replay) } };
}

/** `--wait-for-quota` alone waits as long as it takes. */
export function quotaWait(input: CommandInput): number | undefined {
  const said = text(input, 'wait-for-quota');
  if (said === undefined) return undefined;
  // It goes on record, which knows no infinity.
  if (said === '') return Number.MAX_SAFE_INTEGER;
  const waitMs = durationMs(/^\d+(?:\.\d+)?$/.test(said) ? Number(said) : said);
  if (waitMs !== undefined) return waitMs;
  throw new JoustError(`--wait-for-quota ${said} is not a time`, {
    code: 'usage',
    hint: 'Write the longest wait as 30m, 5h or a number of seconds; without one, it waits as long as it takes.',
  });
}
