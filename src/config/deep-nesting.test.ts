// What is nested without end is refused in words, in every form that people write, and never ends joust.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readBriefFile } from './brief-file.ts';
import { readRubric } from './rubric-file.ts';
import { readSuiteFile } from './suite/suite-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'joust-deep-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const deep = 100_000;
const forms = {
  lists: `${'['.repeat(deep)}${']'.repeat(deep)}`,
  dashes: `${'- '.repeat(deep)}x`,
  maps: `${'{a: '.repeat(deep / 2)}${'}'.repeat(deep / 2)}`,
  'a rest that never comes': '['.repeat(deep),
};

it.each(Object.entries(forms))('YAML nested 100,000 deep: %s', (_, text) => {
  const why = 'it is nested too deeply to be read';
  expect(() => readRubric(text, 'r.yaml')).toThrow(why);
  expect(() => readBriefFile(text, 'brief.yaml', ['claude'])).toThrow(why);
  expect(() => readSuiteFile(text, join(folder, 'suite.yaml'), ['scripted'])).toThrow(why);
});

it('a rubric without end is refused before it is parsed', () => {
  expect(() => readRubric('['.repeat(300_000), 'r.yaml')).toThrow('the rubric r.yaml is longer than 256 KiB');
});
