// brief list: the folders with briefs on record.
import { z } from 'zod';
import { operation } from '../../operations/operation.ts';

const listed = z.strictObject({ folder: z.string(), contests: z.int(), lastAt: z.string() });

export const briefList = operation({
  name: 'brief list',
  summary: 'list the folders whose briefs were played, newest first',
  examples: ['joust brief list'],
  page: 'briefs',
  effect: 'read',
  path: '/briefs',
  input: z.strictObject({}),
  output: z.strictObject({ briefs: z.array(listed) }),
  async run(_input, { archive }) {
    const found = new Map<string, z.output<typeof listed>>();
    for (const { event, at } of await archive.contests({ format: 'brief', top: true })) {
      if (event.type !== 'contest.opened') continue;
      const { cwd } = event.task;
      const known = found.get(cwd) ?? { folder: cwd, contests: 0, lastAt: at };
      found.set(cwd, { ...known, contests: known.contests + 1 });
    }
    return { briefs: [...found.values()] };
  },
});
