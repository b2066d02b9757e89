// Reads what --json printed, by its schema, results included.
import { outputSchemaWith } from '../../src/domain/output.ts';
import { resultSchema } from '../../src/formats/result.ts';

const lineSchema = outputSchemaWith(resultSchema);

export function outputLines(stdout: string) {
  return stdout
    .trim()
    .split('\n')
    .map((line) => lineSchema.parse(JSON.parse(line)));
}

export function ended(stdout: string) {
  return outputLines(stdout).filter((line) => line.type === 'attempt.ended');
}
