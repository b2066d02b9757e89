// Files of a suite: written where they were named, and read again as a baseline.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { comparedSuites } from '../../src/suite/compare-suites.ts';
import { writeSuiteFiles } from '../../src/suite/suite-files.ts';
import { toldSuite } from '../fixtures/told-suite.ts';
import { world } from '../setup/world.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'joust-suite-files-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('each kind lies where it was named', async () => {
  const told = { contest: '4k2', result: toldSuite({ capital: { ann: 'pf', bob: 'pe' } }) };
  const names = ['json', 'jsonl', 'csv', 'junit', 'markdown'] as const;
  const paths = Object.fromEntries(names.map((kind) => [kind, join(folder, `now.${kind}`)]));
  expect(await writeSuiteFiles(told, paths, world(folder))).toEqual(Object.values(paths));
  const [json, jsonl, csv, junit, markdown] = names.map((kind) => readFileSync(paths[kind] ?? '', 'utf8'));
  expect(JSON.parse(json ?? '')).toMatchObject({ contest: '4k2', result: told.result });
  expect(jsonl?.trim().split('\n')).toHaveLength(4);
  expect(csv?.trim().split('\r\n')).toHaveLength(5);
  expect(junit).toContain('tests="4" failures="1" errors="1" skipped="0"');
  expect(markdown).toContain('| capital | 1/2 | 1/1\\! |');
  await expect(writeSuiteFiles(told, { csv: join(folder, 'none/x.csv') }, world(folder))).rejects.toThrow(
    'x.csv',
  );
});

test('a report is a baseline; what is none says why', async () => {
  const suite = (marks: string) =>
    toldSuite(Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`task-${at}`, { ann: marks }])));
  const [now, base, other] = ['now.json', 'base.json', 'other.json'].map((name) => join(folder, name));
  await writeSuiteFiles({ contest: 'new', result: suite('ppp') }, { json: now }, world(folder));
  await writeSuiteFiles({ contest: 'old', result: suite('fff') }, { json: base }, world(folder));
  const { comparison } = await comparedSuites({ suite: now ?? '', base: base ?? '' }, world(folder));
  expect(comparison.contestants[0]?.difference?.told).toBe('better');
  expect(comparison.changed).toHaveLength(12);
  writeFileSync(other ?? '', '{"type":"vote"}');
  await expect(comparedSuites({ suite: now ?? '', base: other ?? '' }, world(folder))).rejects.toThrow(
    "isn't a report of a suite",
  );
});
