// Who judges: those the user named, else the first usable one of a family that does not play, else one of each family.

import { agentOf } from '../../agents/all.ts';
import type { Contestant } from '../../domain/contestant.ts';
import { blindCaveats, familyOf } from '../../formats/judges.ts';
import { chooseRoster, type RosterWish, usableInOrder } from './choose-roster.ts';

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
