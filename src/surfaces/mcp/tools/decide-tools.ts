// What is decided about a contest: the better of two answers without names, a winner by somebody's word, an entry into files and back.
import { z } from 'zod';
import { changedFile } from '../../../domain/changed-file.ts';
import { JoustError } from '../../../domain/joust-error.ts';
import { openApplyContext } from '../../../operations/apply/applications.ts';
import { prepareApply } from '../../../operations/apply/apply.ts';
import { undoApply } from '../../../operations/apply/undo.ts';
import { type Call, destroys, type Tool, tool } from '../tool.ts';

const id = z.string().describe('the id of the contest, a unique beginning of it, or @last');
const _writesDecision = { readOnlyHint: false, destructiveHint: false, openWorldHint: false } as const;

const applied = z.object({
  id: z.string(),
  contestant: z.string(),
  folder: z.string(),
  state: z.enum(['new', 'begun', 'there']).describe('`there`: it was applied already'),
  files: z.array(z.looseObject({})).describe('what changes, with added and removed lines'),
  notes: z.array(z.string()),
  applied: z.boolean(),
  merged: z.array(z.string()).optional(),
  commit: z.string().optional(),
  branch: z.string().optional(),
});

export const decideTools: readonly Tool[] = [
  tool({
    name: 'contest_apply',
    title: 'Apply an entry',
    description: "Writes an entry of a race into the user's files, as a commit, or on a branch.",
    input: z.strictObject({
      id,
      contestant: z.string().optional().describe("another's entry than the winner's"),
      how: z
        .enum(['tree', 'commit', 'branch'])
        .optional()
        .describe('into the working tree where nothing is said'),
      branch: z.string().optional().describe('with branch: its name'),
      message: z.string().trim().min(1).optional().describe('of the commit'),
      look: z.boolean().optional().describe('only say what would be done'),
    }),
    output: applied,
    annotations: destroys,
    async run(asked, call) {
      return await appliedBy(asked, call);
    },
  }),
  tool({
    name: 'contest_undo',
    title: 'Take an applied entry back',
    description: 'Takes the last application of a contest back exactly, or touches nothing.',
    input: z.strictObject({ id }),
    output: z.object({ id: z.string(), contestant: z.string(), folder: z.string(), files: z.int() }),
    annotations: destroys,
    async run({ id: name }, { desk: { archive, place }, program }) {
      const found = await archive().find(name);
      await using context = openApplyContext(place.home, place.machine);
      const { contestant, folder, change } = await undoApply(context, found, program);
      const structured = { id: found, contestant, folder, files: change.files.length };
      return { structured, text: `The entry of ${contestant} is taken back: ${structured.files} files.` };
    },
  }),
];

interface ApplyAsked {
  readonly id: string;
  readonly contestant?: string | undefined;
  readonly how?: 'tree' | 'commit' | 'branch' | undefined;
  readonly branch?: string | undefined;
  readonly message?: string | undefined;
  readonly look?: boolean | undefined;
}

async function appliedBy(asked: ApplyAsked, { desk: { archive, place }, program }: Call) {
  const found = await archive().find(asked.id);
  await using context = openApplyContext(place.home, place.machine);
  const as = asked.contestant === undefined ? {} : { as: asked.contestant };
  const ready = await prepareApply(context, { contest: found, program, ...as, ...howOf(asked) });
  if (ready === undefined)
    throw new JoustError(`contest ${found} has no winner`, {
      code: 'none-usable',
      hint: `A person can apply an entry: joust apply ${found} --as NAME`,
    });
  const { contestant, folder, state, notes, change } = ready;
  const files = change.files.map(changedFile);
  const told = { id: found, contestant, folder, state, notes, files };
  const paths = change.files.map(({ path }) => path).join(', ');
  if (asked.look === true || state === 'there')
    return {
      structured: { ...told, applied: state === 'there' },
      text: `The entry of ${contestant} ${state === 'there' ? 'is applied already' : 'would change'}: ${paths}`,
    };
  const { merged, commit, branch } = await ready.apply();
  const more = { ...(merged && { merged }), ...(commit && { commit }), ...(branch && { branch }) };
  return {
    structured: { ...told, applied: true, ...more },
    text: `The entry of ${contestant} is applied: ${paths}. contest_undo takes it back.`,
  };
}

function howOf({ how = 'tree', branch, message }: ApplyAsked) {
  if (how === 'tree') return { how } as const;
  const words = message === undefined ? {} : { message };
  if (how === 'commit') return { how, ...words } as const;
  if (branch === undefined) throw new JoustError('branch needs a name', { code: 'usage' });
  return { how, branch, ...words } as const;
}
