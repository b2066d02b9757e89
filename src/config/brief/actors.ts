// Those whom a brief names: contestants, judges, reviewers, each in one of three ways, under names of their own.
import { nearest } from '../../domain/settings/nearest.ts';
import { durationMs } from '../../domain/settings/rule.ts';
import { type CastMember, type ConfigValue, type Entry, toConfig, visible } from '../config.ts';
import {
  type ActorTable,
  type ActorWords,
  type profiles,
  type ResourceTable,
  specBehind,
} from './brief-schema.ts';
import type { YamlProblem } from './yaml-text.ts';

export interface Actor {
  readonly name: string;
  /** As -c takes it: an agent with or without a model, a contestant of the user's config. Absent: `play` says it. */
  readonly spec?: string;
  readonly play?: CastMember;
  readonly resources?: Resources;
  /** multicooker's flavor, if joust plays it by an agent of another name. */
  readonly flavor?: 'dummy' | undefined;
  readonly line: number;
}

export interface Resources {
  readonly profile?: (typeof profiles)[number];
  readonly memoryBytes?: number;
  /** Memory and swap together. */
  readonly memorySwapBytes?: number;
  readonly cpus?: number;
  readonly pids?: number;
}

export interface ActorList {
  /** As the file calls it. */
  readonly key: string;
  readonly actors: readonly ActorWords[];
  /** What multicooker's dummy plays there. */
  readonly dummy: string;
  /** Written with multicooker's word, or allowed to fall back to paid keys. */
  readonly ofFlavors: boolean;
  readonly paidKeys: boolean;
  /** Agents that are built in; undefined: not known here. */
  readonly agents: readonly string[] | undefined;
  lineOf(at: number): number;
}

export function readActors(list: ActorList): {
  readonly actors: readonly Actor[];
  readonly problems: readonly YamlProblem[];
} {
  const problems: YamlProblem[] = [];
  const actors = list.actors.map((words, at): Actor => {
    const line = list.lineOf(at);
    const actor = typeof words === 'string' ? ofText(words, list) : ofTable(words, list);
    const trouble = actor.agent === undefined ? undefined : agentTrouble(actor.agent, list);
    if (trouble !== undefined) problems.push({ line, ...trouble });
    return { ...actor.actor, line };
  });
  return { actors, problems: [...problems, ...sameNames(actors, list.key)] };
}

/** The folder of somebody by this name. */
export function actorFolder(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9._-]+/g, '-');
}

interface Found {
  readonly actor: Omit<Actor, 'line'>;
  /** To be looked up here; undefined: it may be one of the user's config, and is looked up there. */
  readonly agent?: string;
}

function ofText(text: string, list: ActorList): Found {
  const spec = specBehind(text);
  const name = spec === text ? spec : text.slice(0, text.indexOf('='));
  const slash = spec.indexOf('/');
  const agent = slash === -1 ? spec : spec.slice(0, slash);
  const isFlavor = list.ofFlavors || spec !== text || agent === 'dummy' || agent === 'triad';
  if (!isFlavor) return { actor: { name, spec } };
  const model = slash === -1 ? {} : { model: spec.slice(slash + 1) };
  return {
    agent,
    actor: { name, flavor: flavorOf(agent), play: playOf({ name, ...model }, { agent, isFlavor, list }) },
  };
}

function ofTable(table: ActorTable, list: ActorList): Found {
  const { name, resources } = table;
  const agent = table.agent ?? table.flavor ?? name;
  const isFlavor = table.flavor != null || (list.ofFlavors && table.agent == null);
  const play = playOf(table, { agent, isFlavor, list });
  return {
    agent: table.agent == null ? agent : undefined,
    actor: {
      name,
      flavor: flavorOf(agent),
      play,
      resources: resources == null ? undefined : readResources(resources),
    },
  };
}

function flavorOf(agent: string): Actor['flavor'] {
  return agent === 'dummy' ? agent : undefined;
}

