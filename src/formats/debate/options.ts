// What may be said of a debate, what goes on record of it, and the limits it is kept in.
import { z } from 'zod';
import type { Contestant } from '../../domain/contestant.ts';
import { JoustError } from '../../domain/joust-error.ts';
import { setting } from '../../domain/settings/setting.ts';
import { specShape } from '../../domain/settings/shapes.ts';
import type { SetUp } from '../format.ts';
import type { Scene, Serving } from '../scene.ts';

const mostRounds = 4;

export const request = z.strictObject({
  debaters: setting(
    { type: 'count', min: 2, max: 4 },
    { often: true, value: 'N', help: 'how many of them debate, 2 to 4 (default 2)', builtIn: 2 },
  ),
  moderator: setting(
    { type: 'text', shape: specShape, expected: '"auto" or a contestant such as "claude/opus"' },
    {
      often: true,
      short: 'j',
      value: 'NAME',
      help: 'who moderates: auto or a contestant (default: the first selected who does not debate, else the first)',
      complete: 'contestant',
      config: 'moderator',
      project: 'contestant',
      builtIn: 'auto',
    },
  ),
  rounds: setting(
    { type: 'count', min: 0, max: 1_000_000 },
    { often: true, short: 'r', value: 'N', help: 'rounds at most, 1 to 4 (default 2)', builtIn: 2 },
  ),
});
type Request = z.output<typeof request>;

export const options = z.strictObject({
  /** Names, in the order they speak. */
  debaters: z.array(z.string()),
  moderator: z.string(),
  rounds: z.int(),
});
export type DebateOptions = z.output<typeof options>;

export function setUp(said: Request, scene: Scene): SetUp {
  const { roster } = scene;
  const count = said.debaters;
  if (roster.length < count) throw tooFew(roster, count);
  const debaters = roster.slice(0, count).map(({ name }) => name);
  const { name: moderator, staff, notes: caveats } = moderatorOf(said, scene, debaters);
  // More rounds hardly help, and none is no debate: the number is brought into its limits, aloud.
  const rounds = Math.min(Math.max(said.rounds, 1), mostRounds);
  const idle = roster
    .map(({ name }) => name)
    .filter((name) => !debaters.includes(name) && name !== moderator);
  const made: DebateOptions = { debaters, moderator, rounds };
  return {
    options: made,
    staff,
    notes: [
      ...(rounds === said.rounds
        ? []
        : [`Rounds go from 1 to ${mostRounds}: ${rounds} instead of ${said.rounds}.`]),
      `A debate is the costliest format, and often no better than one good answer: up to ${count * rounds + rounds} calls here, and debaters can talk each other into something wrong.`,
      `Debaters: ${debaters.join(', ')}. Moderator: ${moderator}${debaters.includes(moderator) ? ', who also debates' : ''}.`,
      ...caveats,
      ...(idle.length === 0
        ? []
        : [
            `Selected and without a part: ${idle.join(', ')} (--debaters ${roster.length} lets more debate).`,
          ]),
    ],
  };
}

function moderatorOf({ moderator }: Request, scene: Scene, debaters: readonly string[]): Serving {
  const names = scene.roster.map(({ name }) => name);
  const usual = names.find((name) => !debaters.includes(name)) ?? names[0] ?? moderator;
  return scene.serving(moderator === 'auto' ? usual : moderator, 'moderator');
}

function tooFew(roster: readonly Contestant[], count: number): JoustError {
  const names = roster.map(({ name }) => name).join(', ');
  return new JoustError(`a debate of ${count} takes ${count} contestants, and selected: ${names}`, {
    code: 'usage',
    setting: 'contestant',
    hint: 'Name more with -c (claude*2 is two of one), or select more with -n.',
  });
}
