// What may be said of an analysis, and what goes on record of it.
import { z } from 'zod';
import { JoustError } from '../../domain/joust-error.ts';
import { setting } from '../../domain/settings/setting.ts';
import { specShape } from '../../domain/settings/shapes.ts';
import type { SetUp } from '../format.ts';
import { recordedEntries, subjectOf } from '../judging-options.ts';
import type { Scene } from '../scene.ts';

export const request = z.strictObject({
  analyst: setting(
    { type: 'text', shape: specShape, expected: '"auto" or a contestant such as "claude/opus"' },
    {
      often: true,
      value: 'SPEC',
      help: 'who analyzes: auto or a contestant (default auto: like the default judge)',
      complete: 'contestant',
      config: 'analyst',
      project: 'contestant',
      builtIn: 'auto',
    },
  ),
});

export const options = z.strictObject({ analyst: z.string(), entries: recordedEntries });
export type AnalyzeOptions = z.output<typeof options>;

export async function setUp({ analyst: spec }: z.output<typeof request>, scene: Scene): Promise<SetUp> {
  const chosen = await scene.chooseJudges(spec === 'auto' ? [] : [spec], { as: 'analyst' });
  const [analyst] = chosen.judges;
  if (analyst === undefined)
    throw new JoustError('nobody can analyze', {
      code: 'none-usable',
      setting: 'analyst',
      hint: 'Name one with --analyst.',
    });
  return {
    options: { analyst: analyst.name, entries: subjectOf(scene).entries },
    staff: chosen.staff.filter(({ name }) => name === analyst.name),
    notes: [`Analyst: ${analyst.name}.`],
  };
}
