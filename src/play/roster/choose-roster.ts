// Who plays and who judges: those the user named, or the first usable agents in order of priority.
import { agentIds, agentOf } from '../../agents/all.ts';
import { choiceOrder, type RosterConfig, rosterFrom } from '../../config/roster-specs.ts';
import { type Problem, whyUnusable } from '../../contest/accounts/examine.ts';
import type { Probes } from '../../contest/accounts/probes.ts';
import type { Contestant } from '../../domain/contestant.ts';
import { JoustError } from '../../domain/joust-error.ts';
import { blindCaveats, familyOf } from '../../formats/families.ts';
import type { WeighedJudge } from '../../ranking/agreement/judge-record.ts';

export interface ChosenRoster {
  readonly roster: readonly Contestant[];
  /** Settings that a contestant's agent does not know and that are left out. */
  readonly dropped: readonly string[];
  /** Agents that would have been chosen and cannot play. */
  readonly unusable: readonly (Problem & { readonly name: string })[];
  /** What is said of those who were left out since they call, or play all the same. */
  readonly spared: readonly string[];
}

interface RosterWish {
  /** What the user named; empty: choose. */
  readonly specs: readonly string[];
  readonly config: RosterConfig;
  readonly probes: Probes;
  /** Families of whoever calls: a second opinion is somebody else's, where there is somebody else. */
  readonly callers?: readonly string[];
  /** Recordings are played back: nobody has to be installed. */
  readonly replayed?: boolean;
}

export function chooseRoster(wish: RosterWish): ChosenRoster {
  const { roster, unusable, spared } = choose(wish);
  const known = roster.map(withKnownEffort);
  return {
    roster: known.map(({ contestant }) => contestant),
    unusable,
    spared,
    dropped: known.flatMap(({ dropped }) => dropped),
  };
}

function choose(wish: RosterWish): Omit<ChosenRoster, 'dropped'> {
  const { specs, config, probes, callers = [] } = wish;
  if (specs.length > 0) return { roster: named(wish), unusable: [], spared: [] };
  const calls = (contestant: Contestant) => callers.includes(familyOf(contestant));
  const everyone = candidates(config);
  const others = firstUsable(
    everyone.filter((one) => !calls(one)),
    config,
    probes,
  );
  const own = everyone.filter((one) => calls(one) && problemOf(one, wish) === undefined);
  const [first] = own;
  if (first === undefined) return { ...others, spared: [] };
  if (others.roster.length > 0)
    return {
      ...others,
      spared: [`${first.name} is left out: it is of the family that calls. Name it to have it play.`],
    };
  const roster = own.slice(0, config.values.num);
  return { ...others, roster, spared: [`Only ${first.name} can play here, of the family that calls.`] };
}

function firstUsable(
  everyone: readonly Contestant[],
  config: RosterConfig,
  probes: Probes,
): Pick<ChosenRoster, 'roster' | 'unusable'> {
  const roster: Contestant[] = [];
  const unusable: (Problem & { name: string })[] = [];
  for (const contestant of everyone) {
    if (roster.length === config.values.num) break;
    const problem = problemOf(contestant, { config, probes });
    if (problem === undefined) roster.push(contestant);
    else unusable.push({ name: contestant.name, ...problem });
  }
  return { roster, unusable };
}

/** Whoever could be chosen, in order of priority. */
export function usableInOrder({ config, probes }: RosterWish): readonly Contestant[] {
  return candidates(config)
    .map((contestant) => withKnownEffort(contestant).contestant)
    .filter((contestant) => problemOf(contestant, { config, probes }) === undefined);
}

function problemOf(
  contestant: Contestant,
  { config, probes }: Pick<RosterWish, 'config' | 'probes'>,
): Problem | undefined {
  if (offeredBy(config) !== undefined) return undefined;
  const agent = agentOf(contestant.agent);
  const { environment } = contestant;
  const withholdKeys = contestant.auth === 'subscription';
  const login = probes.knownLogin(agent, { withholdKeys, environment });
  // Told to log in, somebody may do so at once, in a place where nobody looks.
  if (login?.state === 'logged-out') probes.forgetLogin(agent);
  return whyUnusable({ contestant, agent, program: probes.find(agent, contestant), login });
}

/** An effort is often meant for all; who has no such knob, or not that word, plays without it. */
function withKnownEffort(contestant: Contestant): { contestant: Contestant; dropped: readonly string[] } {
  const { effort, ...rest } = contestant;
  const { id, efforts } = agentOf(contestant.agent);
  if (effort === undefined || efforts.includes(effort)) return { contestant, dropped: [] };
  const words = efforts.length === 0 ? 'no such setting' : `only ${efforts.join(', ')}`;
  return {
    contestant: rest,
    dropped: [`${contestant.name}: effort "${effort}" is left out; ${id} has ${words}.`],
  };
}

