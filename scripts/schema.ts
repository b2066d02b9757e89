// Writes the shipped JSON Schemas from zod: npm run schema. One line per file in the list below.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { wholeBriefSchema } from '../src/config/brief/brief-schema.ts';
import { configSchema } from '../src/config/schema.ts';
import { suiteSchema } from '../src/config/suite/suite-schema.ts';
import { outputSchemaWith } from '../src/domain/events/output.ts';
import { preferenceSchema } from '../src/domain/events/verdict.ts';
import { resultSchemas } from '../src/formats/all.ts';

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

export function schemaPath({ file }: Pick<SchemaFile, 'file'>): string {
  return fileURLToPath(new URL(`../${file}`, import.meta.url));
}

if (import.meta.main) {
  for (const entry of schemaFiles) {
    mkdirSync(dirname(schemaPath(entry)), { recursive: true });
    writeFileSync(schemaPath(entry), schemaText(entry));
    console.log(entry.file);
  }
  // Loaded here: whoever compares the schemas needs no server.
  const { openapiText } = await import('../src/surfaces/http/server.ts');
  const file = 'schema/openapi.json';
  writeFileSync(schemaPath({ file }), await openapiText());
  console.log(file);
}
