// The shipped JSON Schemas are up to date, and say something about every key.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { referencePath, withReference } from '../../scripts/config-reference.ts';
import { pageNames, pagePath, pageText } from '../../scripts/reference.ts';
import {
  operationsSchema,
  operationsSchemaText,
  schemaFiles,
  schemaPath,
  schemaText,
} from '../../scripts/schema.ts';
import { operationsPath, operationsText, settingsPath, settingsText } from '../../scripts/settings.ts';
import { settingKeysOf } from '../../tests/fixtures/json-schema.ts';
import { everyOperation } from '../all.ts';
import { knownKeys } from './schema.ts';

describe.each(schemaFiles.map((entry) => [entry.file, entry] as const))('%s', (_, entry) => {
  it('is what zod says (npm run schema)', () => {
    expect(readFileSync(schemaPath(entry), 'utf8')).toBe(schemaText(entry));
  });
});

it('the table of settings is what the formats say (npm run schema)', async () => {
  expect(readFileSync(settingsPath, 'utf8')).toBe(await settingsText());
  expect(readFileSync(operationsPath, 'utf8')).toBe(await operationsText());
});

it('the reference of all keys is what the schema says (npm run schema)', () => {
  const page = readFileSync(referencePath, 'utf8');
  expect(withReference(page)).toBe(page);
});

it.each(pageNames)('the reference of %s is what the descriptions say (npm run schema)', async (name) => {
  expect(readFileSync(pagePath(name), 'utf8')).toBe(await pageText(name));
});

it('the outputs of operations are what their schemas say (npm run schema)', async () => {
  const text = operationsSchemaText(await everyOperation());
  expect(readFileSync(schemaPath({ file: operationsSchema }), 'utf8')).toBe(text);
});

it('every output of an operation is described', async () => {
  const { $defs } = JSON.parse(operationsSchemaText(await everyOperation()));
  const bare = Object.entries<object>($defs).filter(([, schema]) => Object.keys(schema).length < 2);
  expect(bare.map(([name]) => name)).toEqual([]);
});

it('every key of the config is described', () => {
  const [config] = schemaFiles;
  if (config === undefined) throw new Error('no schema');
  const keys = settingKeysOf(JSON.parse(schemaText(config)));
  expect(keys.length).toBeGreaterThan(40);
  expect(keys.filter(({ described }) => !described)).toEqual([]);
});

it('keys are known by their place', () => {
  expect(knownKeys([])).toContain('timeout');
  expect(knownKeys(['agents', 'any'])).toContain('base_url');
  expect(knownKeys(['agents'])).toBeUndefined();
  expect(knownKeys(['constructor'])).toBeUndefined();
  expect(knownKeys(['num', 'x'])).toBeUndefined();
});
