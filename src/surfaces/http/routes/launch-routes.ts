// Before a contest: who is there to play, in which folder, and a demo for whoever has nothing on record.
import { z } from 'zod';
import { startDemo } from '../../../operations/demo/demo-contests.ts';
import { checkNamed, examineNamed } from '../../../operations/doctor/examine.ts';
import { agentPast, agentPastSchema } from '../../../operations/overview/agent-past.ts';
import { foldersBelow, foldersSchema, recentFolders } from '../../../operations/overview/known-folders.ts';
import { listed, type Route, route } from '../route.ts';

const findings = z.looseObject({
  agents: z.array(z.looseObject({ past: agentPastSchema.optional() })),
});

export const launchRoutes: readonly Route[] = [
  route({
    method: 'get',
    path: '/agents',
    summary:
      'What is installed and logged in, what each can be held to, how it did of late, and what to do about the rest',
    query: z.strictObject({
      name: listed.optional().describe('only these'),
      cwd: z.string().optional().describe("the folder whose project's config counts"),
    }),
    answer: findings,
    async run({ query: { name = [], cwd } }, { archive, place }) {
      const found = await examineNamed(name, { ...place, cwd });
      const ends = await archive.recentEnds();
      const agents = found.findings.agents.map((exam) => {
        const who = found.roster.find((one) => one.name === exam.contestant);
        const past = who === undefined ? undefined : agentPast(ends, who);
        return { ...exam, past };
      });
      return { ...found.findings, agents, notices: found.loaded.notices };
    },
  }),
  route({
    method: 'post',
    path: '/agents/:name/check',
    summary: 'Send one agent a one-word prompt and say what became of it; that may cost a little',
    body: z.strictObject({ cwd: z.string().optional() }),
    answer: z.looseObject({ agents: z.array(z.looseObject({})) }),
    async run({ params, body: { cwd }, signal }, { place }) {
      const asked = { ...place, signal, cwd };
      return (await checkNamed([params['name'] ?? ''], asked)).findings;
    },
  }),
  route({
    method: 'get',
    path: '/folders',
    summary:
      'Folders to start in: those on record and where the server was started; or with a path, what lies below it',
    query: z.strictObject({ path: z.string().optional() }),
    answer: foldersSchema,
    run: async ({ query: { path } }, { archive, place }) => ({
      recent: path === undefined ? await recentFolders(archive) : undefined,
      here: foldersBelow(path ?? place.machine.cwd),
    }),
  }),
  route({
    method: 'post',
    path: '/demo',
    summary: 'Start the demo: a question and a race, played by simulated agents',
    body: z.strictObject({}),
    answer: z.object({ contests: z.array(z.string()), leftOut: z.string().optional() }),
    status: 201,
    run: async (_input, { place, signal }) => await startDemo({ ...place, signal }),
  }),
];
