// joust brief new, add and lint: the folder of an open task, before anybody plays.
import { resolve } from 'node:path';
import { addContestant } from '../../../../brief/add-contestant.ts';
import { lintBrief } from '../../../../brief/lint-brief.ts';
import { newBrief } from '../../../../brief/new-brief.ts';
import { exitCode } from '../../../../domain/joust-error.ts';
import { safeJson, visible } from '../../../../views/visible.ts';
import { type CommandProgram, flag, text, texts } from '../../grammar/command.ts';

export const newCommand: CommandProgram = async (input, { machine, stdout, stderr }) => {
  const [name = ''] = input.words;
  const made = await newBrief(
    { name, template: text(input, 'template') ?? 'hello', contestants: texts(input, 'contestant') },
    machine,
  );
  for (const note of made.notes) stderr.write(`${visible(note)}\n`);
  if (flag(input, 'json')) {
    stdout.write(`${safeJson({ v: 1, ...made })}\n`);
    return exitCode.ok;
  }
  const { folder, contestants } = made;
  stdout.write(
    `${folder}/ is made: ${contestants.map(visible).join(', ')} would play.\n` +
      'Write the task into BRIEF.md and how it is scored into JUDGE_BRIEF.md; put what they need into raw/.\n',
  );
  return exitCode.ok;
};

export const addCommand: CommandProgram = async (
  { words: [spec = '', folder = '.'] },
  { machine, stderr },
) => {
  const name = await addContestant(resolve(machine.cwd, folder), spec, machine);
  stderr.write(`${visible(name)} stands in brief.yaml now.\n`);
  return exitCode.ok;
};

export const lintCommand: CommandProgram = async (input, { machine, stdout, stderr }) => {
  const [folder = '.'] = input.words;
  const findings = await lintBrief(resolve(machine.cwd, folder), machine);
  const problems = findings.filter(({ kind }) => kind === 'problem');
  if (flag(input, 'json')) stdout.write(`${safeJson({ v: 1, findings })}\n`);
  else
    for (const { file, line, kind, text } of findings)
      stdout.write(`${file}:${line}: ${kind === 'warning' ? 'warning: ' : ''}${visible(text)}\n`);
  if (findings.length === 0) stderr.write('Nothing found.\n');
  return problems.length === 0 ? exitCode.ok : exitCode.nothingUsable;
};
