// config set, config unset: change one key of a config file. Every other byte of it stays.
import { z } from 'zod';
import { type ConfigChange, planSet, planUnset } from '../../config/change-config.ts';
import { originText } from '../../config/config.ts';
import { readLayer } from '../../config/file-layer.ts';
import { loadConfig } from '../../config/load.ts';
import { parseKey } from '../../config/toml/toml.ts';
import { JoustError } from '../../domain/joust-error.ts';
import { textRule } from '../../domain/settings/rule.ts';
import { needed } from '../../domain/settings/setting.ts';
import type { Machine } from '../../process/machine.ts';
import { code, type Document, note } from '../../views/document.ts';
import { operation } from '../operation.ts';
import { extensionNotices, isBelow, lineOf, masked, ofProject, told } from './show-config.ts';

const key = needed(textRule, { value: 'KEY', help: 'a key such as num or agents.claude.model', flag: false });

const output = z.object({
  key: z.string(),
  file: z.string(),
  changes: z.boolean().describe('false: the file says so already'),
  was: z.array(z.string()).readonly().describe('its lines in the file before; secrets are hidden'),
  now: z.array(z.string()).readonly(),
  elsewhere: z.string().optional().describe('where the value comes from that holds instead'),
  notices: z.array(z.string()).readonly(),
});
type Changed = z.output<typeof output>;

const about = { group: 'setup', page: 'configuration', effect: 'change' } as const;

export const configSet = operation({
  ...about,
  name: 'config set',
  summary: 'set one key of your config file',
  details: 'VALUE is TOML, or text if it is not valid TOML. Comments and order of the file stay.',
  examples: ['joust config set num 2', 'joust config set race.sandbox os --project'],
  words: ['key', 'value'],
  input: z.strictObject({
    key,
    value: needed({ ...textRule, exact: true }, { value: 'VALUE', help: 'TOML or text', flag: false }),
    project: ofProject,
  }),
  output,
  async prepare({ key, value, project }, { machine }) {
    const notices = await extensionNotices(machine);
    const plan = () => planSet({ machine, cwd: machine.cwd, project }, { key, value });
    const planned = plan();
    const would = changed(planned, notices);
    return {
      would,
      question: planned.before === planned.after ? undefined : `Change ${planned.file}?`,
      async go() {
        // The file may have changed while the question was open.
        plan().write();
        return { ...would, elsewhere: await setElsewhere(machine, planned) };
      },
    };
  },
  document: setDocument,
});

export const configUnset = operation({
  ...about,
  name: 'config unset',
  summary: 'delete one key from your config file',
  examples: ['joust config unset num', 'joust config unset race.sandbox --project'],
  words: ['key'],
  input: z.strictObject({ key, project: ofProject }),
  output,
  async prepare({ key, project }, { machine }) {
    const notices = await extensionNotices(machine);
    const plan = () => planUnset({ machine, cwd: machine.cwd, project }, key);
    const planned = plan();
    const would = changed(planned, notices);
    return {
      would,
      question: planned.before === planned.after ? undefined : `Delete ${planned.key} from ${planned.file}?`,
      async go() {
        plan().write();
        return would;
      },
    };
  },
  document: unsetDocument,
  exit: ({ changes }) => (changes ? 'ok' : 'nothingUsable'),
});

function changed({ key, file, before, after }: ConfigChange, notices: readonly string[]): Changed {
  const [was, now] = [linesIn(before, { key, file }), linesIn(after, { key, file })];
  return { key, file, changes: before !== after, was, now, notices };
}

/** The key, and what stands below it. A key that joust doesn't know has only its name. */
function linesIn(source: string, { key, file }: Pick<ConfigChange, 'key' | 'file'>): readonly string[] {
  const wanted = parseKey(key);
  try {
    const entries = readLayer({ from: 'user', file, text: source }).filter(({ path }) =>
      isBelow(path, wanted),
    );
    return entries.map(masked).map(told).map(lineOf);
  } catch (error) {
    if (error instanceof JoustError) return [key];
    throw error;
  }
}

async function setElsewhere(machine: Machine, { key, file }: ConfigChange): Promise<string | undefined> {
  const { origins } = await loadConfig({ machine, cwd: machine.cwd });
  const origin = origins.get(key);
  if (origin === undefined || ('file' in origin && origin.file === file)) return undefined;
  return originText(origin);
}

function setDocument({ key, file, changes, was, now, elsewhere, notices }: Changed, done: boolean): Document {
  return [
    code(...(done || !changes ? [] : lines(was, now))),
    note(
      ...notices,
      done ? `${key} is set in ${file}.` : undefined,
      changes ? undefined : `${key} has this value in ${file} already.`,
      elsewhere === undefined ? undefined : `Another value holds at present: ${elsewhere}.`,
    ),
  ];
}

function unsetDocument({ key, file, changes, was, now, notices }: Changed, done: boolean): Document {
  return [
    code(...(done || !changes ? [] : lines(was, now))),
    note(
      ...notices,
      done ? `${key} is no longer set in ${file}.` : undefined,
      changes ? undefined : `${key} is not set in ${file}.`,
    ),
  ];
}

function lines(was: readonly string[], now: readonly string[]): readonly string[] {
  return [...was.map((line) => `- ${line}`), ...now.map((line) => `+ ${line}`)];
}