/** Whoever is named can play, or nothing is begun. Whether a login holds is told by playing. */
function named({ specs, config, probes, replayed }: RosterWish): readonly Contestant[] {
  const roster = rosterFrom({ specs, config, agentIds }).filter(
    (contestant) => !isExcluded(contestant, config),
  );
  if (replayed === true || config.hosts !== undefined) return roster;
  for (const contestant of roster) {
    const agent = agentOf(contestant.agent);
    const program = probes.find(agent, contestant);
    const problem = whyUnusable({ contestant, agent, program, login: undefined });
    if (problem === undefined) continue;
    throw new JoustError(`${contestant.name} cannot play: ${problem.reason}`, {
      code: 'usage',
      hint: problem.hint,
    });
  }
  return roster;
}

/**
 * Installed CLIs, and what the user configured or put first: never a paid key that merely lies about, never the
 * simulated ones, and never at a project's wish.
 */
function candidates(config: RosterConfig): readonly Contestant[] {
  const { values, origins } = config;
  const offered = offeredBy(config);
  if (offered !== undefined) return rosterFrom({ specs: offered, config, agentIds });
  const byProject = (key: string) => origins.get(key)?.from === 'project';
  const roster = rosterFrom({ specs: choiceOrder({ config, agentIds }), config, agentIds });
  return roster.filter(({ agent, model, name }) => {
    const { kind } = agentOf(agent);
    if (kind === 'cli') return true;
    if (values.priority.includes(name) && !byProject('priority')) return true;
    if (Object.hasOwn(values.contestants, name) && !byProject(`contestants.${name}.agent`)) return true;
    return kind === 'http' && model !== undefined && !byProject(`agents.${name}.model`);
  });
}

/** Names for a contest of the pool: of the host that can play most of them. Absent: this machine plays, or no host says. */
function offeredBy({ hosts = [], values }: RosterConfig): readonly string[] | undefined {
  const [most = []] = hosts
    .map((names) => names.filter((name) => !values.exclude.includes(name)))
    .toSorted((one, other) => other.length - one.length);
  return most.length === 0 ? undefined : most;
}

function isExcluded({ name, agent }: Contestant, { values }: RosterConfig): boolean {
  return [agent, name, name.replace(/#\d+$/, '')].some((known) => values.exclude.includes(known));
}

/** What is known of them; empty: nothing of any. */
/** `alone`: one of them is to judge, not all as a panel. */
type Weigh = (judges: readonly Contestant[], asked?: { readonly alone: boolean }) => readonly WeighedJudge[];

export interface ChosenJudges {
  readonly judges: readonly Contestant[];
  /** Those of them that do not play themselves. */
  readonly staff: readonly Contestant[];
  /** Some of them are by the maker of a model that plays. */
  readonly ofOwnMaker: boolean;
  /** Said before play. */
  readonly note: string;
}

/**
 * Who judges: those the user named, else of the usable ones of families that do not play the one that is proven best, else the
 * first; else one of each family.
 */
export function chooseJudges(
  roster: readonly Contestant[],
  { specs, config, probes }: RosterWish,
  weigh: Weigh = () => [],
): ChosenJudges {
  const named = specs.length > 0 ? specs : config.values.judges;
  const judges =
    named.length > 0
      ? chooseRoster({ specs: named, config, probes }).roster
      : (outsider(roster, { specs, config, probes }, weigh) ?? onePerFamily(roster));
  const staff = judges.filter(({ name }) => !roster.some((one) => one.name === name));
  const own = judges.filter((judge) => roster.some((one) => familyOf(one) === familyOf(judge)));
  const names = judges.map(({ name }) => name).join(', ');
  return {
    judges,
    staff,
    ofOwnMaker: own.length > 0,
    note: [`${judges.length === 1 ? 'Judge' : 'Judges'}: ${names}.`, ...blindCaveats(judges)].join(' '),
  };
}

/** A judge that has no stake in it: who is known to be right more often than the first, or the first. */
function outsider(
  roster: readonly Contestant[],
  wish: RosterWish,
  weigh: Weigh,
): readonly Contestant[] | undefined {
  const playing = new Set(roster.map(familyOf));
  const able = usableInOrder(wish).filter((contestant) => !playing.has(familyOf(contestant)));
  const weighed = weigh(able, { alone: true });
  const weightOf = ({ name }: Contestant) => weighed.find(({ judge }) => judge === name)?.weight ?? 1;
  const [found] = able.toSorted((a, b) => weightOf(b) - weightOf(a));
  return found === undefined ? undefined : [found];
}

function onePerFamily(roster: readonly Contestant[]): readonly Contestant[] {
  return [...Map.groupBy(roster, familyOf).values()].flatMap(([first]) =>
    first === undefined ? [] : [first],
  );
}
