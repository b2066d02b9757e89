// Reads what --json printed, by its schema, results included.
import { z } from 'zod';
import { outputSchemaWith } from '../../src/domain/events/output.ts';
import { type AnyResult, resultSchemas } from '../../src/formats/all.ts';

const lineSchema = outputSchemaWith<z.ZodType<AnyResult>>(z.union(await resultSchemas()));

export function outputLines(stdout: string) {
  return stdout
    .trim()
    .split('\n')
    .map((line) => lineSchema.parse(JSON.parse(line)));
}

export function ended(stdout: string) {
  return outputLines(stdout).filter((line) => line.type === 'attempt.ended');
}
