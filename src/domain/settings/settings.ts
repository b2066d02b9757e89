// The table of all settings, made from the formats' own schemas (npm run schema): what the command line, the config and
// later forms read without loading a schema library.
import { JoustError } from '../joust-error.ts';
import { allows, inUnits, type Rule } from './rule.ts';
import type { Described } from './setting.ts';
import table from './settings.json' with { type: 'json' };

export type Setting = Described & { readonly name: string };

/** For people, in a list. */
export interface EndingWords {
  /** All went well; absent: `done`. */
  readonly ok?: string;
  /** It came to nothing usable; absent: how many failed. */
  readonly none?: string;
  /** It missed a requirement of its own; absent: `below threshold`. */
  readonly missed?: string;
}

/** The page of a contest, and where a form starts one. */
export interface PageAbout {
  /** The title of its result; absent: Result. */
  readonly result?: string;
  /** Tabs before and after the result, if they have something to show; absent: answers. */
  readonly tabs?: readonly ('arena' | 'answers' | 'checks' | 'verdicts')[];
  /** A contest that is over opens with this tab; absent: its result. */
  readonly opens?: 'answers' | 'arena';
  /** Another page than the form starts it. */
  readonly startsOn?: 'briefs';
}

export interface DescribedFormat {
  readonly name: string;
  readonly summary: string;
  readonly details?: string;
  readonly examples?: readonly string[];
  readonly group: 'ask' | 'decide' | 'change';
  readonly takes:
    | 'prompt'
    | { readonly entries: number }
    | { readonly setting: string; readonly as?: string };
  /** It is played by commands of another make, not by one of its name. */
  readonly command?: 'own';
  /** It takes so many contestants, no more and no fewer. */
  readonly contestants?: number;
  /** Words for how it came out, if it has no winner. */
  readonly ends?: EndingWords;
  readonly page?: PageAbout;
  readonly tool?: FormatTool;
  readonly settings: readonly Setting[];
  /** The extension that brought it; absent: joust did. */
  readonly extension?: string;
}

/** Its MCP tool, as far as the rest of the description doesn't make it. */
export interface FormatTool {
  /** Absent: the name of the format. */
  readonly name?: string;
  /** Offered unless the user names tools. */
  readonly default?: true;
  readonly title?: string;
  readonly description?: string;
  /** All it takes, by the names that callers use: each is the prompt or a setting. Absent: what callers may set. */
  readonly inputs?: Readonly<Record<string, ToolInput>>;
  /** Settings that joust fills: they tell the caller's sessions and turns apart. */
  readonly session?: { readonly session: string; readonly turn: string };
}

interface ToolInput {
  readonly is: string;
  readonly help: string;
  readonly required?: true;
}

/** Of every contest. */
export const contestSettings = revived(table.contest);
const formats: DescribedFormat[] = table.formats.map(({ format, settings }) => ({
  ...(format as Omit<DescribedFormat, 'settings'>),
  settings: revived(settings),
}));
/** Those of extensions come last, once they are loaded. */
export const describedFormats: readonly DescribedFormat[] = formats;

/** Everything that may be said to a contest of this format: what holds for every contest, and its own. */
export function settingsOf({
  takes,
  settings,
}: Pick<DescribedFormat, 'takes' | 'settings'>): readonly Setting[] {
  return [...contestSettings.filter(({ of }) => of === undefined || of === takes), ...settings];
}

/** What was said to a format with what is built in, in units; undefined where not all of it is surely allowed. */
export function plainly(format: string, said: Readonly<Record<string, unknown>>) {
  const settings = describedFormats.find(({ name }) => name === format)?.settings ?? [];
  if (!areAllowed(settings, said)) return undefined;
  return Object.fromEntries(
    settings.flatMap(({ name, rule, builtIn }) => {
      const value = said[name] ?? builtIn;
      return value === undefined ? [] : [[name, inUnits(rule, value)]];
    }),
  );
}

/** Whether each of them is a setting there, and surely one that its rule allows. */
export function areAllowed(settings: readonly Setting[], said: Readonly<Record<string, unknown>>): boolean {
  const rules = new Map(settings.map(({ name, rule }) => [name, rule]));
  return Object.entries(said).every(([name, value]) => {
    const rule = rules.get(name);
    return rule !== undefined && rule.type !== 'table' && (value === undefined || allows(rule, value));
  });
}

/** What to do instead of a setting that lets contestants write, in formats in which several play in one folder. */
export function insteadOfWriting(setting: string): string | undefined {
  if (setting !== 'write' && setting !== 'yolo' && setting !== 'inPlace') return undefined;
  return 'Contestants only read here. To have code changed, each in a checkout of its own: joust race.';
}

const everySetting: readonly Setting[] = [...contestSettings, ...formats.flatMap(({ settings }) => settings)];

/** Settings that the config file holds, by key. */
const byKey = new Map(everySetting.flatMap(withKey));
export const configSettings: ReadonlyMap<string, Setting> = byKey;

function withKey(one: Setting): readonly (readonly [string, Setting])[] {
  return one.config === undefined ? [] : [[one.config, one]];
}

/** One of an extension; it is known in this process from now on. Its keys stand in a table of its name. */
export function addDescribed(format: DescribedFormat): void {
  if (formats.some(({ name }) => name === format.name))
    throw new JoustError(`there is a format "${format.name}" already`, {
      code: 'config',
      hint: 'Give the one of the extension another name.',
    });
  const strange = format.settings.find(
    ({ config }) =>
      config !== undefined &&
      !(config.startsWith(`${format.name}.`) && keyShape.test(config.slice(format.name.length + 1))),
  );
  if (strange !== undefined)
    throw new JoustError(
      `the setting ${strange.name} of ${format.name} has the config key ${strange.config}`,
      {
        code: 'config',
        hint: `Keys of a format stand in a table of its name: "${format.name}.${strange.name.toLowerCase()}".`,
      },
    );
  const keys = format.settings.flatMap(withKey);
  const isTaken =
    otherTables.has(format.name) || [...byKey.keys()].some((key) => key.split('.', 1)[0] === format.name);
  if (keys.length > 0 && isTaken)
    throw new JoustError(`the config has a table ${format.name} already`, {
      code: 'config',
      hint: 'Give the format of the extension another name.',
    });
  formats.push(format);
  for (const [key, one] of keys) byKey.set(key, one);
}

const keyShape = /^[a-z][a-z0-9_]*$/;
/** Of names, not of settings. */
const otherTables: ReadonlySet<string> = new Set([
  'extensions',
  'ledger',
  'agents',
  'contestants',
  'accounts',
  'lanes',
  'prices',
  'templates',
]);

/** The rule of a config key that holds a plain value. */
export function ruleOf(key: string): Rule | undefined {
  const rule = configSettings.get(key)?.rule;
  return rule === undefined || rule.type === 'table' ? undefined : rule;
}

/** Shapes stand in the table as text; a pattern is made of one when somebody asks for it: a start has use for a few of fifty. */
export function revived(settings: readonly object[]): readonly Setting[] {
  const made = settings as readonly Setting[];
  for (const { rule } of made)
    if ('shape' in rule) Object.defineProperty(rule, 'shape', lateShape(String(rule.shape)));
  return made;
}

function lateShape(text: string): PropertyDescriptor {
  let shape: RegExp | undefined;
  return {
    enumerable: true,
    get() {
      const end = text.lastIndexOf('/');
      shape ??= new RegExp(text.slice(1, end), text.slice(end + 1));
      return shape;
    },
  };
}
