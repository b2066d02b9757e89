// The effective configuration in the domain's own types, the built-in values, and the way from entries to it.
import type { AgentSettings, Auth } from '../domain/contestant.ts';
import { durationMs } from './duration.ts';
import type { ConfigValue, Entry } from './entry.ts';
import { type RaceConfig, raceEntries } from './race-config.ts';
import { sizeBytes } from './size.ts';

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
  /** Capacity of the cloud lane. */
  readonly maxParallel: number;
  readonly synthesizer: string;
  readonly moderator: string;
  readonly agents: Readonly<Record<string, AgentConfig>>;
  readonly contestants: Readonly<Record<string, ContestantConfig>>;
  /** Capacity by lane name. */
  readonly lanes: Readonly<Record<string, number>>;
  readonly oracle: OracleConfig;
  readonly race: RaceConfig;
  readonly budget: BudgetConfig;
  readonly env: { readonly pass: readonly string[] };
  /** USD per million tokens, by model. */
  readonly prices: Readonly<Record<string, PriceConfig>>;
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

export interface OracleConfig {
  /** Absent: the first usable one. */
  readonly contestant?: string;
  /** 0: as the model likes. */
  readonly reasoningTokens: number;
  readonly maxOutputTokens: number;
  readonly temperature: number;
  readonly callsPerTurn: number;
  readonly sessionUsd: number;
}

interface BudgetConfig {
  readonly maxUsd?: number;
  readonly maxTokens?: number;
  readonly maxAttempts?: number;
  readonly maxTimeMs?: number;
  readonly confirmTokens?: number;
}

interface PriceConfig {
  readonly input: number;
  readonly output: number;
  readonly cachedInput?: number;
}

const builtIn = { from: 'built-in' } as const;

export const builtInEntries: readonly Entry[] = [
  { path: ['num'], value: 3, origin: builtIn },
  { path: ['timeout'], value: '15m', origin: builtIn },
  { path: ['exclude'], value: [], origin: builtIn },
  { path: ['priority'], value: [], origin: builtIn },
  { path: ['max_parallel'], value: 8, origin: builtIn },
  { path: ['synthesizer'], value: 'auto', origin: builtIn },
  { path: ['moderator'], value: 'auto', origin: builtIn },
  { path: ['oracle', 'reasoning_tokens'], value: 8000, origin: builtIn },
  { path: ['oracle', 'max_output_tokens'], value: 4096, origin: builtIn },
  { path: ['oracle', 'temperature'], value: 0.2, origin: builtIn },
  { path: ['oracle', 'calls_per_turn'], value: 1, origin: builtIn },
  { path: ['oracle', 'session_usd'], value: 2, origin: builtIn },
  { path: ['env', 'pass'], value: [], origin: builtIn },
  ...raceEntries,
];

/** Keys of an agent's or contestant's table that only some agents understand. */
const settingsKeys: ReadonlySet<string> = new Set([
  ...['command', 'input', 'answer', 'json_path', 'base_url', 'key_env', 'script'],
  ...['max_output_tokens', 'temperature'],
]);
const durationKeys: ReadonlySet<string> = new Set(['timeout', 'idle', 'max_time', 'check_timeout']);
const durationDepth: Readonly<Record<string, number>> = { agents: 3, contestants: 3, budget: 2 };
const sizeKeys: ReadonlySet<string> = new Set(['max_disk']);
const sections = ['agents', 'contestants', 'lanes', 'oracle', 'race', 'budget', 'env', 'prices'] as const;

interface Tree {
  [key: string]: ConfigValue | Tree;
}

/** Entries must have passed the schema or the rules; at most one for each key. Tables have no prototype: any name is only a name. */
export function toConfig(entries: Iterable<Entry>): Config {
  const root = emptyTree();
  for (const section of sections) root[section] = emptyTree();
  for (const table of ['weights', 'checks']) place(root, ['race', table], emptyTree());
  for (const { path, value } of entries) place(root, domainPath(path), domainValue(path, value));
  return root as unknown as Config;
}

function domainPath(path: readonly string[]): readonly string[] {
  const [section = '', name = '', key = '', ...rest] = path;
  if (section === 'agents' || section === 'contestants') {
    const where = settingsKeys.has(key) ? ['settings', domainKey(key)] : [domainKey(key)];
    return [section, name, ...where, ...rest];
  }
  if (section === 'prices') return [section, name, domainKey(key)];
  if (section === 'race' && path.length > 2) return [section, name, key, ...rest.map(domainKey)];
  if (flatSections.has(section)) return [section, domainKey(name)];
  return section === 'lanes' ? path : [domainKey(section)];
}

const flatSections: ReadonlySet<string> = new Set(['oracle', 'race', 'budget', 'env']);

/** `max_output_tokens` becomes maxOutputTokens; durations and sizes say their unit. */
function domainKey(key: string): string {
  const camel = key.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  if (sizeKeys.has(key)) return `${camel}Bytes`;
  return durationKeys.has(key) ? `${camel}Ms` : camel;
}

function domainValue(path: readonly string[], value: ConfigValue): ConfigValue {
  if (typeof value !== 'string' && typeof value !== 'number') return value;
  if (path[0] === 'race' && path.length === 2 && sizeKeys.has(path[1] ?? ''))
    return sizeBytes(value) ?? value;
  return isDurationPath(path) ? (durationMs(value) ?? value) : value;
}

/** Whether the key at this place holds a duration; a variable or lane of that name does not. */
function isDurationPath(path: readonly string[]): boolean {
  const [section = '', table] = path;
  const ofRace = table === 'checks' ? 4 : 2;
  const depth = section === 'race' ? ofRace : (durationDepth[section] ?? 1);
  return path.length === depth && durationKeys.has(path[depth - 1] ?? '');
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
