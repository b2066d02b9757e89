// A task folder of Harbor's, laid out and measured without a container.
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../tests/setup/temporary.ts';
import { readHarborFolder } from '../config/suite/suite-file.ts';
import { suiteRuns, suiteTexts } from '../config/suite/suite-trust.ts';
import { laidOutTask } from './harbor-task.ts';

const files = {
  'instruction.md': 'Write "Hello, world!" to /app/hello.txt, as {{braces}} say.\n',
  'task.toml': `version = "1.0"
[metadata]
author_name = "Somebody"
difficulty = "easy"
[verifier]
timeout_sec = 120.0
env = { GREETING = "Hello, world!" }
[agent]
timeout_sec = 60.0
[environment]
build_timeout_sec = 600.0
`,
  'environment/Dockerfile': `FROM ubuntu:24.04
WORKDIR /app
RUN apt-get update && \\
    apt-get install -y curl
COPY data /app/data
COPY notes.md other.md ./docs/
COPY outside.txt /etc/
`,
  'environment/data/one.txt': '1\n',
  'environment/notes.md': 'notes\n',
  'environment/other.md': 'other\n',
  'environment/outside.txt': 'x\n',
  'solution/solve.sh': 'echo "Hello, world!" > /app/hello.txt\n',
  'tests/test.sh': `#!/bin/bash
. /tests/lib/check.sh
check /app/hello.txt && echo 1 > /logs/verifier/reward.txt || echo 0.5 > /logs/verifier/reward.txt
`,
  'tests/lib/check.sh': 'check() { [ "$(cat "$1")" = "$GREETING" ] && [ -f /app/data/one.txt ]; }\n',
};

function taskFolder(more: Readonly<Record<string, string>> = {}) {
  const top = temporaryFolder('harbor');
  for (const [path, text] of Object.entries({ ...files, ...more })) {
    mkdirSync(dirname(join(top, 'tasks/hello', path)), { recursive: true });
    writeFileSync(join(top, 'tasks/hello', path), text);
  }
  return { top, tasks: join(top, 'tasks'), home: join(top, 'home') };
}

async function laidOut(more: Readonly<Record<string, string>> = {}) {
  const { tasks, home, top } = taskFolder(more);
  const suite = readHarborFolder(tasks, []);
  const [placed] = suite.tasks;
  if (placed?.harbor === undefined) throw new Error('it is no task of Harbor');
  const task = await laidOutTask(placed.task, placed.harbor, home);
  const [check = ''] = task.settings['check'] as string[];
  const work = 'path' in task.place ? task.place.path : '';
  /** As a race measures it: in a fresh copy with what was handed in. */
  const measure = (handedIn: Readonly<Record<string, string>>) => {
    const copy = mkdtempSync(join(top, 'copy-'));
    cpSync(work, copy, { recursive: true });
    for (const [path, text] of Object.entries(handedIn)) {
      mkdirSync(dirname(join(copy, path)), { recursive: true });
      writeFileSync(join(copy, path), text);
    }
    try {
      execFileSync('/bin/sh', ['-c', check.replace(/^reward=/, '')], { cwd: copy, stdio: 'pipe' });
      return 0;
    } catch (error) {
      return (error as { status: number }).status;
    }
  };
  return { suite, task, work, check, measure };
}

test('is a race on what its Dockerfile copies, measured by its tests', async () => {
  const { suite, task, work, measure } = await laidOut();
  expect(suite).toMatchObject({ name: 'tasks', open: true });
  expect(task).toMatchObject({
    id: 'hello',
    format: 'race',
    place: { kind: 'folder' },
    settings: { noFoundChecks: true, timeout: 60, checkTimeout: 120 },
  });
  expect(task.prompt).toContain('as {{braces}} say.');
  expect(task.prompt).toContain('/app stands for the folder you work in');
  expect(readdirSync(work).sort()).toEqual(['.git', 'data', 'docs']);
  expect(readdirSync(join(work, 'docs')).sort()).toEqual(['notes.md', 'other.md']);
  expect(suite.notes.join('\n')).toMatch(/"RUN apt-get update.*not done without a container/);
  expect(suite.notes.join('\n')).toContain('"COPY outside.txt /etc/outside.txt", outside of /app');
  expect(measure({ 'hello.txt': 'Hello, world!\n' })).toBe(0);
  expect(measure({ 'hello.txt': 'Bye\n' })).toBe(1);
});

test('takes its tests from the original, whatever a contestant put there', async () => {
  const { measure, check } = await laidOut();
  const forged = 'echo 1 > /logs/verifier/reward.txt\n';
  expect(measure({ 'tests/test.sh': forged, 'lib/check.sh': 'check() { true; }', 'hello.txt': 'x' })).toBe(1);
  const [, script = ''] = /< '([^']+)'/.exec(check) ?? [];
  expect(existsSync(script)).toBe(true);
  chmodSync(script, 0o700);
  writeFileSync(script, 'exit 0\n');
  expect(measure({ 'hello.txt': 'x' }), 'that is an error, and no pass').toBe(126);
});

test.each([
  ['{"reward": 1.0}', 0],
  ['{"reward": 0.75, "style": 1}', 1],
  ['{"tests": 1, "style": 1}', 0],
  ['{"tests": 1, "style": 0}', 1],
  ['nonsense', 126],
])('reads reward.json: %s', async (json, code) => {
  const { measure } = await laidOut({
    'tests/test.sh': `printf '%s' '${json}' > /logs/verifier/reward.json\n`,
  });
  expect(measure({})).toBe(code);
});

test('without a reward nothing can be told', async () => {
  const { measure } = await laidOut({ 'tests/test.sh': 'exit 0\n' });
  expect(measure({})).toBe(126);
});

test('waits for trust, with every file of its tests', () => {
  const { tasks } = taskFolder();
  const suite = readHarborFolder(tasks, []);
  expect(suiteRuns(suite, new Map()).map(({ text }) => text)).toContain(
    'tests/test.sh of hello  # it runs a program, on this machine',
  );
  expect(suiteTexts(suite)).toEqual(
    expect.arrayContaining(['hello/tests/lib/check.sh', 'hello/tests/test.sh']),
  );
});
