// An entry into the user's files, a commit or a branch, and back.
import { z } from 'zod';
import { changedFile } from '../../../domain/changed-file.ts';
import { JoustError } from '../../../domain/joust-error.ts';
import { openApplyContext } from '../../../operations/apply/applications.ts';
import { prepareApply } from '../../../operations/apply/apply.ts';
import { undoApply } from '../../../operations/apply/undo.ts';
import { type Route, route, withoutUndefined } from '../route.ts';
import { contestAt } from './contest-routes.ts';

const appliedSchema = z.object({
  id: z.string(),
  contestant: z.string(),
  folder: z.string(),
  state: z.enum(['new', 'begun', 'there']).describe('`there`: it is applied already'),
  files: z.array(z.looseObject({})).describe('what changes, with added and removed lines'),
  notes: z.array(z.string()),
  applied: z.boolean(),
  merged: z.array(z.string()).optional(),
  commit: z.string().optional(),
  branch: z.string().optional(),
});

const message = z.string().trim().min(1).optional();
const applyBody = z
  .object({
    as: z.string().optional().describe("another contestant's entry than the winner's"),
    look: z.boolean().optional().describe('only say what would be done'),
  })
  .and(
    z.discriminatedUnion('how', [
      z.object({ how: z.literal('tree') }),
      z.object({ how: z.literal('commit'), message }),
      z.object({ how: z.literal('branch'), branch: z.string(), message }),
    ]),
  );

export const applyRoutes: readonly Route[] = [
  route({
    method: 'post',
    path: '/contests/:id/apply',
    summary:
      "Write an entry into the user's files, as a commit or on a branch; or only say what that would do",
    body: applyBody,
    answer: appliedSchema,
    async run({ params, body: { look = false, ...request } }, desk) {
      const { id } = await contestAt(desk, params);
      await using context = openApplyContext(desk.place.home, desk.place.machine);
      const ready = await prepareApply(context, { ...withoutUndefined(request), contest: id });
      if (ready === undefined)
        throw new JoustError(`contest ${id} has no winner`, {
          code: 'none-usable',
          hint: 'Say whose entry is meant, as `as`.',
        });
      const { contestant, folder, state, notes, change } = ready;
      const told = { id, contestant, folder, state, notes, files: change.files.map(changedFile) };
      if (look || state === 'there') return { ...told, applied: state === 'there' };
      const { merged, commit, branch } = await ready.apply();
      return { ...told, applied: true, ...withoutUndefined({ merged, commit, branch }) };
    },
  }),
  route({
    method: 'post',
    path: '/contests/:id/undo',
    summary: 'Take the last application back exactly, or touch nothing',
    body: z.strictObject({}),
    answer: z.object({ id: z.string(), contestant: z.string(), folder: z.string(), files: z.int() }),
    async run({ params }, desk) {
      const { id } = await contestAt(desk, params);
      await using context = openApplyContext(desk.place.home, desk.place.machine);
      const { contestant, folder, change } = await undoApply(context, id);
      return { id, contestant, folder, files: change.files.length };
    },
  }),
];
