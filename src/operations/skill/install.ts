// install-skill: tells another agent about joust, in that agent's own files.
import { z } from 'zod';
import { setting } from '../../domain/settings/setting.ts';
import { code, note } from '../../views/document.ts';
import { operation } from '../operation.ts';
import { applySkill, planSkill, type SkillPlan, skillAgents } from './install-skill.ts';

export const installSkill = operation({
  name: 'install-skill',
  group: 'setup',
  summary: 'tell another agent about joust: a skill for claude, the MCP server for the others',
  details:
    "Shows what would change in that agent's files and asks. It never overwrites what joust did not write. Removing it restores the files to the byte.",
  examples: ['joust install-skill', 'joust install-skill codex --remove'],
  page: 'skill',
  effect: 'change',
  words: ['agent'],
  input: z.strictObject({
    agent: setting({ type: 'word', words: skillAgents }, { help: 'the agent to tell', builtIn: 'claude' }),
    project: setting(
      { type: 'switch' },
      { help: 'for this folder only, instead of your home', builtIn: false },
    ),
    remove: setting({ type: 'switch' }, { help: 'take it out again', builtIn: false }),
  }),
  output: z.object({
    agent: z.enum(skillAgents),
    path: z.string(),
    project: z.boolean(),
    remove: z.boolean(),
    changes: z.boolean().describe('false: the file is already as it should be'),
    difference: z.array(z.string()).readonly().describe('the lines that change, with one around them'),
  }),
  async prepare({ agent, project, remove }, { machine, home }) {
    const plan = planSkill({ agent, project, remove }, machine);
    const { path, before, after } = plan;
    const changes = before !== after;
    const would = { agent, path, project, remove, changes, difference: changes ? difference(plan) : [] };
    return {
      would,
      question: changes ? `Change ${path}?` : undefined,
      async go() {
        applySkill(plan, home);
        return would;
      },
    };
  },
  document({ agent, path, project, remove, changes, difference }, done) {
    if (!changes) return [note(remove ? `Nothing of joust's is in ${path}.` : `${path} has it already.`)];
    if (!done) return [code(...difference)];
    if (remove) return [note(`${path} is without it.`)];
    const back = `joust install-skill ${agent}${project ? ' --project' : ''} --remove`;
    return [note(`${path} is written. Take it back with: ${back}`)];
  },
});

/** One piece is put in or taken out. */
function difference({ path, before = '', after = '' }: SkillPlan): readonly string[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  const shorter = Math.min(old.length, now.length);
  let top = 0;
  while (top < shorter && old[top] === now[top]) top++;
  let end = 0;
  while (end < shorter - top && old.at(-1 - end) === now.at(-1 - end)) end++;
  return [
    `--- ${path}`,
    `+++ ${path}`,
    ...old.slice(Math.max(0, top - 1), top).map((line) => ` ${line}`),
    ...old.slice(top, old.length - end).map((line) => `-${line}`),
    ...now.slice(top, now.length - end).map((line) => `+${line}`),
    ...old.slice(old.length - end, old.length - end + 1).map((line) => ` ${line}`),
  ];
}
