// The table of all settings, made from the formats' own schemas (npm run schema): what the command line, the config and
// later forms read without loading a schema library.
import type { Rule } from './rule.ts';
import type { Described } from './setting.ts';
import table from './settings.json' with { type: 'json' };

export type Setting = Described & { readonly name: string };

export interface DescribedFormat {
  readonly name: string;
  readonly summary: string;
  readonly details?: string;
  readonly examples?: readonly string[];
  readonly group: 'ask' | 'decide' | 'change';
  readonly takes: 'prompt' | { readonly entries: number } | { readonly setting: string };
  /** It is played by commands of another make, not by one of its name. */
  readonly command?: 'own';
  /** It takes so many contestants, no more and no fewer. */
  readonly contestants?: number;
  readonly settings: readonly Setting[];
}

const read = revived(table) as {
  readonly contest: readonly Setting[];
  readonly formats: readonly {
    readonly format: Omit<DescribedFormat, 'settings'>;
    readonly settings: readonly Setting[];
  }[];
};

/** Of every contest. */
export const contestSettings = read.contest;
export const describedFormats: readonly DescribedFormat[] = read.formats.map(({ format, settings }) => ({
  ...format,
  settings,
}));

/** Everything that may be said to a contest of this format: what holds for every contest, and its own. */
export function settingsOf({
  takes,
  settings,
}: Pick<DescribedFormat, 'takes' | 'settings'>): readonly Setting[] {
  return [...contestSettings.filter(({ of }) => of === undefined || of === takes), ...settings];
}

/** What to do instead of a setting that lets contestants write, in formats in which several play in one folder. */
export function insteadOfWriting(setting: string): string | undefined {
  if (setting !== 'write' && setting !== 'yolo' && setting !== 'inPlace') return undefined;
  return 'Contestants only read here. To have code changed, each in a checkout of its own: joust race.';
}

const everySetting: readonly Setting[] = [
  ...read.contest,
  ...read.formats.flatMap(({ settings }) => settings),
];

/** Settings that the config file holds, by key. */
export const configSettings: ReadonlyMap<string, Setting> = new Map(
  everySetting.flatMap((one) => (one.config === undefined ? [] : [[one.config, one] as const])),
);

/** The rule of a config key that holds a plain value. */
export function ruleOf(key: string): Rule | undefined {
  const rule = configSettings.get(key)?.rule;
  return rule === undefined || rule.type === 'table' ? undefined : rule;
}

/** Shapes stand in the table as text. */
function revived(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(revived);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, key === 'shape' ? shapeOf(String(one)) : revived(one)]),
  );
}

function shapeOf(text: string): RegExp {
  const end = text.lastIndexOf('/');
  return new RegExp(text.slice(1, end), text.slice(end + 1));
}
