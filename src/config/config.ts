// The effective configuration in the domain's own types, the built-in values, and the way from entries to it.
import type { AgentSettings, Auth } from '../domain/contestant.ts';
import { redactor } from '../domain/kept-text.ts';
import { durationMs, type SettingValue } from '../domain/settings/rule.ts';
import { configSettings, describedFormats, ruleOf } from '../domain/settings/settings.ts';

export interface Config {
  /** How many contestants play when nobody names any. */
  readonly num: number;
  readonly timeoutMs: number;
  /** Overrides every agent's own idle limit. */
  readonly idleMs?: number;
  /** For every contestant that has none of its own. */
  readonly effort?: string;
  readonly exclude: readonly string[];
  readonly priority: readonly string[];
  /** Who judges where nobody is named for it. */
  readonly judges: readonly string[];
  /** Capacity of the cloud lane. */
  readonly maxParallel: number;
  readonly agents: Readonly<Record<string, AgentConfig>>;
  readonly contestants: Readonly<Record<string, ContestantConfig>>;
  /** Capacity by lane name. */
  readonly lanes: Readonly<Record<string, number>>;
  /** What accounts may take, by the name of an agent or a contestant. */
  readonly accounts: Readonly<Record<string, AccountConfig>>;
  readonly budget: BudgetConfig;
  readonly env: { readonly pass: readonly string[] };
  readonly container: ContainerConfig;
  /** USD per million tokens, by model. */
  readonly prices: Readonly<Record<string, PriceConfig>>;
  /** Words around a prompt, by name. */
  readonly templates: Readonly<Record<string, string>>;
  /** Packages and absolute paths that bring agents, formats and check parsers. */
  readonly extensions?: readonly string[];
}

/** What an agent's table and a contestant's table have in common. */
export interface PlayConfig {
  readonly model?: string;
  readonly effort?: string;
  readonly timeoutMs?: number;
  readonly idleMs?: number;
  readonly lane?: string;
  readonly auth?: Auth;
  readonly environment?: Readonly<Record<string, string>>;
  readonly settings?: AgentSettings;
}

interface AgentConfig extends PlayConfig {
  /** The built-in agent that a new name stands for. */
  readonly uses?: string;
}

interface ContestantConfig extends PlayConfig {
  readonly agent: string;
}

/** Somebody whom a task names itself, as a contestant of the config is written; its agent may be such a contestant. */
export type CastMember = ContestantConfig;

export interface AccountConfig {
  readonly perMinute?: number;
  readonly parallel?: number;
  readonly login?: string;
}

interface BudgetConfig {
  readonly maxUsd?: number;
  readonly maxTokens?: number;
  readonly maxAttempts?: number;
  readonly partial?: boolean;
  readonly maxTimeMs?: number;
  readonly confirmTokens?: number;
}

interface ContainerConfig {
  readonly image?: string;
  readonly engine?: 'docker' | 'podman';
  readonly profile?: 'auto' | 'large' | 'medium' | 'small';
  /** As it was written: 4GB. */
  readonly memory?: string | number;
  readonly cpus?: number;
  readonly pids?: number;
  readonly args?: readonly string[];
}

interface PriceConfig {
  readonly input: number;
  readonly output: number;
  readonly cachedInput?: number;
}

export function builtInEntries(): readonly Entry[] {
  return [...configSettings].flatMap(([key, { builtIn }]) =>
    builtIn === undefined
      ? []
      : [{ path: key.split('.'), value: builtIn, origin: { from: 'built-in' } as const }],
  );
}

/** Keys of an agent's or contestant's table that only some agents understand. */
const settingsKeys: ReadonlySet<string> = new Set([
  'command',
  'input',
  'answer',
  'json_path',
  'base_url',
  'key_env',
  'script',
  'max_output_tokens',
  'temperature',
]);
const sections = [
  ...(['agents', 'contestants', 'accounts', 'lanes', 'budget', 'env', 'container'] as const),
  ...(['prices', 'templates'] as const),
];

interface Tree {
  [key: string]: ConfigValue | Tree;
}

/**
 * Entries must have passed the schema or the rules; at most one for each key. Tables have no prototype: any name is only a name.
 * The address of the ledger is a secret, and for nobody but its opener.
 */
