// What may be said of a distillation, and what goes on record of it.
import { z } from 'zod';
import { JoustError } from '../../domain/joust-error.ts';
import { setting } from '../../domain/settings/setting.ts';
import { specShape } from '../../domain/settings/shapes.ts';
import { blindCaveats } from '../families.ts';
import type { SetUp } from '../format.ts';
import type { Scene, Serving } from '../scene.ts';

export const request = z.strictObject({
  synthesizer: setting(
    {
      type: 'text',
      shape: specShape,
      expected: '"auto", "first", "random" or a contestant such as "claude/opus"',
    },
    {
      often: true,
      short: 's',
      alias: 'aggregator',
      value: 'NAME',
      help: 'who merges: auto (the first who answered), first, random or a contestant (default auto)',
      complete: 'contestant',
      config: 'synthesizer',
      project: 'contestant',
      builtIn: 'auto',
    },
  ),
  layers: setting(
    { type: 'count', min: 1, max: 3 },
    {
      value: 'N',
      help: 'answer and merge N times, 3 at most, each time on top of the last merge (default 1)',
      builtIn: 1,
    },
  ),
  council: setting({ type: 'switch' }, { help: 'show the answers too' }),
  sources: setting(
    { type: 'switch' },
    { often: true, help: 'say whose answers support each part, and what was dropped' },
  ),
});
type Request = z.output<typeof request>;

export const options = z.strictObject({
  /** `auto`: the first who answered ok; `random`: any of those; else a name. */
  synthesizer: z.string(),
  layers: z.int(),
  sources: z.boolean(),
  /** The answers are shown as well. */
  council: z.boolean(),
});
export type DistillOptions = z.output<typeof options>;

export function setUp(said: Request, scene: Scene): SetUp {
  const [only, second] = scene.roster;
  if (second === undefined) {
    throw new JoustError(
      `distill takes at least 2 contestants, and only ${only?.name ?? 'nobody'} is selected`,
      {
        code: 'none-usable',
        setting: 'contestant',
        hint: 'Name more with -c (claude*2 is two of one), or ask one alone with joust ask.',
      },
    );
  }
  const { name: synthesizer, staff, notes } = synthesizerOf(said, scene);
  const { layers, sources = false, council = false } = said;
  const made: DistillOptions = { synthesizer, layers, sources, council };
  return { options: made, staff, notes };
}

/** What can be settled now is; `auto` and `random` depend on who answers. */
function synthesizerOf({ synthesizer }: Request, scene: Scene): Serving {
  const { roster } = scene;
  if (synthesizer === 'auto' || synthesizer === 'random')
    return { name: synthesizer, staff: [], notes: blindCaveats(roster) };
  return scene.serving(
    synthesizer === 'first' ? (roster[0]?.name ?? synthesizer) : synthesizer,
    'synthesizer',
  );
}
