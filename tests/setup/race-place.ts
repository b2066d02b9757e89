// A small Node package in a git repository to race in, and contestants that do what a test says, step by step.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ScriptStep } from '../../src/agents/scripted/script.ts';
import type { JoustEvent } from '../../src/domain/event.ts';
import type { RaceResult, RaceRow } from '../../src/formats/race/result.ts';
import { outputLines } from '../cli/output-lines.ts';
import { type Project, project, type RunOptions } from './project.ts';
import { fingerprint, madeRepository } from './repository.ts';

export type Steps = readonly ScriptStep[];

export interface RacePlace extends Project {
  git(...args: readonly string[]): string;
  /** A folder that belongs to nobody, for traces. */
  readonly outside: string;
  /** Puts contestants into the config; more of it goes before them. */
  contestants(scripts: Readonly<Record<string, Steps>>, toml?: string): void;
  /** `joust race --json` with everybody named, to its end. */
  race(names: readonly string[], args?: readonly string[], options?: RunOptions): Promise<Raced>;
  events(id?: string): Promise<readonly JoustEvent[]>;
  /** The user's folder, `.git` included, by name, kind and content. */
  fingerprint(): string;
  /** What is left of private checkouts and stores. */
  leftovers(): readonly string[];
}

export interface Raced {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The base passes one test of three, and builds. */
const files = {
  'package.json': `${JSON.stringify({ name: 'sums', type: 'module', scripts: { test: 'node --test' } })}\n`,
  'sum.js': 'export function sum(a, b) {\n  return a - b;\n}\n',
  'double.js': 'export function double(a) {\n  return a;\n}\n',
  'test/sum.test.js': [
    "import assert from 'node:assert';",
    "import test from 'node:test';",
    "import { sum } from '../sum.js';",
    "import { double } from '../double.js';",
    "test('sum', () => assert.equal(sum(1, 2), 3));",
    "test('double', () => assert.equal(double(2), 4));",
    "test('nothing', () => assert.equal(sum(0, 0), 0));",
    '',
  ].join('\n'),
};

/** Quicker than npm and than a process for each file, and found under the same name. */
export const testCheck = ['--check', 'test=node --test --test-isolation=none'];
/** The same check, which an entry may fail and still win. */
export const lenientCheck = [...testCheck, '--allow-failing', 'test'];
export const buildCheck = ['--check', 'build=node --check sum.js && node --check double.js'];

export const goodSum = { edit: 'sum.js', content: 'export function sum(a, b) {\n  return a + b;\n}\n' };
export const goodDouble = { edit: 'double.js', content: 'export function double(a) {\n  return a * 2;\n}\n' };
export const solve: Steps = [goodSum, goodDouble, { say: 'Both are right now.' }];
export const half: Steps = [goodSum, { say: 'The sum is right now.' }];

export function racePlace(more: Readonly<Record<string, string>> = {}): RacePlace {
  return racePlaceOf({ ...files, ...more });
}

/** The same with another project in it. */
export function racePlaceOf(given: Readonly<Record<string, string>>): RacePlace {
  const made = project(given);
  const { folder, home } = made;
  const outside = join(dirname(folder), 'outside');
  mkdirSync(outside);
  const { git } = madeRepository(folder);
  git('add', '-A');
  git('commit', '-q', '-m', 'base');
  return {
    ...made,
    git,
    outside,
    contestants(scripts, toml = '') {
      const tables = Object.entries(scripts).map(([name, steps]) => {
        const path = join(dirname(folder), 'scripts', `${name}.json`);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, JSON.stringify({ rate: 5000, steps }));
        return `[contestants.${name}]\nagent = "scripted"\nscript = "${path}"\n`;
      });
      made.config(`${toml}\n${tables.join('')}`);
    },
    race(names, args = [], options = {}) {
      const who = names.flatMap((name) => ['-c', name]);
      return made.joust(['race', '--json', ...who, ...args, 'make the sums right'], options);
    },
    async events(id = '@last') {
      const { stdout } = await made.joust(['show', id, '--events']);
      return stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as JoustEvent);
    },
    fingerprint: () => fingerprint(folder),
    leftovers: () =>
      ['workspaces', 'bases', 'spools'].flatMap((name) =>
        existsSync(join(home, name)) ? readdirSync(join(home, name)).map((each) => `${name}/${each}`) : [],
      ),
  };
}

export function resultOf({ stdout, stderr }: Pick<Raced, 'stdout' | 'stderr'>): RaceResult {
  const line = stdout === '' ? undefined : outputLines(stdout).find(({ type }) => type === 'contest.result');
  if (line?.type !== 'contest.result' || line.result.type !== 'race')
    throw new Error(`no result of a race in:\n${stdout}\n${stderr}`);
  return line.result;
}

export function rowOf(result: RaceResult, name: string): RaceRow {
  const row = result.rows.find(({ contestant }) => contestant === name);
  if (row === undefined) throw new Error(`${name} is not in the result`);
  return row;
}
