// joust install-skill: shows what would change in another agent's files, asks, and does it.

import { exitCode, JoustError } from '../../../../domain/joust-error.ts';
import {
  applySkill,
  planSkill,
  type SkillPlan,
  skillAgents,
} from '../../../../operations/skill/install-skill.ts';
import { visible } from '../../../../views/visible.ts';
import { type CommandProgram, flag } from '../../grammar/command.ts';
import { confirm } from '../../screens/ask-gate.ts';

export const skillCommand: CommandProgram = async (input, cli) => {
  const [name = 'claude'] = input.words;
  const agent = skillAgents.find((one) => one === name);
  if (agent === undefined)
    throw new JoustError(`joust has no skill for "${name}"`, {
      code: 'usage',
      hint: `There is one for ${skillAgents.join(', ')}.`,
    });
  const remove = flag(input, 'remove');
  const plan = planSkill({ agent, project: flag(input, 'project'), remove }, cli.machine);
  const path = visible(plan.path);
  if (plan.before === plan.after) {
    cli.stderr.write(remove ? `Nothing of joust's is in ${path}.\n` : `${path} has it already.\n`);
    return exitCode.ok;
  }
  cli.stdout.write(difference(plan));
  if (!flag(input, 'yes') && !(await confirm(`Change ${path}?`, cli))) return exitCode.nothingUsable;
  applySkill(plan);
  const back = `joust install-skill ${agent}${flag(input, 'project') ? ' --project' : ''} --remove`;
  cli.stderr.write(remove ? `${path} is without it.\n` : `${path} is written. Take it back with: ${back}\n`);
  return exitCode.ok;
};

/** One piece is put in or taken out: the lines that differ, with one around them. */
function difference({ path, before = '', after = '' }: SkillPlan): string {
  const [old, now] = [before.split('\n'), after.split('\n')];
  const shorter = Math.min(old.length, now.length);
  let top = 0;
  while (top < shorter && old[top] === now[top]) top++;
  let end = 0;
  while (end < shorter - top && old.at(-1 - end) === now.at(-1 - end)) end++;
  const lines = [
    ...old.slice(Math.max(0, top - 1), top).map((line) => ` ${line}`),
    ...old.slice(top, old.length - end).map((line) => `-${line}`),
    ...now.slice(top, now.length - end).map((line) => `+${line}`),
    ...old.slice(old.length - end, old.length - end + 1).map((line) => ` ${line}`),
  ];
  return visible(`--- ${path}\n+++ ${path}\n${lines.join('\n')}\n`);
}
