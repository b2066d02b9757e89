// joust brief new: makes the folder of an open task.
import { newBrief } from '../../../../app/brief/new-brief.ts';
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
