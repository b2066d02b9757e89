// A config file that holds nothing but plain lines, which most do: read and checked in every start without the TOML parser and the
// schema library. Whatever is not surely right is left to those (file-layer.ts), which say what is wrong with it.
import {
  allows,
  effortShape,
  nameShape,
  type Rule,
  type SettingValue,
  variableShape,
} from '../../domain/settings/rule.ts';
import { configSettings, ruleOf } from '../../domain/settings/settings.ts';
import { jsonPathShape, laneShape, modelShape } from '../../domain/settings/shapes.ts';
import { type Entry, keyText } from '../config.ts';

/** What an agent's and a contestant's table may say, where that is a plain value. */
export const playRules = {
  model: text(() => modelShape, 'a model name without spaces that does not begin with -'),
  effort: text(() => effortShape, 'one word such as "low", "medium" or "high"'),
  timeout: { type: 'duration' },
  idle: { type: 'duration' },
  lane: text(() => laneShape, 'the name of a lane'),
  auth: { type: 'word', words: ['subscription', 'key', 'any'] },
  command: {
    type: 'list',
    shape: /^[\s\S]{1,10000}$/,
    expected: 'a list of texts: the program and its arguments',
  },
  input: { type: 'word', words: ['stdin', 'file', 'argument'] },
  answer: { type: 'word', words: ['stdout', 'file'] },
  json_path: text(() => jsonPathShape, 'a dotted path such as "choices.0.text"'),
  key_env: text(() => variableShape, 'the name of an environment variable, never the key itself'),
  script: text(() => /^[^\0]{1,4096}$/, 'the name of a built-in script or the path of a file'),
  max_output_tokens: { type: 'count', min: 1, max: 10_000_000 },
  temperature: { type: 'number', min: 0, max: 2 },
} as const satisfies Readonly<Record<string, Rule>>;

/** Who plays, by table: under a key of its own in each. */
export const whoRules = {
  agents: text(() => nameShape, 'the id of a built-in agent such as "compatible"'),
  contestants: text(() => nameShape, 'the name of an agent'),
} as const;

const ofAgents: Readonly<Record<string, Rule>> = { ...playRules, uses: whoRules.agents };
const ofContestants: Readonly<Record<string, Rule>> = { ...playRules, agent: whoRules.contestants };

function text<const Expected extends string>(shape: () => RegExp, expected: Expected) {
  return {
    type: 'text',
    get shape() {
      return shape();
    },
    expected,
  } as const;
}

const part = '[A-Za-z0-9_-]+';
const comment = String.raw`[ \t]*(?:#.*)?$`;
const tableLine = new RegExp(String.raw`^[ \t]*\[[ \t]*(${part}(?:\.${part})*)[ \t]*\]${comment}`);
const valueLine = new RegExp(String.raw`^[ \t]*(${part})[ \t]*=[ \t]*(.*)$`);
const nothing = new RegExp(`^${comment}`);
const quoted = String.raw`(?:"[^"\\]*"|'[^']*')`;
const oneValue = new RegExp(String.raw`^(${quoted}|true|false|(?:0|[1-9]\d{0,14})(?:\.\d{1,14})?)${comment}`);
const listValue = new RegExp(
  String.raw`^(\[[ \t]*(?:${quoted}[ \t]*(?:,[ \t]*${quoted}[ \t]*)*,?[ \t]*)?\])${comment}`,
);
/** What TOML forbids, or reads in another way than it looks. */
const strange = /[\0-\b\v-\x1F\x7F-\x9F\uFEFF]|"""|'''/;

/** Its entries; undefined: whether it is right is not for here to say. */
export function readPlain({
  from,
  file,
  text: source,
}: {
  readonly from: 'user' | 'project';
  readonly file: string;
  readonly text: string;
}): readonly Entry[] | undefined {
  if (strange.test(source.replaceAll('\r\n', '\n'))) return undefined;
  const entries: Entry[] = [];
  const seen = new Set<string>();
  let table: readonly string[] = [];
  for (const [at, line] of linesOf(source)) {
    const named = tableLine.exec(line)?.[1]?.split('.');
    const entry = named === undefined ? entryOf(line, table) : undefined;
    const path = named ?? entry?.path;
    // What is there twice is an error.
    if (path === undefined || seen.has(keyText(path))) return undefined;
    seen.add(keyText(path));
    if (named !== undefined && !isTable(named)) return undefined;
    table = named ?? table;
    if (entry !== undefined) entries.push({ ...entry, origin: { from, file, line: at + 1 } });
  }
  return entries.every(isRight) ? entries : undefined;
}

/** Those with something on them. */
function linesOf(source: string): readonly (readonly [number, string])[] {
  return [...source.split(/\r?\n/).entries()].filter(([, line]) => !nothing.test(line));
}

function entryOf(line: string, table: readonly string[]): Pick<Entry, 'path' | 'value'> | undefined {
  const [, key = '', written = ''] = valueLine.exec(line) ?? [];
  const value = writtenValue(written);
  return value === undefined ? undefined : { path: [...table, key], value };
}

function writtenValue(written: string): SettingValue | undefined {
  const one = oneValue.exec(written)?.[1];
  if (one !== undefined) return plain(one);
  const list = listValue.exec(written)?.[1];
  return list?.match(new RegExp(quoted, 'g'))?.map((item) => item.slice(1, -1));
}

function plain(word: string): SettingValue {
  if (word === 'true' || word === 'false') return word === 'true';
  return /^\d/.test(word) ? Number(word) : word.slice(1, -1);
}

function isRight({ path, value }: Pick<Entry, 'path' | 'value'>): boolean {
  const rule = isOfSomebody(path) ? ruleOfSomebody(path) : ruleOf(path.join('.'));
  return rule !== undefined && allows(rule, value);
}

function isOfSomebody([section]: readonly string[]): boolean {
  return section === 'agents' || section === 'contestants';
}

function ruleOfSomebody([section, name = '', key = '', ...more]: readonly string[]): Rule | undefined {
  const rules = section === 'agents' ? ofAgents : ofContestants;
  return nameShape.test(name) && more.length === 0 && Object.hasOwn(rules, key) ? rules[key] : undefined;
}

/** One that stands there may have nothing in it. */
function isTable(path: readonly string[]): boolean {
  const [section = '', name] = path;
  if (isOfSomebody(path)) return path.length < 3 && (name === undefined || nameShape.test(name));
  return path.length === 1 && [...configSettings.keys()].some((key) => key.startsWith(`${section}.`));
}
