// Asks before something is done that cannot be undone; where nobody can be asked, --yes has to be said.
import { createInterface } from 'node:readline/promises';
import { JoustError } from '../../../domain/joust-error.ts';
import type { CliWorld } from '../grammar/command.ts';

export async function confirm(question: string, { stdin, stderr }: CliWorld): Promise<boolean> {
  if (!stdin.isTty || !stderr.isTty) {
    throw new JoustError('this cannot be undone, and there is no terminal to ask on', {
      code: 'usage',
      hint: 'Add --yes to do it without being asked.',
    });
  }
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const left = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
    const answer = await Promise.race([lines.question(`${question} [y/N] `), left]);
    return /^y(?:es)?$/i.test(answer.trim());
  } finally {
    lines.close();
  }
}
