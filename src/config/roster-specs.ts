// From what people wrote (`claude*2`, `codex/gpt-5.5`, `fast`) and the config to the contestants of a contest.
//
// rosterFrom({ specs, config, agentIds }): one contestant per copy, in the order written, each with a name of its own.
// choiceOrder({ config, agentIds }): whom to try, in order, when nobody was named; whether they are usable is not asked here.
// What a contestant leaves out comes from [agents.NAME] of its agent, then from the top-level `effort`.
import type { AgentSettings, Contestant } from '../domain/contestant.ts';
import { JoustError } from '../domain/joust-error.ts';
import { distinctNames, formatContestant, parseContestant } from '../domain/roster.ts';
import { nearest } from '../domain/settings/nearest.ts';
import { type CastMember, type Config, keyText, type Origin, originText, type PlayConfig } from './config.ts';

export interface RosterConfig {
  readonly values: Config;
  readonly origins: ReadonlyMap<string, Origin>;
  /** Known by these names in one contest only; each stands before an agent or contestant of that name. */
  readonly cast?: Readonly<Record<string, CastMember>> | undefined;
  /** Functions of this program, as they play in one contest. */
  readonly functions?: Readonly<Record<string, InlinePlayer>> | undefined;
  /** Names that each host of the pool can play. Absent: this machine plays. */
  readonly hosts?: readonly (readonly string[])[] | undefined;
}

/** What is known of a function that plays. */
export type InlinePlayer = Pick<Contestant, 'family' | 'model'>;

interface RosterChoice {
  readonly config: RosterConfig;
  /** The ids of the built-in agents, in the built-in order. */
  readonly agentIds: readonly string[];
}

export function rosterFrom({
  specs,
  ...choice
}: RosterChoice & { readonly specs: readonly string[] }): Contestant[] {
  checkNames(choice);
  const players = specs.flatMap((text) => {
    const { base, model, copies } = parseContestant(text);
    const player = playerOf(base, choice);
    const name = formatContestant({ base, copies: 1, model });
    const made = { ...player, name, ...(model !== undefined && { model }) };
    return Array.from({ length: copies }, () => made);
  });
  const names = distinctNames(players.map(({ name }) => name));
  return players.map((player, index) => ({ ...player, name: names[index] ?? player.name }));
}

/**
 * First the names of `priority`, then the configured contestants, then the built-in agents, then agents of the user's
 * own naming; without the excluded ones. An agent that a contestant uses comes after those that nobody uses.
 */
export function choiceOrder({ config, agentIds }: RosterChoice): readonly string[] {
  checkNames({ config, agentIds });
  const { priority, exclude, agents, contestants } = config.values;
  const bare = [...agentIds, ...Object.keys(agents)];
  const used = new Set(Object.values(contestants).map(({ agent }) => agent));
  const order = new Set([
    ...priority,
    ...Object.keys(contestants),
    ...bare.filter((name) => !used.has(name)),
    ...bare,
  ]);
  const excluded = new Set(exclude);
  return [...order].filter((name) => {
    const contestant = Object.hasOwn(contestants, name) ? contestants[name]?.agent : undefined;
    const own = contestant ?? name;
    const uses = Object.hasOwn(agents, own) ? agents[own]?.uses : undefined;
    return ![name, own, uses ?? own].some((part) => excluded.has(part));
  });
}

/** Every name that can be written for a contestant. */
export function knownNames({ config, agentIds }: RosterChoice): readonly string[] {
  const { agents, contestants } = config.values;
  return [
    ...new Set([
      ...Object.keys(config.cast ?? {}),
      ...Object.keys(config.functions ?? {}),
      ...agentIds,
      ...Object.keys(agents),
      ...Object.keys(contestants),
    ]),
  ];
}

/** A name in the config that means nothing, or two things, is an error before anybody plays. */
function checkNames({ config, agentIds }: RosterChoice): void {
  const { agents, contestants, priority, exclude } = config.values;
  for (const [name, { uses }] of Object.entries(agents)) checkAgent({ name, uses }, { config, agentIds });
  for (const [name, { agent }] of Object.entries(contestants)) {
    if (agentIds.includes(name) || Object.hasOwn(agents, name))
      throw configError(config, ['contestants', name], {
        text: `contestants.${name} has the name of an agent`,
        hint: `Give the contestant another name; settings for every ${name} belong in [agents.${name}].`,
      });
    if (!agentIds.includes(agent) && !Object.hasOwn(agents, agent))
      throw configError(config, ['contestants', name, 'agent'], {
        text: `contestants.${name} has the unknown agent "${agent}"`,
        hint: didYouMean(agent, [...agentIds, ...Object.keys(agents)]),
      });
  }
  const known = knownNames({ config, agentIds });
  const strange = Object.keys(config.values.accounts).find((name) => !known.includes(name));
  if (strange !== undefined)
    throw configError(config, ['accounts', strange], {
      text: `accounts.${strange} is neither an agent nor a contestant`,
      hint: didYouMean(strange, known),
    });
  checkList('priority', priority, { config, agentIds });
  checkList('exclude', exclude, { config, agentIds });
}

