// What goes on record of a brief when it is played: the files that are handed out, what each contestant goes on from, and
// who is carried over. src/brief makes the plan; contestants are never told of each other.
import { z } from 'zod';
import { blobRefSchema } from '../../domain/change.ts';
import { contestantSchema } from '../../domain/contestant.ts';
import { textRule } from '../../domain/settings/rule.ts';
import { setting } from '../../domain/settings/setting.ts';

export const request = z.strictObject({
  plan: setting(textRule, { help: 'what is played, as JSON; joust brief writes it', flag: false }),
  sandbox: setting(
    { type: 'word', words: ['none', 'os', 'container'] },
    {
      value: 'KIND',
      help: 'what contestants work in: none, os or container (default none)',
      builtIn: 'none',
    },
  ),
  yolo: setting({ type: 'switch' }, { help: 'contestants may do anything in their folder' }),
  maxDisk: setting(
    { type: 'size' },
    { value: 'SIZE', help: 'most that one folder may hold on disk (default 2GB)', builtIn: '2GB' },
  ),
});
export type BriefRequest = z.output<typeof request>;

const file = z.strictObject({
  path: z.string().min(1),
  mode: z.enum(['100644', '100755']),
  content: blobRefSchema,
});
/** A file on record. */
export type KeptFile = z.output<typeof file>;

/** Whose work stands in the field though it does not play this time. */
const carried = z.strictObject({
  /** Who it is; nothing of how it was run. */
  contestant: contestantSchema.pick({ name: true, agent: true, model: true, effort: true }),
  /** The round it is from. */
  round: z.int().positive(),
  files: z.array(file),
  /** Taken from the work folder as somebody left it there. */
  byHand: z.boolean(),
});

const containerLimits = z.strictObject({
  profile: z.enum(['auto', 'large', 'medium', 'small']).optional(),
  /** In bytes. */
  memory: z.number().optional(),
  cpus: z.number().optional(),
  pids: z.int().optional(),
});

const planned = {
  brief: z.string().min(1),
  template: z.string().nullable(),
  step: z.enum(['play', 'refine', 'merge', 'reseal']),
  round: z.int().positive(),
  /** Below out/. */
  required: z.array(z.string().min(1)),
  /** What each goes on from, by name. */
  own: z.record(z.string(), z.array(file)),
  carried: z.array(carried),
  feedback: z.strictObject({
    /** null: there is none. */
    shared: z.string().nullable(),
    personal: z.record(z.string(), z.string()),
  }),
  /** Limits of the container, by contestant; absent: those of all. */
  resources: z.record(z.string(), containerLimits).default({}),
  merge: z.strictObject({ base: z.string(), from: z.array(z.string()), sources: z.array(file) }).nullable(),
};

export const plan = z.strictObject(planned);
export type BriefPlan = z.output<typeof plan>;

export const options = z.strictObject({
  ...planned,
  /** Handed out to be read. */
  given: z.array(file),
  sandbox: z.enum(['none', 'os', 'container']),
  maxDiskBytes: z.number(),
  /** The template, for leaderboards. */
  tag: z.string().nullable(),
});
export type BriefOptions = z.output<typeof options>;
