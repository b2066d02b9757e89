// What goes on record of a suite when it is opened: who plays which tasks how often, and what has to be met. src/suite makes the plan.
import { z } from 'zod';
import { blobRefSchema } from '../../domain/change.ts';
import { plural } from '../../domain/figures.ts';
import { JoustError } from '../../domain/joust-error.ts';
import { textRule } from '../../domain/settings/rule.ts';
import { setting } from '../../domain/settings/setting.ts';
import { type SuitePlan, suitePlan } from '../../domain/suite/suite-plan.ts';
import type { ExpectedAttempt, FormatSetup, SetUp } from '../format.ts';
import type { Scene } from '../scene.ts';

export const request = z.strictObject({
  plan: setting(textRule, { help: 'what is played, as JSON; joust suite writes it', flag: false }),
});

export const options = z.strictObject({
  ...suitePlan.omit({ tasks: true, judges: true }).shape,
  /** The tasks with their asserts, as JSON. */
  tasks: blobRefSchema,
  /** How many cells there are. */
  cells: z.int(),
  /** Who judges by rubrics, by name. */
  judges: z.array(z.string()),
});
export type SuiteOptions = z.output<typeof options>;

export async function setUp({ plan: text }: z.output<typeof request>, scene: Scene): Promise<SetUp> {
  if (text === undefined)
    throw new JoustError('a suite is played from its file', {
      code: 'usage',
      setting: 'plan',
      hint: 'Name the file: joust suite run suite.yaml.',
    });
  const { tasks, judges, ...plan } = suitePlan.parse(JSON.parse(text));
  const { name, trials } = plan;
  const sitting = needsJudges(tasks) ? await scene.chooseJudges(judges) : undefined;
  const cells = tasks.length * scene.roster.length * trials;
  return {
    prompt: `Suite ${name}: ${plural(tasks.length, 'task')}, ${plural(scene.roster.length, 'contestant')}, ${plural(trials, 'trial')} of each: ${plural(cells, 'cell')}.`,
    staff: sitting?.staff ?? [],
    notes: sitting === undefined ? [] : [sitting.note],
    async prepare({ ledger }) {
      const kept = await ledger.stage(JSON.stringify(tasks));
      const names = sitting?.judges.map((judge) => judge.name) ?? [];
      return { options: { ...plan, cells, tasks: kept.ref, judges: names }, blobs: [kept] };
    },
  };
}

function needsJudges(tasks: SuitePlan['tasks']): boolean {
  return tasks.some(({ asserts }) => asserts.some(({ kind }) => kind === 'rubric'));
}

export function expects({
  roster,
  staff,
  options: { expected },
}: FormatSetup<SuiteOptions>): ExpectedAttempt[] {
  const all = [...roster, ...staff];
  return expected.flatMap(({ contestant: name, ...how }) => {
    const contestant = all.find((one) => one.name === name);
    return contestant === undefined ? [] : [{ contestant, ...how }];
  });
}
