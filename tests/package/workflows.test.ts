// The definitions for GitHub, as far as they can be checked without it: keys it knows, commands and options that exist, and no words
// of others in a script.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { parseLine } from '../../src/surfaces/cli/grammar/arguments.ts';
import { commands } from '../../src/surfaces/cli/grammar/commands.ts';
import { root } from '../setup/project.ts';

type Table = Readonly<Record<string, unknown>>;
interface Step extends Table {
  readonly run?: string;
}

const known = {
  workflow: ['name', 'on', 'permissions', 'jobs', 'env', 'concurrency', 'defaults'],
  job: ['name', 'if', 'needs', 'runs-on', 'strategy', 'steps', 'timeout-minutes', 'permissions', 'env'],
  step: ['id', 'if', 'name', 'uses', 'run', 'shell', 'with', 'env', 'working-directory', 'timeout-minutes'],
  action: ['name', 'description', 'author', 'branding', 'inputs', 'outputs', 'runs'],
};

const read = (path: string) => parse(readFileSync(join(root, path), 'utf8')) as Table;
const unknownIn = (table: Table, keys: readonly string[]) =>
  Object.keys(table).filter((key) => !keys.includes(key));
const scripts = (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Table }).scripts;

describe.each(['.github/workflows/ci.yml', 'examples/ci/review.yml'])('%s', (path) => {
  it('is a workflow with known keys and commands that exist', () => {
    const workflow = read(path);
    expect(unknownIn(workflow, known.workflow)).toEqual([]);
    for (const job of Object.values(workflow['jobs'] as Record<string, Table>)) {
      expect(unknownIn(job, known.job)).toEqual([]);
      for (const step of job['steps'] as readonly Step[]) checkStep(step);
    }
  });
});

it('ci.yml runs the two commands of the README', () => {
  const commandsOf = (text: string) =>
    [...text.matchAll(/npm ci && npm (?:run demo|test)/g)].map(([line]) => line);
  const page = readFileSync(join(root, 'README.md'), 'utf8');
  expect(commandsOf(readFileSync(join(root, '.github/workflows/ci.yml'), 'utf8'))).toEqual(commandsOf(page));
});

it('action.yml is a composite action whose inputs are used, and which the example uses', () => {
  const action = read('action.yml');
  expect(unknownIn(action, known.action)).toEqual([]);
  const { using, steps } = action['runs'] as { using: string; steps: readonly Step[] };
  expect(using).toBe('composite');
  for (const step of steps) checkStep(step);
  // A script of a composite action has to name its shell.
  expect(steps.filter(({ run, shell }) => run !== undefined && shell === undefined)).toEqual([]);
  const text = readFileSync(join(root, 'action.yml'), 'utf8');
  const inputs = Object.keys(action['inputs'] as Table);
  expect([...new Set([...text.matchAll(/inputs\.([\w-]+)/g)].map(([, name]) => name))].toSorted()).toEqual(
    inputs.toSorted(),
  );
  const example = readFileSync(join(root, 'examples/ci/review.yml'), 'utf8');
  const used = (parse(example) as { jobs: { review: { steps: readonly Step[] } } }).jobs.review.steps;
  const given = used.find(({ id }) => id === 'joust')?.['with'] as Table;
  expect(unknownIn(given, inputs)).toEqual([]);
});

it('the review of action.yml passes on what it is given, word for word', () => {
  const { steps } = read('action.yml')['runs'] as { steps: readonly Step[] };
  const review = steps.find(({ name }) => name === 'Review');
  const folder = mkdtempSync(join(tmpdir(), 'joust-action-'));
  try {
    writeFileSync(join(folder, 'joust'), '#!/bin/sh\nfor word; do printf "%s\\n" "$word"; done\n', {
      mode: 0o755,
    });
    const given = { CONTESTANTS: 'anthropic/a openai/b', MAX_USD: '2', FAIL_ON: 'high', OUT: folder };
    const said = (env: Readonly<Record<string, string>>) =>
      execFileSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', review?.run ?? ''], {
        env: { PATH: `${folder}:/usr/bin:/bin`, ...given, ...env },
        encoding: 'utf8',
      });
    const { command, input } = parseLine(said({ CHANGE: '', BASE: 'main' }).trimEnd().split('\n'), commands);
    expect([command.name, input.words]).toEqual(['review', ['origin/main...HEAD']]);
    expect(input.options).toMatchObject({
      ci: true,
      'max-usd': '2',
      contestant: ['anthropic/a', 'openai/b'],
    });
    // Whoever names a branch says nothing to a shell, and no option to joust.
    const hostile = parseLine(said({ CHANGE: '--yolo;$(id)', BASE: '' }).trimEnd().split('\n'), commands);
    expect(hostile.input.words).toEqual(['--yolo;$(id)']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

function checkStep(step: Step): void {
  expect(unknownIn(step, known.step)).toEqual([]);
  expect([step['uses'], step.run].filter((one) => one !== undefined)).toHaveLength(1);
  const { run = '' } = step;
  expect(run).not.toContain('${{');
  for (const [, name = ''] of run.matchAll(/npm run ([\w:]+)/g)) expect(Object.keys(scripts)).toContain(name);
  for (const [, name, rest = ''] of run.matchAll(/^ *joust ([a-z]+) (.*)$/gm)) {
    const command = commands.find((one) => one.name === name);
    const options = [...rest.matchAll(/--([a-z][a-z-]*)/g)].map(([, option]) => option);
    expect(Object.keys(command?.options ?? {})).toEqual(expect.arrayContaining(options));
  }
}
