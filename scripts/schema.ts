// Writes the shipped JSON Schemas from zod: npm run schema. One line per file in the list below.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { everyOperation } from '../src/all.ts';
import { wholeBriefSchema } from '../src/config/brief/brief-schema.ts';
import { configSchema } from '../src/config/schema.ts';
import { suiteSchema } from '../src/config/suite/suite-schema.ts';
import { outputSchemaWith } from '../src/domain/events/output.ts';
import { preferenceSchema } from '../src/domain/events/verdict.ts';
import { resultSchemas } from '../src/formats/all.ts';
import { type AnyOperation, isPlaying } from '../src/operations/operation.ts';

export interface SchemaFile {
  /** Relative to the repository. */
  readonly file: string;
  readonly title: string;
  readonly schema: z.ZodType;
}

export const schemaFiles: readonly SchemaFile[] = [
  { file: 'schema/config.schema.json', title: 'joust config.toml', schema: configSchema() },
  { file: 'schema/brief.schema.json', title: 'brief.yaml of a joust brief', schema: wholeBriefSchema },
  { file: 'schema/suite.schema.json', title: 'suite.yaml of a joust suite', schema: suiteSchema },
  {
    file: 'schema/output.schema.json',
    title: 'a line of joust --json',
    schema: outputSchemaWith(z.union(await resultSchemas())),
  },
  {
    file: 'schema/preference.schema.json',
    title: 'a line of joust preferences export',
    schema: preferenceSchema,
  },
];

/** The file's text: what is accepted, not what it becomes. */
export function schemaText({ schema, title }: Pick<SchemaFile, 'schema' | 'title'>): string {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return `${JSON.stringify({ $schema, title, ...rest }, null, 2)}\n`;
}

export const operationsSchema = 'schema/operations.schema.json';

/** One definition for each operation: its output with --json, over HTTP and in the library. */
export function operationsSchemaText(operations: readonly AnyOperation[]): string {
  const defined = operations.flatMap((one) =>
    isPlaying(one)
      ? []
      : [[one.name, { $id: `operations/${one.name.replaceAll(' ', '-')}`, ...outputSchema(one.output) }]],
  );
  const document = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'outputs of the operations of joust, by name',
    $defs: Object.fromEntries(defined),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** The output as programs read it. References inside it start at its own root. */
export function outputSchema(output: z.ZodType): object {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(output, { io: 'output', unrepresentable: 'any' });
  return schema;
}

export function schemaPath({ file }: Pick<SchemaFile, 'file'>): string {
  return fileURLToPath(new URL(`../${file}`, import.meta.url));
}

if (import.meta.main) {
  for (const entry of schemaFiles) {
    mkdirSync(dirname(schemaPath(entry)), { recursive: true });
    writeFileSync(schemaPath(entry), schemaText(entry));
    console.log(entry.file);
  }
  writeFileSync(schemaPath({ file: operationsSchema }), operationsSchemaText(await everyOperation()));
  console.log(operationsSchema);
  // Loaded here: whoever compares the schemas needs no server.
  const { openapiText } = await import('../src/surfaces/http/server.ts');
  const file = 'schema/openapi.json';
  writeFileSync(schemaPath({ file }), await openapiText());
  console.log(file);
}
