// Briefs: open tasks in folders, played and judged.
import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { readyBriefJudge, readyBriefPlay } from '../../../brief/play-brief.ts';
import { checkNamed } from '../../../play/callable-settings.ts';
import { checkTaskPath } from '../../../play/task/task-place.ts';
import { played } from '../played.ts';
import { toldSchema } from '../told-contest.ts';
import { asks, type Tool, tool } from '../tool.ts';

const folder = z
  .string()
  .refine(isAbsolute, 'the absolute path of the folder')
  .describe('absolute path of its folder');

export const briefTools: readonly Tool[] = [
  tool({
    name: 'brief_play',
    title: 'Play a brief',
    description:
      'Has the contestants of a brief do its task, each alone: whoever has not handed in yet, or all again.',
    input: z.strictObject({
      folder,
      contestants: z.array(z.string()).optional().describe('only these of its contestants'),
      again: z.boolean().optional(),
    }),
    output: toldSchema,
    annotations: asks,
    async run({ folder: where, contestants, again }, call) {
      const asked = {
        folder: where,
        program: call.program,
        ...(contestants !== undefined && { settings: { contestant: contestants } }),
        again,
      };
      return await played(await readyBriefPlay(asked, call.desk.place), call);
    },
  }),
  tool({
    name: 'brief_judge',
    title: 'Judge a brief',
    description: 'Has what was handed in for a brief judged blind, by its rubric.',
    input: z.strictObject({ folder, judges: z.array(z.string()).optional() }),
    output: toldSchema,
    annotations: asks,
    async run({ folder: where, judges }, call) {
      const { program } = call;
      const { place } = call.desk;
      checkTaskPath(where, { ...place, cwd: where, program });
      await checkNamed(judges ?? [], { ...program, machine: place.machine, cwd: where });
      const asked = { folder: where, program, judges };
      return await played(await readyBriefJudge(asked, call.desk.place), call);
    },
  }),
];
