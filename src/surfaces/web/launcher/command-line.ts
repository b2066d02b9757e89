// The command line that does what a form says: made from the described settings, quoted for a shell.
import type { Content } from '../../../domain/settings/setting.ts';
import type { DescribedFormat } from '../../../domain/settings/settings.ts';
import type { Field } from './form-fields.ts';

/** What is sent to the server to start a contest. */
export interface LaunchRequest {
  readonly format: string;
  readonly prompt?: string;
  readonly subject?: string;
  readonly cwd?: string;
  /** On the machine of the server. */
  readonly files?: readonly string[];
  readonly attachments?: readonly Content[];
  readonly pool?: string;
  readonly settings?: Readonly<Record<string, unknown>>;
}

interface Asked {
  readonly format: Pick<DescribedFormat, 'takes'>;
  readonly fields: readonly Field[];
  readonly request: LaunchRequest;
}

/** To be pasted into a terminal anywhere. What was attached is named, as if it lay in the folder. */
export function commandLine(asked: Asked): string {
  const { cwd } = asked.request;
  const line = commandWords(asked).map(quoted).join(' ');
  return cwd === undefined ? line : `cd ${quoted(cwd)} && ${line}`;
}

/** As a program gets them. */
export function commandWords({ format: { takes }, fields, request }: Asked): readonly string[] {
  const { format, settings = {}, files = [], attachments = [], pool } = request;
  const behind = wordsBehind(takes, request);
  const word = typeof takes === 'object' && 'setting' in takes ? takes.setting : undefined;
  return [
    'joust',
    format,
    ...fields.filter(({ name }) => name !== word).flatMap((field) => flagWords(field, settings[field.name])),
    ...[...files, ...attachments.map(({ name }) => name)].flatMap((path) => optionWords('file', 'f', path)),
    ...(pool === undefined ? [] : [pool === 'any' ? '--pool' : `--pool=${pool}`]),
    ...(behind.some(isMistaken) ? ['--'] : []),
    ...behind,
  ];
}

/** The prompt, the contest it is about, or what the format takes there. */
function wordsBehind(
  takes: DescribedFormat['takes'],
  { prompt, subject, settings = {} }: LaunchRequest,
): readonly string[] {
  const of = (said: unknown) => [said ?? []].flat().map(String).filter(Boolean);
  if (takes === 'prompt') return of(prompt);
  return of('entries' in takes ? subject : settings[takes.setting]);
}

/** Taken for an option, or for the value of one that may be left out. */
function isMistaken(word: string): boolean {
  return word.startsWith('-') || /^\d[\dhms.]*$/.test(word);
}

function flagWords({ name, short, rule, bare }: Field, value: unknown): readonly string[] {
  if (value === undefined) return [];
  const flag = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  if (rule.type === 'switch') return value === true ? [`--${flag}`] : [];
  if (rule.type === 'content') return optionWords(flag, short, (value as Content).name);
  const values = Array.isArray(value) ? value.map(String) : [String(value)];
  if (values.length === 0) return bare === true ? [`--${flag}`] : [];
  const said = rule.type === 'list' && rule.repeated !== true ? [values.join(',')] : values;
  return said.flatMap((one) => optionWords(flag, bare === true && short === undefined ? '' : short, one));
}

/** `-c claude`, `--max-usd 2`; joined where the value could be taken for an option. */
function optionWords(flag: string, short: string | undefined, value: string): readonly string[] {
  if (short === '' || value === '' || value.startsWith('-')) return [`--${flag}=${value}`];
  return [short === undefined ? `--${flag}` : `-${short}`, value];
}

/** For every shell that knows single quotes. */
function quoted(word: string): string {
  return /^[\w@%+:,./-]+$|^--?[\w-]+=[\w@%+:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
