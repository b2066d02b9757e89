// What may be said of a review, what goes on record of it, and the change it is of.

import { z } from 'zod';
import { needSandbox } from '../../contest/workspace/confine.ts';
import { stageChange } from '../../contest/workspace/seal-entry.ts';
import { type Base, baseSchema, blobRefSchema } from '../../domain/change.ts';
import { plural } from '../../domain/figures.ts';
import { blame } from '../../domain/joust-error.ts';
import { textRule } from '../../domain/settings/rule.ts';
import { setting } from '../../domain/settings/setting.ts';
import { openRepository } from '../../workspace/base/repository.ts';
import { takeChange } from '../../workspace/base/take-change.ts';
import type { SetUp } from '../format.ts';
import type { Scene } from '../scene.ts';
import { requirementsIn, severities } from './finding.ts';

export const request = z.strictObject({
  target: setting(textRule, {
    value: 'CHANGE',
    help: 'a commit, a range (main..topic), a branch or a patch file (default: uncommitted work, else your branch, else HEAD)',
    flag: false,
  }),
  staged: setting({ type: 'switch' }, { often: true, help: 'only what is staged' }),
  base: setting(textRule, {
    often: true,
    value: 'REF',
    help: 'compare CHANGE, or HEAD without it, with this branch or commit (default: the default branch)',
  }),
  spec: setting(
    { type: 'content' },
    {
      often: true,
      value: 'FILE',
      help: 'requirements, one for each item or paragraph: each reviewer says of every one whether the change meets it',
      complete: 'file',
    },
  ),
  focus: setting(textRule, { often: true, value: 'TEXT', help: 'what to look at above all' }),
  failOn: setting(
    { type: 'word', words: severities },
    {
      value: 'SEVERITY',
      help: 'exit 4 if a confirmed finding, or one no other reviewer looked at, is at least this severe: critical, high, medium or low (default: never)',
    },
  ),
  judge: setting(textRule, {
    short: 'j',
    value: 'NAME',
    help: 'who says which findings mean the same, or none (default: one of a family that does not review)',
    complete: 'contestant',
  }),
  sandbox: setting(
    { type: 'word', words: ['none', 'os', 'container'] },
    { value: 'KIND', help: 'what reviewers run in: none, os or container (default none)', builtIn: 'none' },
  ),
});
type Request = z.output<typeof request>;

export const options = z.strictObject({
  title: z.string(),
  base: baseSchema,
  patch: blobRefSchema,
  files: z.int(),
  added: z.int(),
  removed: z.int(),
  requirements: z.array(z.strictObject({ id: z.string(), text: z.string() })),
  failOn: z.enum(severities).nullable(),
  /** Who puts findings together; null: only what stands at the same place in the same words. */
  judge: z.string().nullable(),
  sandbox: z.enum(['none', 'os', 'container']),
});
export type ReviewOptions = z.output<typeof options>;

export async function setUp(said: Request, scene: Scene): Promise<SetUp> {
  const { judge, ...served } = await judgeOf(said, scene);
  if (said.target !== undefined) scene.checkFile(said.target, 'target');
  return {
    ...served,
    prompt: `Review the change.${said.focus === undefined ? '' : ` Look above all at: ${said.focus}`}`,
    async prepare(player, { cwd, away }) {
      if (away !== true) await needSandbox(player, said.sandbox);
      const repository = await openRepository(cwd, player.machine.home);
      const asked = { target: said.target, staged: said.staged, base: said.base, cwd };
      const taken = await takeChange(repository, asked, {
        home: player.home,
        nonce: player.machine.random(12),
      }).catch(blame(said.target === undefined && said.base !== undefined ? 'base' : 'target'));
      const kept = await stageChange(player.ledger, taken.uncommitted);
      const patch = await player.ledger.stage(taken.patch);
      const base: Base = { ...taken.base, change: taken.uncommitted.length > 0 ? kept.change : undefined };
      const count = (field: 'added' | 'removed') =>
        taken.change.reduce((sum, file) => sum + (file[field] ?? 0), 0);
      const made: ReviewOptions = {
        title: taken.title,
        base,
        patch: patch.ref,
        files: taken.change.length,
        added: count('added'),
        removed: count('removed'),
        requirements: said.spec === undefined ? [] : [...requirementsIn(said.spec)],
        failOn: said.failOn ?? null,
        judge,
        sandbox: said.sandbox,
      };
      player.observe({
        type: 'note',
        text: `Reviewed: ${made.title}, ${plural(made.files, 'file')}, +${made.added} -${made.removed}.`,
      });
      return { options: made, blobs: [...kept.blobs, patch] };
    },
  };
}

async function judgeOf(
  { judge: said }: Request,
  scene: Scene,
): Promise<Pick<SetUp, 'staff' | 'notes'> & { judge: string | null }> {
  // One alone has nobody to say the same.
  if (said === 'none' || scene.roster.length === 1) return { judge: null };
  if (said !== undefined) {
    const { name, staff, notes } = scene.serving(said, 'judge');
    return { judge: name, staff, notes };
  }
  const { judges, staff, note } = await scene.chooseJudges([]);
  const [first] = judges;
  if (first === undefined) return { judge: null };
  return { judge: first.name, staff: staff.filter(({ name }) => name === first.name), notes: [note] };
}