interface Playing {
  readonly agent: string;
  readonly isFlavor: boolean;
  readonly list: ActorList;
}

/** As the table of a contestant in the config would be read. */
function playOf(table: ActorTable, { agent, isFlavor, list }: Playing): CastMember {
  const { name, flavor: _flavor, agent: _agent, resources: _resources, timeout_s, ...keys } = table;
  const isDummy = agent === 'dummy';
  const said: Readonly<Record<string, unknown>> = {
    ...(isFlavor && !isDummy && !list.paidKeys && { auth: 'subscription' }),
    ...(isDummy && { script: list.dummy }),
    ...(timeout_s != null && { timeout: timeout_s }),
    ...keys,
    agent: isDummy ? 'scripted' : agent,
  };
  const entries = Object.entries(said).flatMap(([key, value]): Entry[] => {
    const origin = { from: 'flag', flag: key } as const;
    if (value === undefined || value === null) return [];
    if (typeof value !== 'object' || Array.isArray(value))
      return [{ path: ['contestants', name, key], value: value as ConfigValue, origin }];
    return Object.entries(value).map(([inner, one]) => ({
      path: ['contestants', name, key, inner],
      value: one as ConfigValue,
      origin,
    }));
  });
  const play = toConfig(entries).contestants[name];
  if (play === undefined) throw new Error(`${name} has no agent`);
  return play;
}

function agentTrouble(agent: string, { agents }: ActorList): Omit<YamlProblem, 'line'> | undefined {
  if (agent === 'triad')
    return {
      text: 'joust has no flavor triad, which is one agent that asks others',
      hint: 'List claude, codex and grok as contestants, then let one make the best of all: joust brief merge.',
    };
  if (agents === undefined || agent === 'dummy' || agents.includes(agent)) return undefined;
  const near = nearest(agent, agents);
  return {
    text: `there is no agent "${visible(agent)}"`,
    hint:
      `${near === undefined ? '' : `Did you mean ${near}? `}There are: ${[...agents, 'dummy'].join(', ')}. ` +
      'One of your config is written as `agent: NAME`, a contestant of it as a text: - NAME.',
  };
}

function sameNames(actors: readonly Actor[], key: string): readonly YamlProblem[] {
  const seen = new Map<string, string>();
  return actors.flatMap(({ name, line }): YamlProblem[] => {
    const folder = actorFolder(name).toLowerCase();
    const other = seen.get(folder);
    seen.set(folder, name);
    if (other === undefined) return [];
    const hint = 'Give each a name of its own: { name: second, agent: claude }, or second=claude.';
    if (other === name) return [{ line, text: `${key} has two of the name ${visible(name)}`, hint }];
    return [{ line, text: `${key}: ${visible(other)} and ${visible(name)} would be one folder`, hint }];
  });
}

const binary: Readonly<Record<string, number>> = { b: 0, k: 1, m: 2, g: 3, t: 4 };

export function readResources({
  profile,
  mem_limit,
  memswap_limit,
  cpus,
  pids_limit,
}: ResourceTable): Resources {
  return {
    profile: profile ?? undefined,
    memoryBytes: mem_limit == null ? undefined : bytes(mem_limit),
    memorySwapBytes: memswap_limit == null ? undefined : bytes(memswap_limit),
    cpus: cpus == null ? undefined : Number(cpus),
    pids: pids_limit ?? undefined,
  };
}

/** As docker reads it: in steps of 1024. */
function bytes(size: string | number): number {
  if (typeof size === 'number') return size;
  return Number.parseInt(size, 10) * 1024 ** (binary[size.at(-1)?.toLowerCase() ?? ''] ?? 0);
}

/** Milliseconds of seconds or of a duration, whichever is said. */
export function limitMs(seconds: number | null | undefined, duration: unknown): number | undefined {
  if (seconds != null) return seconds * 1000;
  return typeof duration === 'string' || typeof duration === 'number' ? durationMs(duration) : undefined;
}
