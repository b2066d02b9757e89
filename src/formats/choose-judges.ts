// Who judges: those the user named, else the first usable one of a family that does not play, else one of each family.

import { allAgents } from '../agents/all.ts';
import type { Contestant } from '../domain/contestant.ts';
import type { Judge } from '../judging/entry.ts';
import type { Names } from '../judging/names.ts';
import { chooseRoster, type RosterWish, usableInOrder } from './choose-roster.ts';
import { agentOf } from './player.ts';

export interface ChosenJudges {
  readonly judges: readonly Contestant[];
  /** Those of them that do not play themselves. */
  readonly staff: readonly Contestant[];
  /** Said before play. */
  readonly note: string;
}

export function chooseJudges(
  roster: readonly Contestant[],
  { specs, config, probes }: RosterWish,
): ChosenJudges {
  const judges =
    specs.length > 0
      ? chooseRoster({ specs, config, probes }).roster
      : (outsider(roster, { specs, config, probes }) ?? onePerFamily(roster));
  const staff = judges.filter(({ name }) => !roster.some((one) => one.name === name));
  const own = judges.filter(({ agent }) => roster.some((one) => familyOf(one) === agentOf(agent).family));
  const warning =
    own.length === 0 ? '' : " Where exactly one side is of a judge's own family, its verdict is set aside.";
  const names = judges.map(({ name }) => name).join(', ');
  return {
    judges,
    staff,
    note: [`${judges.length === 1 ? 'Judge' : 'Judges'}: ${names}.${warning}`, ...blindCaveats(judges)].join(
      ' ',
    ),
  };
}

/** Whoever serves without knowing names, and could look around for them. */
export function blindCaveats(staff: readonly Contestant[]): readonly string[] {
  return staff.flatMap(({ name, agent }) => {
    const { bare } = agentOf(agent);
    return bare.tools && bare.instructions
      ? []
      : [`${name} is blind by instruction only: ${bare.caveat ?? 'it may look around'}.`];
  });
}

export function familyOf({ agent }: Contestant): string {
  return agentOf(agent).family;
}

export function asJudges(judges: readonly Contestant[]): readonly Judge[] {
  return judges.map((contestant) => ({ contestant, family: familyOf(contestant) }));
}

/** Names that would tell who wrote an entry: of agents, makers and models. */
export function givenAwayBy(roster: readonly Contestant[]): Names {
  const cliAgents = allAgents.filter(({ kind }) => kind === 'cli');
  return {
    agents: [...new Set([...cliAgents.map(({ id }) => id), ...roster.map(({ agent }) => agent)])].filter(
      (name) => !ordinaryWords.has(name),
    ),
    families: [...new Set([...allAgents.map(({ family }) => family), 'ChatGPT'])].filter(
      (name) => !ordinaryWords.has(name),
    ),
    models: [...new Set(roster.flatMap(({ model }) => (model === undefined ? [] : [model])))],
  };
}

/** Words of ordinary texts that happen to be ids. */
const ordinaryWords: ReadonlySet<string> = new Set([
  'command',
  'compatible',
  'pi',
  'cn',
  'acp',
  'scripted',
  'joust',
  'any',
  'unknown',
]);

/** A judge that has no stake in it. */
function outsider(roster: readonly Contestant[], wish: RosterWish): readonly Contestant[] | undefined {
  const playing = new Set(roster.map(familyOf));
  const found = usableInOrder(wish).find((contestant) => !playing.has(familyOf(contestant)));
  return found === undefined ? undefined : [found];
}

function onePerFamily(roster: readonly Contestant[]): readonly Contestant[] {
  return [...Map.groupBy(roster, familyOf).values()].flatMap(([first]) =>
    first === undefined ? [] : [first],
  );
}