function checkList(key: string, names: readonly string[], choice: RosterChoice): void {
  const known = knownNames(choice);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  if (originOf(choice.config, [key])?.from === 'flag') throw unknownContestant(unknown, choice, key);
  throw configError(choice.config, [key], {
    text: `${key} names "${unknown}", which is neither an agent nor a contestant`,
    hint: didYouMean(unknown, known),
  });
}

function checkAgent(
  { name, uses }: { readonly name: string; readonly uses: string | undefined },
  { config, agentIds }: RosterChoice,
): void {
  const builtIn = agentIds.includes(name);
  if (builtIn && uses !== undefined && uses !== name)
    throw configError(config, ['agents', name, 'uses'], {
      text: `agents.${name} is built in and cannot use "${uses}"`,
      hint: 'Give it a name of its own, or remove `uses`.',
    });
  if (uses !== undefined && !agentIds.includes(uses))
    throw configError(config, ['agents', name, 'uses'], {
      text: `agents.${name} uses "${uses}", which is no built-in agent`,
      hint: didYouMean(uses, agentIds),
    });
  if (builtIn || uses !== undefined) return;
  const origin = originOf(config, ['agents', name]);
  if (origin?.from === 'flag') throw unknownContestant(name, { config, agentIds });
  throw configError(config, ['agents', name], {
    text: `agents.${name} is no built-in agent and does not say which one it uses`,
    hint: `${didYouMean(name, agentIds)} Or add uses = "compatible" for an agent of your own.`,
  });
}

type Player = Omit<Contestant, 'name'>;

function playerOf(base: string, choice: RosterChoice): Player {
  const { functions = {} } = choice.config;
  if (Object.hasOwn(functions, base)) return { agent: 'inline', ...functions[base] };
  const { agents, contestants } = choice.config.values;
  const { cast = {} } = choice.config;
  const member = Object.hasOwn(cast, base) ? cast[base] : undefined;
  const named = member?.agent ?? base;
  const own = Object.hasOwn(contestants, named) ? contestants[named] : undefined;
  // One of the cast may be a contestant of the config in other clothes.
  const contestant = member === undefined ? own : { ...own, ...member, agent: own?.agent ?? member.agent };
  const agent = contestant?.agent ?? base;
  const defaults = Object.hasOwn(agents, agent) ? agents[agent] : undefined;
  const id = defaults?.uses ?? agent;
  if (!choice.agentIds.includes(id)) throw unknownContestant(base, choice);
  return playerFrom(id, { own: contestant ?? {}, defaults: defaults ?? {}, values: choice.config.values });
}

interface Parts {
  readonly own: PlayConfig;
  readonly defaults: PlayConfig;
  readonly values: Config;
}

function playerFrom(agent: string, { own, defaults, values }: Parts): Player {
  const { effort } = values;
  const { settings: ownSettings, environment: ownEnvironment, ...ownRest } = own;
  const { settings, environment, ...rest } = defaults;
  const {
    uses: _uses,
    agent: _agent,
    ...play
  } = { effort, ...rest, ...ownRest } as PlayConfig & {
    uses?: string;
    agent?: string;
  };
  const mergedEnvironment = { ...environment, ...ownEnvironment };
  const mergedSettings = mergeSettings(settings, ownSettings);
  return {
    agent,
    ...play,
    environment: Object.keys(mergedEnvironment).length > 0 ? mergedEnvironment : undefined,
    settings: Object.keys(mergedSettings).length > 0 ? mergedSettings : undefined,
  };
}

/** A key goes only to the address it was configured with: a contestant with its own address does not inherit the key. */
function mergeSettings(defaults: AgentSettings = {}, own: AgentSettings = {}): AgentSettings {
  const { keyEnv, ...rest } = defaults;
  const inherited = own.baseUrl === undefined && keyEnv !== undefined ? { ...rest, keyEnv } : rest;
  return { ...inherited, ...own };
}

function unknownContestant(name: string, choice: RosterChoice, setting?: string): JoustError {
  return new JoustError(`there is no agent or contestant named "${name}"`, {
    code: 'unknown-contestant',
    setting,
    // A model that is set for it makes an entry of its own.
    hint: didYouMean(
      name,
      knownNames(choice).filter((known) => known !== name),
    ),
  });
}

function didYouMean(name: string, known: readonly string[]): string {
  const near = nearest(name, known);
  return `${near === undefined ? '' : `Did you mean ${near}? `}There are: ${known.join(', ')}.`;
}

function configError(
  config: RosterConfig,
  path: readonly string[],
  { text, hint }: { readonly text: string; readonly hint: string },
): JoustError {
  const origin = originOf(config, path);
  const where = origin === undefined ? '' : ` (${originText(origin)})`;
  return new JoustError(`${text}${where}`, { code: 'config', setting: keyText(path), hint });
}

/** Of the key itself, or of the first one in that table. */
function originOf({ origins }: RosterConfig, path: readonly string[]): Origin | undefined {
  const key = keyText(path);
  const exact = origins.get(key);
  if (exact !== undefined) return exact;
  for (const [candidate, origin] of origins) if (candidate.startsWith(`${key}.`)) return origin;
  return undefined;
}
