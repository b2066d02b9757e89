// The module that every Node process of a check loads: test runners leave a report by it, and everything else runs as without it.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { reportEnvironment } from '../../src/contest/check/runner-reports.ts';
import { project } from '../setup/project.ts';

const files = {
  'package.json': '{"name":"p"}\n',
  'a.test.js': [
    "const { test, describe, it } = require('node:test');",
    "test('adds', () => {});",
    "test('later', { skip: true }, () => {});",
    "describe('group', () => { it('inner', () => {}); });",
    '',
  ].join('\n'),
  'script.test.js': "require('node:assert').equal(1, 1);\n",
};

/** joust's own Node, and the system's if there is another. */
const nodes = [...new Set([process.execPath, '/usr/bin/node'])].filter((path) => existsSync(path));

function run(
  command: readonly string[],
  more: Readonly<Record<string, string>> = {},
  content: Readonly<Record<string, string>> = files,
) {
  const place = project(content);
  const folder = join(place.home, 'with a space', 'reports');
  mkdirSync(folder, { recursive: true });
  const { NODE_TEST_CONTEXT: _context, NODE_OPTIONS: _options, ...env } = process.env;
  const own = { ...env, ...more };
  const [program = '', ...args] = command;
  const plain = spawnSync(program, args, { cwd: place.folder, env: own, encoding: 'utf8' });
  const told = { ...own, ...reportEnvironment(more, folder) };
  const found = spawnSync(program, args, { cwd: place.folder, env: told, encoding: 'utf8' });
  const reports = readdirSync(folder).map((name) => ({
    name,
    text: readFileSync(join(folder, name), 'utf8'),
  }));
  place[Symbol.dispose]();
  return { plain, found, reports };
}

/** Without what differs from run to run. */
const lines = (text: string) => text.replaceAll(/duration_ms:? [\d.]+|\([\d.]+ms\)|\/\S*/g, '');

describe.each(nodes)('%s', (node) => {
  it.each([
    [[]],
    [['--test-reporter=dot']],
    [['--test-reporter', 'tap', '--test-reporter-destination', 'stdout']],
    [['a.test.js', 'script.test.js']],
  ])('node --test %j leaves one report and prints what it prints without it', (args) => {
    const { plain, found, reports } = run([node, '--test', ...args]);
    expect(found.status).toBe(0);
    expect(lines(found.stdout)).toBe(lines(plain.stdout));
    expect(found.stderr).toBe('');
    expect(reports).toHaveLength(1);
    const { cases } = JSON.parse(reports[0]?.text ?? '') as { cases: { name: string; left: boolean }[] };
    const named = cases.map(({ name, left }) => `${name.replace(/^.*\//, '')}${left ? ' left' : ''}`);
    expect(named.sort()).toEqual(['adds', 'group', 'inner', 'later left', 'script.test.js']);
  });

  it('keeps the exit code of tests that fail', () => {
    const failing = {
      ...files,
      'b.test.js': "require('node:test').test('fails', () => { throw new Error(); });\n",
    };
    const { plain, found, reports } = run([node, '--test'], {}, failing);
    expect([plain.status, found.status]).toEqual([1, 1]);
    expect(reports[0]?.text).toContain('"name":"fails"');
  });

  it('keeps NODE_OPTIONS of the project, and leaves reporters named there alone', () => {
    const kept = run([node, '-p', 'process.execArgv.length + process.env.NODE_OPTIONS'], {
      NODE_OPTIONS: '--stack-trace-limit=3',
    });
    expect(kept.found.stdout).toContain('--stack-trace-limit=3 --require');
    const own = run([node, '--test'], {
      NODE_OPTIONS: '--test-reporter=tap --test-reporter-destination=stdout',
    });
    expect(own.found.status).toBe(0);
    expect(own.reports).toEqual([]);
  });

  it('a run that a test starts leaves no report', () => {
    const inner =
      "require('node:child_process').spawnSync(process.execPath, ['--test', 'a.test.js'], { env: { ...process.env, NODE_TEST_CONTEXT: undefined } });\n";
    const { reports } = run([node, '--test', 'b.test.js'], {}, { ...files, 'b.test.js': inner });
    expect(reports).toHaveLength(1);
  });

  it('two runs in one command leave two reports', () => {
    expect(run(['sh', '-c', `${node} --test a.test.js && ${node} --test a.test.js`]).reports).toHaveLength(2);
  });

  it('does not change what other programs do', () => {
    const { plain, found, reports } = run([
      node,
      '-p',
      'JSON.stringify([process.argv.length, process.execArgv])',
    ]);
    expect(found.stdout).toBe(plain.stdout);
    expect(reports).toEqual([]);
  });
});
