// What may be said of a consultation, what goes on record of it, and who is asked about whose entry.
import { z } from 'zod';
import type { Contestant } from '../../domain/contestant.ts';
import { JoustError } from '../../domain/joust-error.ts';
import { textRule } from '../../domain/settings/rule.ts';
import { setting } from '../../domain/settings/setting.ts';
import { specShape } from '../../domain/settings/shapes.ts';
import { familyOf } from '../families.ts';
import type { SetUp } from '../format.ts';
import { materialFiles, stagedMaterial } from '../judging-material.ts';
import { recordedEntries, subjectOf } from '../judging-options.ts';
import type { Scene } from '../scene.ts';

export const request = z.strictObject({
  of: setting(textRule, { often: true, value: 'NAME', help: 'whose entry is looked at', flag: false }),
  by: setting(
    { type: 'list', shape: specShape, expected: 'contestants such as "claude/opus"', repeated: true },
    { often: true, value: 'SPEC', help: 'a reviewer', flag: false },
  ),
});
type Request = z.output<typeof request>;

export const options = z.strictObject({
  /** Whose entry it is. */
  of: z.string(),
  reviewers: z.array(z.string()),
  /** The one entry. */
  entries: recordedEntries,
  /** Files that reviewers get beside the entry. */
  material: materialFiles.default([]),
});

export async function setUp({ of, by = [] }: Request, scene: Scene): Promise<SetUp> {
  const entries = subjectOf(scene).entries.filter(({ contestant }) => contestant === of);
  const author = scene.roster.find(({ name }) => name === of);
  if (author === undefined || entries.length === 0) {
    throw new JoustError(`${of ?? 'nobody'} has handed nothing in`, {
      code: 'not-found',
      setting: 'of',
      hint: `Entries there: ${scene.roster.map(({ name }) => name).join(', ')}.`,
    });
  }
  const chosen = await scene.chooseJudges(by, { as: 'by' });
  const own = chosen.judges.filter((one) => one.name === of || familyOf(one) === familyOf(author));
  const wanted = { of: author.name, reviewers: chosen.judges.map(({ name }) => name), entries };
  return {
    async prepare(player) {
      const { files, blobs } = await stagedMaterial(player, scene.material);
      return { options: { ...wanted, material: files }, blobs };
    },
    staff: chosen.staff,
    notes: own.map((one) => ownText(one, author)),
  };
}

function ownText({ name }: Contestant, author: Contestant): string {
  return name === author.name
    ? `${name} looks at its own work.`
    : `${name} is of the same maker as ${author.name}: it may be kind to it.`;
}
