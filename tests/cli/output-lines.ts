// Reads what --json printed, by its schema.
import { type OutputLine, outputSchema } from '../../src/domain/output.ts';

export function outputLines(stdout: string): OutputLine[] {
  return stdout
    .trim()
    .split('\n')
    .map((line) => outputSchema.parse(JSON.parse(line)));
}

export function ended(stdout: string) {
  return outputLines(stdout).filter((line) => line.type === 'attempt.ended');
}
