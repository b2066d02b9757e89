// Briefs: those that were played, one with its rounds, and the contests it is made of.
import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { briefAnswer } from '../../../brief/brief-answer.ts';
import { readyBriefConsult, readyBriefMerge } from '../../../brief/merge-and-consult.ts';
import { readyBriefJudge, readyBriefPlay, readyBriefRefine } from '../../../brief/play-brief.ts';
import { diffRounds } from '../../../brief/upkeep/diff-rounds.ts';
import type { ReadyContest } from '../../../play/ready.ts';
import { type Desk, listed, type Route, route, whole, withoutUndefined } from '../route.ts';
import { startedSchema, startShape } from './operation-routes.ts';
import { started } from './play-routes.ts';

const folder = z.string().refine(isAbsolute, 'the absolute path of the folder');
const loose = z.looseObject({});
const names = z.array(z.string()).optional();
const shape = { folder, ...startShape };

const summaries = {
  play: 'Play a brief: whoever has not handed in yet, or all again',
  refine: 'Another round of a brief, with feedback',
  judge: 'Have a brief judged blind',
  merge: 'Make one entry of several',
  consult: 'Ask reviewers about one entry',
} as const;

export const briefRoutes: readonly Route[] = [
  route({
    method: 'get',
    path: '/briefs',
    summary: 'The folders in which briefs were played, the last one first',
    answer: z.object({
      briefs: z.array(z.object({ folder: z.string(), contests: z.int(), lastAt: z.string() })),
    }),
    async run(_input, { archive }) {
      const found = new Map<string, { folder: string; contests: number; lastAt: string }>();
      for (const { event, at } of await archive.contests({ format: 'brief', top: true })) {
        if (event.type !== 'contest.opened') continue;
        const { cwd } = event.task;
        const known = found.get(cwd) ?? { folder: cwd, contests: 0, lastAt: at };
        found.set(cwd, { ...known, contests: known.contests + 1 });
      }
      return { briefs: [...found.values()] };
    },
  }),
  route({
    method: 'get',
    path: '/brief',
    summary: 'A brief: what it says, its rounds, contests and judgings, and what everybody was scored',
    query: z.strictObject({ folder }),
    answer: z.looseObject({
      contests: z.array(loose),
      report: loose.describe('rows with scores by dimension, what each judge gave, where they diverge'),
    }),
    run: async ({ query }, { place }) => await briefAnswer(query.folder, place),
  }),
  route({
    method: 'get',
    path: '/brief/diff',
    summary: "What everybody's work became between two rounds",
    query: z.strictObject({
      folder,
      from: whole.describe('0: before anybody began, so that all of the work is new'),
      to: whole,
      name: listed.optional(),
    }),
    answer: z.object({ from: z.int(), to: z.int(), contestants: z.array(loose) }),
    run: async ({ query: { name = [], ...asked } }, { place }) =>
      await diffRounds({ ...asked, names: name }, place),
  }),
  starting('play', z.strictObject({ ...shape, again: z.boolean().optional() }), readyBriefPlay),
  starting(
    'refine',
    z.strictObject({
      ...shape,
      feedback: z.string().optional().describe('for everybody, in the place of FEEDBACK.md'),
      personal: z
        .record(
          z.string(),
          z.strictObject({
            text: z.string().optional(),
            comments: z
              .array(z.strictObject({ file: z.string(), line: z.int().positive(), text: z.string() }))
              .optional(),
          }),
        )
        .optional()
        .describe('by contestant; comments are on lines of its work'),
    }),
    readyBriefRefine,
  ),
  starting(
    'judge',
    z.strictObject({
      ...shape,
      judges: names,
      oneAtATime: z.boolean().optional(),
      even: z.boolean().optional().describe("Markdown is evened out in judges' copies"),
    }),
    readyBriefJudge,
  ),
  starting(
    'merge',
    z.strictObject({ ...shape, by: z.string().optional(), base: z.string().optional(), from: names }),
    readyBriefMerge,
  ),
  starting(
    'consult',
    z.strictObject({ ...shape, of: z.string().optional(), by: names }),
    async (asked, place) => (await readyBriefConsult(asked, place)).ready,
  ),
];

type Asked<Body extends z.ZodObject> = ReturnType<typeof withoutUndefined<z.output<Body>>>;

/** A contest of a brief, left to a player of its own. */
function starting<Body extends z.ZodObject>(
  action: keyof typeof summaries,
  body: Body,
  ready: (asked: Asked<Body>, place: Desk['place']) => Promise<ReadyContest>,
): Route {
  return route<z.ZodObject, Body>({
    method: 'post',
    path: `/brief/${action}`,
    summary: summaries[action],
    body,
    answer: startedSchema,
    status: 201,
    run: async ({ body: asked }, desk) =>
      await started(await ready(withoutUndefined(asked), desk.place), desk),
  });
}
