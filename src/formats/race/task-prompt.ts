// What a contestant of a race is told: the task, where it works, and how its work is measured.
import type { CheckSpec } from '../../domain/check-spec.ts';

export function taskPrompt(task: string, checks: readonly CheckSpec[]): string {
  const measured = checks.map(({ command }) => `\`${command}\``).join(', ');
  return [
    task.trim(),
    '',
    '---',
    'You work in a private checkout of the project: the current folder. Make the change here, on your own; nobody can be asked meanwhile.',
    'What lies in this folder when you end is your entry: new files count, ignored files do not. You need not commit.',
    ...(measured === ''
      ? []
      : [
          `Your entry is measured in a fresh checkout by: ${measured}. The project's own tests and settings are put back for that; tests you add are welcome. Small changes are better than large ones.`,
        ]),
    'End with a short summary of what you did. If you cannot go on without a person, end your last message with one line: BLOCKED: and the reason.',
  ].join('\n');
}