export function toConfig(entries: Iterable<Entry>): Config {
  const root = emptyTree();
  for (const section of sections) root[section] = emptyTree();
  const ofFormats = formatKeys();
  for (const { path, value } of entries)
    if (path[0] !== 'ledger' && !isOf(ofFormats, path))
      place(root, domainPath(path), domainValue(path, value));
  return root as unknown as Config;
}

/** What belongs to a format is read by the format. */
function isOf(keys: ReadonlySet<string>, [section = '', name = '']: readonly string[]): boolean {
  return keys.has(section) || keys.has(`${section}.${name}`);
}

function formatKeys(): ReadonlySet<string> {
  return new Set(describedFormats.flatMap(({ settings }) => settings.flatMap(({ config }) => config ?? [])));
}

function domainPath(path: readonly string[]): readonly string[] {
  const [section = '', name = '', key = '', ...rest] = path;
  if (section === 'agents' || section === 'contestants') {
    const where = settingsKeys.has(key) ? ['settings', domainKey(key)] : [domainKey(key)];
    return [section, name, ...where, ...rest];
  }
  if (section === 'prices' || section === 'accounts') return [section, name, domainKey(key)];
  if (section === 'lanes' || section === 'templates') return path;
  return path.length > 1 ? [section, domainKey(name), ...path.slice(2)] : [domainKey(section)];
}

/** `max_output_tokens` becomes maxOutputTokens; durations say their unit. */
function domainKey(key: string): string {
  const camel = key.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return isDuration(key) ? `${camel}Ms` : camel;
}

function domainValue(path: readonly string[], value: ConfigValue): ConfigValue {
  if (typeof value !== 'string' && typeof value !== 'number') return value;
  const [section = ''] = path;
  const ofTable = section === 'agents' || section === 'contestants';
  const isKey = path.length === (ofTable ? 3 : path.length) && section !== 'lanes' && section !== 'templates';
  return isKey && isDuration(path.at(-1) ?? '') ? (durationMs(value) ?? value) : value;
}

/** General ones; what belongs to a format is read by the format. */
function isDuration(key: string): boolean {
  return (ruleOf(key) ?? ruleOf(`budget.${key}`))?.type === 'duration';
}

function place(root: Tree, path: readonly string[], value: ConfigValue | Tree): void {
  let table = root;
  for (const part of path.slice(0, -1)) {
    const found = table[part];
    if (isTree(found)) table = found;
    else {
      const made = emptyTree();
      table[part] = made;
      table = made;
    }
  }
  table[path.at(-1) ?? ''] = value;
}

function emptyTree(): Tree {
  return Object.create(null) as Tree;
}

function isTree(value: ConfigValue | Tree | undefined): value is Tree {
  return typeof value === 'object' && !Array.isArray(value);
}

const longest = 80;

/** Control and bidirectional characters as escapes that TOML could read back. */
export function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, (char) => {
    const code = (char.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`;
  });
}

/** A TOML basic string. */
export function quoted(text: string): string {
  return `"${visible(text.toWellFormed().replaceAll(/["\\]/g, '\\$&'))}"`;
}

/** A piece of a file for a message: one line, short, without secrets. */
export function excerpt(source: string): string {
  const line = visible(redactor({})(source).replaceAll(/\s+/g, ' ').trim());
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}

export type ConfigValue = SettingValue;

export type Origin =
  | { readonly from: 'built-in' }
  | { readonly from: 'user' | 'project'; readonly file: string; readonly line: number }
  | { readonly from: 'environment'; readonly variable: string }
  | { readonly from: 'flag'; readonly flag: string };

export interface Entry {
  readonly path: readonly string[];
  readonly value: ConfigValue;
  readonly origin: Origin;
}

/** `agents.claude.model`; parts that TOML would not read bare are quoted. */
export function keyText(path: readonly string[]): string {
  return path.map((part) => (/^[A-Za-z0-9_-]+$/.test(part) ? part : quoted(part))).join('.');
}

export function originText(origin: Origin): string {
  switch (origin.from) {
    case 'built-in':
      return 'built-in';
    case 'user':
    case 'project':
      return `${origin.from} file ${visible(origin.file)}:${origin.line}`;
    case 'environment':
      return `environment variable ${origin.variable}`;
    case 'flag':
      return `flag ${origin.flag}`;
  }
}
