// Prints what a contest came to. Its view is loaded then: measuring text costs more at start-up than all of the rest.
import type { FormatResult } from '../../formats/result.ts';
import type { Terminal } from './command.ts';

export async function writeResult(contest: string, result: FormatResult, stdout: Terminal): Promise<void> {
  const { resultText } = await import('../../app/result-text.ts');
  stdout.write(resultText(result, contest));
}
