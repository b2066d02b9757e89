// The rule for a project's file, key by key, as an allow-list: what is not allowed here waits for trust.

import { durationMs, sizeBytes } from '../domain/settings/rule.ts';
import { configSettings, ruleOf, type Setting } from '../domain/settings/settings.ts';
import { type ConfigValue, type Entry, keyText } from './config.ts';

export interface Judged {
  /** As they may take effect before trust. */
  readonly allowed: readonly Entry[];
  readonly withheld: readonly { readonly entry: Entry; readonly reason: string }[];
}

type Entries = ReadonlyMap<string, Entry>;

export interface Layers {
  /** What holds without the project's file, by key. */
  readonly below: Entries;
  /** The project's own entries, by key. */
  readonly project: Entries;
}

/** Why it waits for trust; undefined: it need not. */
type Reason = string | undefined;

/** `below` is what holds without the project's file. */
export function judgeEntries(entries: readonly Entry[], below: Entries): Judged {
  const layers: Layers = { below, project: new Map(entries.map((entry) => [keyText(entry.path), entry])) };
  const reasons = new Map<Entry, string>();
  for (const entry of entries) {
    const reason = judge(entry, layers);
    if (reason !== undefined) reasons.set(entry, reason);
  }
  const refused = refuseWholeTables(entries, layers, reasons);
  for (const entry of entries) {
    const isRole = configSettings.get(keyText(entry.path))?.project === 'contestant';
    if (isRole && rolesIn(entry).some((role) => refused.has(baseOf(role))))
      reasons.set(entry, 'it names what waits for trust');
  }
  const withheld = entries.flatMap((entry) => {
    const reason = reasons.get(entry);
    return reason === undefined ? [] : [{ entry, reason }];
  });
  const allowed = entries.flatMap((entry) => effective(entry, { layers, reasons, refused }));
  return { allowed, withheld };
}

/**
 * A new agent or contestant comes whole or not at all: half of one would be something nobody described.
 * Returns the names that do not exist before trust.
 */
function refuseWholeTables(
  entries: readonly Entry[],
  layers: Layers,
  reasons: Map<Entry, string>,
): ReadonlySet<string> {
  const refused = new Set<string>();
  const news = entries.filter(({ path }) => isNew(path, layers));
  for (const entry of news) if (reasons.has(entry)) refused.add(entry.path[1] ?? '');
  const ofRefused = news.filter(({ path, value }) => path[2] === 'agent' && refused.has(String(value)));
  for (const entry of ofRefused) {
    reasons.set(entry, 'its agent waits for trust');
    refused.add(entry.path[1] ?? '');
  }
  for (const entry of news)
    if (refused.has(entry.path[1] ?? '') && !reasons.has(entry))
      reasons.set(entry, `the rest of ${keyText(entry.path.slice(0, 2))} waits for trust`);
  return refused;
}

/** An agent's table tunes what exists unless it says `uses`; a contestant's table is new unless the user has it. */
function isNew([section = '', name = '']: readonly string[], { below, project }: Layers): boolean {
  if (section === 'contestants') return !below.has(keyText([section, name, 'agent']));
  if (section !== 'agents') return false;
  const uses = keyText([section, name, 'uses']);
  return project.has(uses) && !below.has(uses);
}

interface Standing {
  readonly layers: Layers;
  readonly reasons: ReadonlyMap<Entry, string>;
  readonly refused: ReadonlySet<string>;
}

function effective(entry: Entry, { layers, reasons, refused }: Standing): readonly Entry[] {
  const [key = ''] = entry.path;
  if (key !== 'exclude' && key !== 'priority') return reasons.has(entry) ? [] : [entry];
  const users = key === 'exclude' ? namesOf(layers.below.get('exclude')?.value) : [];
  const names = new Set([...users, ...namesOf(entry.value)]);
  return [{ ...entry, value: [...names].filter((name) => !refused.has(name)) }];
}

function judge(entry: Entry, layers: Layers): Reason {
  const [section = '', name = ''] = entry.path;
  const setting = configSettings.get(keyText(entry.path)) ?? configSettings.get(keyText([section, name]));
  const own = judges[section];
  if (own !== undefined) return own(entry, layers);
  return setting === undefined ? notAmong : judgeSetting(entry, setting, layers);
}

const notAmong = 'it is not among what a project may set';

/** What a setting's own description says of it. */
function judgeSetting(entry: Entry, { project }: Setting, layers: Layers): Reason {
  const own = layers.below.get(keyText(entry.path));
  if (typeof project === 'object')
    return 'trust' in project ? project.trust : weaker(entry, own, project.order);
  switch (project) {
    case 'choose':
      return undefined;
    case 'lower':
      return aboveLimit(entry, own);
    case 'lower-or-none':
      return aboveLimit(entry, own, noneIsMost);
    case 'not-lower':
      return aboveLimit(entry, own, (value) => -Number(value)) === undefined
        ? undefined
        : `it is below your ${String(own?.value)}`;
    case 'contestant':
      return judgeRole(entry, layers);
    case 'off':
      return entry.value === false || own?.value === true ? undefined : 'it runs a program';
    case 'fewer': {
      const more = namesOf(entry.value).filter((one) => !namesOf(own?.value).includes(one));
      return more.length === 0 ? undefined : `it would race ${more.join(', ')}, which you do not`;
    }
    default:
      return notAmong;
  }
}

/** 0 is no limit at all. */
function noneIsMost(value: ConfigValue): number {
  return value === 0 ? Number.POSITIVE_INFINITY : Number(value);
}

