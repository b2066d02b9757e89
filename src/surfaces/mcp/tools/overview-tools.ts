// Over all contests, and before one: who is how good, and who is there to play.
import { z } from 'zod';
import { examineNamed } from '../../../operations/doctor/examine.ts';
import { checkTaskPath } from '../../../play/task/task-place.ts';
import { visibleLine } from '../../../views/visible.ts';
import { reads, type Tool, tool } from '../tool.ts';

export const overviewTools: readonly Tool[] = [
  tool({
    name: 'doctor',
    title: 'Who can play',
    description:
      'Which agents are installed and logged in, and what keeps the others from playing. Asks no model.',
    input: z.strictObject({
      agents: z.array(z.string()).optional().describe('only these'),
      cwd: z.string().optional().describe("absolute path: the folder whose project's config counts"),
    }),
    output: z.object({
      joust: z.string(),
      agents: z.array(
        z.object({
          contestant: z.string(),
          agent: z.string(),
          family: z.string(),
          usable: z.boolean(),
          version: z.string().optional(),
          login: z.string(),
          problem: z.string().optional(),
          hint: z.string().optional(),
        }),
      ),
    }),
    annotations: reads,
    async run({ agents: named = [], cwd }, { desk, program }) {
      if (cwd !== undefined) checkTaskPath(cwd, { ...desk.place, cwd, program });
      const where = { ...desk.place, cwd };
      const { joust, agents } = (await examineNamed(named, where)).findings;
      const told = agents.map(({ contestant, agent, family, version, login, problem }) => ({
        contestant,
        agent,
        family,
        usable: problem === undefined,
        login: login.state,
        version,
        ...(problem !== undefined && { problem: problem.reason, hint: problem.hint }),
      }));
      const lines = told.map(
        ({ contestant, problem = 'can play' }) => `${contestant}: ${visibleLine(problem)}`,
      );
      return { structured: { joust, agents: told }, text: lines.join('\n') };
    },
  }),
];
