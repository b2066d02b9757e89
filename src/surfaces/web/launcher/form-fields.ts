// What a format may be told, as fields of a form: which there are, which come first, and what is made of what was typed.
import { expectedText, type Rule, readText, readWords } from '../../../domain/settings/rule.ts';
import type { Content } from '../../../domain/settings/setting.ts';
import type { DescribedFormat, Setting } from '../../../domain/settings/settings.ts';

/** The answer of /formats. */
export interface Formats {
  readonly contest: readonly Setting[];
  readonly formats: readonly DescribedFormat[];
}

/** As it is typed or chosen; blank and off say nothing. An empty list says something only where a value may be left out. */
export type FieldValue = string | boolean | Content | readonly string[];
export type FieldValues = Readonly<Record<string, FieldValue | undefined>>;

/** A field has a plain rule. */
export type Field = Setting & { readonly rule: Rule };

export interface FormFields {
  /** What it is played on, where that is a setting. */
  readonly taken: Field | undefined;
  readonly contestants: Field | undefined;
  /** Several, named one by one. */
  readonly judges: Field | undefined;
  readonly usual: readonly Field[];
  readonly budget: readonly Field[];
  readonly more: readonly Field[];
}

/** Shapes travel as text. */
export function revived(said: Formats): Formats {
  const settings = (all: readonly Setting[]) => all.map(withShape);
  return {
    contest: settings(said.contest),
    formats: said.formats.map((format) => ({ ...format, settings: settings(format.settings) })),
  };
}

function withShape(setting: Setting): Setting {
  const { rule } = setting;
  if (!('shape' in rule) || typeof rule.shape !== 'string') return setting;
  return { ...setting, rule: { ...rule, shape: new RegExp(rule.shape, 'u') } };
}

/** Whether a form can start it: a brief is played in its folder. */
export function isLaunched({ command }: DescribedFormat): boolean {
  return command !== 'own';
}

/** What the command line takes too, so that every choice has a line: general settings before those of the format. */
export function fieldsOf(format: DescribedFormat, contest: readonly Setting[]): readonly Field[] {
  const { takes, settings, contestants } = format;
  const isOfRecord = typeof takes === 'object' && 'entries' in takes;
  const general = contest.filter(({ name, of, config }) => {
    if (isOfRecord) return config?.startsWith('budget.') === true;
    return (of === undefined || of === takes) && (name !== 'num' || contestants === undefined);
  });
  const word = typeof takes === 'object' && 'setting' in takes ? takes.setting : undefined;
  const own = new Set(settings.map(({ name }) => name));
  return [...general.filter(({ name }) => !own.has(name)), ...settings].filter(
    (setting): setting is Field =>
      setting.rule.type !== 'table' && (setting.flag !== false || setting.name === word),
  );
}

export function formFields(fields: readonly Field[], takes?: DescribedFormat['takes']): FormFields {
  const apart = (name: string) => fields.find((field) => field.name === name && field.rule.type === 'list');
  const [contestants, judges] = [apart('contestant'), apart('judge')];
  const word = typeof takes === 'object' && 'setting' in takes ? takes.setting : undefined;
  // Where those who play are what it takes, they are chosen as contestants are.
  const taken = fields.find((field) => field.name === word && field !== contestants);
  const shown = [contestants, judges, taken, fields.find(({ name }) => name === 'num')];
  const rest = fields.filter((field) => !shown.includes(field));
  const budget = rest.filter(({ config }) => config?.startsWith('budget.') === true);
  const others = rest.filter((field) => !budget.includes(field));
  return {
    taken,
    contestants,
    judges,
    budget,
    usual: others
      .filter(({ often }) => often === true)
      .sort((one, other) => Number(isChoice(one)) - Number(isChoice(other))),
    more: others.filter(({ often }) => often !== true),
  };
}

/** Switches below what is typed. */
const isChoice = ({ rule }: Field) => rule.type === 'switch';

export interface ReadValues {
  readonly settings: Readonly<Record<string, unknown>>;
  /** What is wrong with it, by name. */
  readonly problems: Readonly<Record<string, string>>;
}

export function readValues(fields: readonly Field[], values: FieldValues): ReadValues {
  const settings: Record<string, unknown> = {};
  const problems: Record<string, string> = {};
  for (const field of fields) {
    const said = values[field.name];
    if (said === undefined || said === '' || said === false || !isTyped(field, said)) continue;
    const value = readValue(field, said);
    if (value === undefined) problems[field.name] = `Expected ${expectedText(field.rule)}.`;
    else if (!isEmpty(value) || field.bare === true) settings[field.name] = value;
  }
  return { settings, problems };
}

const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0;

/** A draft may hold what another format takes under the same name: here it says nothing. */
export function isTyped({ rule: { type } }: Field, said: FieldValue): boolean {
  if (type === 'switch') return said === true;
  if (type === 'content') return typeof said === 'object' && 'text' in said;
  return typeof said === 'string' || (type === 'list' && Array.isArray(said));
}

function readValue({ rule }: Field, said: FieldValue): unknown {
  if (rule.type === 'list') return readWords(rule, Array.isArray(said) ? said : String(said).split('\n'));
  return typeof said === 'string' ? readText(rule, said) : said;
}

/** `maxUsd` is Max USD. */
export function labelOf(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(' usd', ' USD');
  return capital(words);
}

/** Summaries stand in help as they are, and alone on a page. */
export const sentence = (words: string): string => `${capital(words)}.`;

export const capital = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;

/** Other inputs of a form, by the names the server gives them. */
const partOf: Readonly<Record<string, string>> = {
  prompt: 'prompt',
  files: 'prompt',
  attachments: 'prompt',
  cwd: 'folder',
  subject: 'subject',
  pool: 'pool',
};

/** The field that shows a refusal; absent: the form has none for it. */
export function fieldNamed(
  setting: string | undefined,
  fields: readonly Pick<Field, 'name'>[],
): string | undefined {
  if (setting === undefined) return undefined;
  return fields.some(({ name }) => name === setting) ? setting : partOf[setting];
}