/** `words` from the tightest on. */
function weaker({ path, value }: Entry, own: Entry | undefined, words: readonly string[]): Reason {
  const allowed = String(own?.value ?? words[0]);
  return words.indexOf(String(value)) <= words.indexOf(allowed)
    ? undefined
    : `${keyText(path)} of yours is ${allowed}`;
}

/** Where more than one key has to be looked at. */
const judges: Readonly<Record<string, (entry: Entry, layers: Layers) => Reason>> = {
  exclude: (entry, { below }) => {
    const names = new Set(namesOf(entry.value));
    const missing = namesOf(below.get('exclude')?.value).filter((name) => !names.has(name));
    return missing.length === 0 ? undefined : `it would choose ${missing.join(', ')}, which you exclude`;
  },
  agents: judgeTable,
  contestants: judgeTable,
  lanes: (entry, { below }) => aboveLimit(entry, below.get(keyText(entry.path)) ?? 1),
  budget: (entry, { below }) => {
    const own = below.get(keyText(entry.path));
    if (entry.path[1] === 'confirm_tokens') return aboveLimit(entry, own, noneIsMost);
    // Without a limit of the user's own, any limit tightens.
    return own === undefined ? undefined : aboveLimit(entry, own);
  },
  prices: () => 'it changes what is counted as cost',
  templates: () => 'it puts words into your prompts',
  extensions: () => 'it runs code of its own',
};

/** Their model names a script or becomes part of a command line. */
export const runsItsModel: ReadonlySet<string> = new Set(['scripted', 'command', 'acp']);

function judgeRole(entry: Entry, layers: Layers): Reason {
  const runs = rolesIn(entry).some((role) => role.includes('/') && runsModel(baseOf(role), layers));
  return runs ? 'its model runs a program' : undefined;
}

/** One, or a list of them. */
function rolesIn({ value }: Entry): readonly string[] {
  return Array.isArray(value) ? namesOf(value) : [String(value)];
}

/** By key of an agent or a contestant. */
export const tableReasons: Readonly<Record<string, string>> = {
  uses: 'it adds an agent',
  command: 'it runs a program',
  script: 'it runs a program',
  input: 'it changes how a program is called',
  answer: 'it changes how a program is called',
  json_path: 'it changes how a program is called',
  base_url: 'it names an address',
  key_env: 'it passes environment',
  environment: 'it passes environment',
  lane: 'it moves to another lane',
};

function judgeTable(entry: Entry, layers: Layers): Reason {
  const [section = '', name = '', key = ''] = entry.path;
  const fixed = tableReasons[key];
  if (fixed !== undefined) return fixed;
  switch (key) {
    case 'effort':
    case 'temperature':
      return undefined;
    case 'agent':
      return isNew(entry.path, layers) ? undefined : 'it changes a contestant of yours';
    case 'auth':
      return entry.value === 'subscription' ? undefined : 'it lets a paid key be used';
    case 'model':
      return runsModel(name, layers) ? 'its model runs a program' : undefined;
    case 'timeout':
    case 'idle':
      return aboveLimit(entry, limitBelow(entry.path, layers));
    case 'max_output_tokens':
      return aboveLimit(entry, layers.below.get(keyText([section, name, key])));
    default:
      return notAmong;
  }
}

/** The limit that would hold without this entry: the table's own, else its agent's, else everybody's. */
function limitBelow(
  [section = '', name = '', key = '']: readonly string[],
  layers: Layers,
): Entry | undefined {
  const { below } = layers;
  const own = below.get(keyText([section, name, key]));
  const agent =
    section === 'contestants' ? below.get(keyText(['agents', agentName(name, layers), key])) : undefined;
  return own ?? agent ?? below.get(key);
}

function agentName(contestant: string, { below, project }: Layers): string {
  const key = keyText(['contestants', contestant, 'agent']);
  return String((below.get(key) ?? project.get(key))?.value ?? contestant);
}

/** Whatever the name may come down to: as an agent, as a contestant's agent, or through `uses`. */
export function runsModel(name: string, layers: Layers): boolean {
  const agents = [name, agentName(name, layers)];
  const uses = agents.map((agent) => layers.below.get(keyText(['agents', agent, 'uses']))?.value);
  return [...agents, ...uses.map(String)].some((agent) => runsItsModel.has(agent));
}

function baseOf(value: ConfigValue): string {
  return String(value).split('/', 1)[0] ?? '';
}

function namesOf(value: ConfigValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

/** Why it does not; undefined: it does. */
function aboveLimit(
  { path, value }: Entry,
  limit: Entry | number | undefined,
  measure = measureOf(path),
): string | undefined {
  if (limit === undefined) return 'you have set no limit that it could lower';
  const own = typeof limit === 'number' ? limit : limit.value;
  return measure(value) <= measure(own) ? undefined : `it is above your ${String(own)}`;
}

function measureOf(path: readonly string[]): (value: ConfigValue) => number {
  const [section] = path;
  // Tables of names hold the same settings as the whole.
  const key = section === 'agents' || section === 'contestants' ? (path.at(-1) ?? '') : path.join('.');
  const type = ruleOf(key)?.type;
  if (type === 'size') return measured(sizeBytes);
  return type === 'duration' ? measured(durationMs) : Number;
}

function measured(read: (value: string | number) => number | undefined): (value: ConfigValue) => number {
  return (value) =>
    (typeof value === 'string' || typeof value === 'number' ? read(value) : undefined) ?? Number.NaN;
}
