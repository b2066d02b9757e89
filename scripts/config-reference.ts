// Writes the table of all config keys into docs/configuration.md, from the schema of the config and the table of settings:
// npm run schema.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { configSchema } from '../src/config/schema.ts';
import { configSettings, type DescribedFormat, describedFormats } from '../src/domain/settings/settings.ts';
import { everyFormat } from '../src/formats/all.ts';
import { kebab } from '../src/surfaces/cli/grammar/contest-options.ts';

interface JsonSchema {
  readonly description?: string;
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema | boolean;
}

interface Row {
  readonly key: string;
  readonly schema: JsonSchema;
}

export const referencePath = fileURLToPath(new URL('../docs/configuration.md', import.meta.url));

/** The page with the reference as it has to be; all around it stays. */
export function withReference(page: string): string {
  const [begin, end] = ['<!-- keys, by npm run schema -->\n', '<!-- end of keys -->'];
  const [from, to] = [page.indexOf(begin) + begin.length, page.indexOf(end)];
  if (from < begin.length || to < from) throw new Error('docs/configuration.md has no place for the keys');
  return `${page.slice(0, from)}${referenceText()}${page.slice(to)}`;
}

function referenceText(): string {
  const { properties = {} } = z.toJSONSchema(configSchema(), { io: 'input' }) as JsonSchema;
  // A contestant says of itself what an agent says of all of its own.
  const { agents = {}, contestants = {}, ...rest } = properties;
  const ofAgents = rowsOf('agents', agents);
  const known = new Set(ofAgents.map(({ key }) => lastOf(key)));
  const more = rowsOf('contestants', contestants).filter(({ key }) => !known.has(lastOf(key)));
  const all = Object.entries(rest).map(([key, schema]) => [`[${key}]`, schema, rowsOf(key, schema)] as const);
  const [plain, sections] = [
    all.filter(([, { type }]) => type !== 'object'),
    all.filter(([, { type }]) => type === 'object'),
  ];
  return [
    `\n${table(plain.flatMap(([, , rows]) => rows))}`,
    ...sections.map(
      ([name, { description }, rows]) =>
        `**\`${name}\`**${rows.length > 1 ? ` ${description}` : ''}\n\n${table(rows)}`,
    ),
    `**\`[agents.NAME]\`** ${agents.description} **\`[contestants.NAME]\`** ${contestants.description} It takes all that an agent takes, and \`agent\`.\n\n${table([...ofAgents, ...more])}\n`,
  ].join('\n');
}

const lastOf = (key: string) => key.split('.').slice(2).join('.');

/** What stands in a table of names is described with the table. */
function rowsOf(key: string, schema: JsonSchema): readonly Row[] {
  const { properties = {}, additionalProperties, description } = schema;
  const named = Object.entries(properties).flatMap(([name, inner]) => rowsOf(`${key}.${name}`, inner));
  const any =
    typeof additionalProperties === 'object'
      ? rowsOf(`${key}.NAME`, { ...(description !== undefined && { description }), ...additionalProperties })
      : [];
  const below = [...named, ...any];
  return below.length > 0 ? below : [{ key, schema }];
}

function table(rows: readonly Row[]): string {
  const lines = rows.map(({ key, schema }) => {
    const cells = [
      `\`${key}\``,
      valueText(key, schema),
      builtInText(key),
      meaning(key, schema),
      userText(key),
    ];
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  });
  return ['| key | value | default | meaning | used by |', '|---|---|---|---|---|', ...lines, ''].join('\n');
}

function valueText(key: string, schema: JsonSchema): string {
  const kind = configSettings.get(key)?.rule.type;
  const { type, anyOf = [], minimum, maximum } = schema;
  if (kind === 'duration' || (kind === undefined && anyOf.length > 0)) return 'time';
  if (kind === 'size') return 'size';
  if (kind === 'amount') return 'US dollars';
  if (schema.enum !== undefined) return schema.enum.map((word) => `\`${word}\``).join(', ');
  if (type === 'array') return 'list';
  if (type === 'boolean') return '`true`, `false`';
  if (type === 'string') return 'text';
  if (type === 'object') return 'table';
  const range = minimum === undefined || (maximum ?? Infinity) > 1e9 ? '' : `, ${minimum} to ${maximum}`;
  return maximum === undefined && minimum !== undefined ? `number, ${minimum} or more` : `number${range}`;
}

function builtInText(key: string): string {
  const builtIn = configSettings.get(key)?.builtIn;
  return builtIn === undefined ? '' : `\`${JSON.stringify(builtIn)}\``;
}

/** The default has a column of its own. */
function meaning(key: string, { description = '' }: JsonSchema): string {
  const text = description.replace(/; built in: (?:\[.*\]|".*"|[\d.]+|true|false)\.$/, '.');
  return configSettings.get(key)?.builtIn === undefined ? text : text.replace(/ \(default [^():]*\)/, '');
}

const played = describedFormats.filter(({ command }) => command !== 'own');
const having = (...names: readonly string[]) =>
  describedFormats.filter(({ settings }) => settings.some(({ name }) => names.includes(name)));
const asking = played.filter(({ takes }) => typeof takes !== 'object' || !('entries' in takes));
/** Those that do not say themselves how many play. */
const choosing = (await everyFormat()).filter(({ contestants }) => contestants({}).num === undefined);

/** Who heeds a key that belongs to no format, where that is not everybody. */
const users: Readonly<Record<string, readonly DescribedFormat[]>> = {
  num: asking.filter(({ name }) => choosing.some((one) => one.name === name)),
  priority: asking,
  judges: having('judge', 'analyst'),
  container: having('sandbox'),
  templates: asking.filter(({ takes }) => takes === 'prompt'),
};

function userText(key: string): string {
  const setting = configSettings.get(key);
  const [section = ''] = key.split('.');
  const owner = describedFormats.find(
    ({ name, settings }) => name === section || settings.some(({ config }) => config === key),
  );
  const names = (owner === undefined ? (users[section] ?? []) : [owner]).map(({ name }) => name);
  // A race in other clothes.
  const all = owner?.name === 'race' ? [...names, 'do'] : names;
  const text = all.length === 0 ? 'every contest' : all.map((name) => `\`${name}\``).join(', ');
  return `${text}${flagText(setting)}`;
}

function flagText(setting: { readonly name: string; readonly flag?: false } | undefined): string {
  return setting === undefined || setting.flag === false ? '' : `; \`--${kebab(setting.name)}\``;
}

if (import.meta.main) {
  writeFileSync(referencePath, withReference(readFileSync(referencePath, 'utf8')));
  console.log('docs/configuration.md');
}
