// What may be said of a cross-examination, what goes on record of it, and who asks whom.
import { z } from 'zod';
import type { Contestant } from '../../domain/contestant.ts';
import { JoustError } from '../../domain/joust-error.ts';
import { textRule } from '../../domain/settings/rule.ts';
import { setting } from '../../domain/settings/setting.ts';
import type { SetUp } from '../format.ts';
import { recordedEntries, subjectOf } from '../judging-options.ts';
import type { Scene } from '../scene.ts';

export const request = z.strictObject({
  by: setting(textRule, { often: true, value: 'NAME', help: 'who asks' }),
  of: setting(textRule, { often: true, value: 'NAME', help: 'whose entry is asked about' }),
  question: setting(textRule, { often: true, value: 'TEXT', help: 'your question, in place of their own' }),
});
type Request = z.output<typeof request>;

export const options = z.strictObject({
  /** Who asks about whose entry. */
  pairs: z.array(z.strictObject({ by: z.string(), of: z.string() })),
  /** Put in place of questions of the contestant's own. */
  question: z.string().nullable(),
  entries: recordedEntries,
});
export type CrossOptions = z.output<typeof options>;

export function setUp(said: Request, scene: Scene): SetUp {
  const pairs = pairsOf(said, scene.roster);
  if (pairs.length === 0) {
    throw new JoustError('nobody is left to ask anybody', {
      code: 'usage',
      setting: said.of === undefined ? 'by' : 'of',
      hint: 'It takes two entries, or --question with --of.',
    });
  }
  return { options: { pairs, question: said.question ?? null, entries: subjectOf(scene).entries } };
}

/** Everybody asks the next one, unless it was said who asks whom. */
function pairsOf(said: Request, roster: readonly Contestant[]): CrossOptions['pairs'] {
  const [by, of] = (['by', 'of'] as const).map((setting) => named(said[setting], { roster, setting }));
  if (said.question !== undefined)
    return roster
      .filter(({ name }) => of === undefined || name === of)
      .map(({ name }) => ({ by: by ?? 'you', of: name }));
  const names = roster.map(({ name }) => name);
  if (by !== undefined || of !== undefined) {
    return names
      .flatMap((one) => names.map((other) => ({ by: one, of: other })))
      .filter((pair) => pair.by !== pair.of && (by ?? pair.by) === pair.by && (of ?? pair.of) === pair.of);
  }
  return names.length < 2
    ? []
    : names.map((name, at) => ({ by: name, of: names[(at + 1) % names.length] ?? name }));
}

function named(
  name: string | undefined,
  { roster, setting }: { readonly roster: readonly Contestant[]; readonly setting: string },
): string | undefined {
  if (name === undefined || roster.some((one) => one.name === name)) return name;
  throw new JoustError(`"${name}" has no entry in this contest`, {
    code: 'usage',
    setting,
    hint: `There are: ${roster.map((one) => one.name).join(', ')}.`,
  });
}
