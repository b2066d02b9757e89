// A user's repository to race in with the real CLIs: their own settings lie in it, and some of the work is not committed.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { JoustEvent } from '../../src/domain/event.ts';
import type { EntrySealed } from '../../src/domain/events/entry-event.ts';
import type { RaceResult } from '../../src/formats/race/result.ts';
import { cliProgram, finished, type Ran } from '../setup/project.ts';
import { resultOf } from '../setup/race-place.ts';
import { fingerprint, madeRepository } from '../setup/repository.ts';
import { makeHome, withOthers } from './home.ts';
import type { ModelServer } from './model-server.ts';

export interface RaceHome {
  readonly folder: string;
  start(args: readonly string[]): ChildProcess;
  /** The user's repository, `.git` included, and the CLI settings of the user that joust may not touch. */
  fingerprint(): string;
  /** What was left of private checkouts, stores and spools. */
  leftovers(): readonly string[];
}

export interface RacedHome extends Ran {
  readonly result: RaceResult;
  readonly entries: ReadonlyMap<string, EntrySealed>;
  readonly events: readonly JoustEvent[];
}

const agent = (name: string) => `---\nname: ${name}\ndescription: ${name}\n---\n${name}\n`;

/** The base passes one test of two; the other wants the file that is asked for. */
const files = {
  'package.json': '{"type":"module"}\n',
  'out.test.js': [
    "import assert from 'node:assert';",
    "import { readFileSync } from 'node:fs';",
    "import test from 'node:test';",
    "test('nothing', () => undefined);",
    "test('out', () => assert.equal(readFileSync('stub-out.txt', 'utf8'), 'written by the stub\\n'));",
    '',
  ].join('\n'),
  ...Object.fromEntries(['CLAUDE.md', 'AGENTS.md', 'GEMINI.md'].map((name) => [name, 'Be brief.\n'])),
  '.claude/settings.json': '{"permissions":{"deny":["WebFetch"]}}\n',
  '.claude/agents/one.md': agent('one'),
  '.codex/config.toml': 'model_reasoning_effort = "low"\n',
  '.gemini/settings.json': '{"context":{"fileName":["AGENTS.md","GEMINI.md"]}}\n',
  '.gemini/commands/one.toml': 'prompt = "one"\n',
  // The CLI adds the address where it is missing, and that would be a change of the entry.
  'opencode.json': '{"$schema":"https://opencode.ai/config.json","share":"disabled"}\n',
  '.opencode/agent/one.md': agent('one'),
};

export function makeRaceHome(server: ModelServer, name: string): RaceHome {
  const home = withOthers(makeHome(server.url, `home-${name}`), server.url);
  const continued = join(home.path, '.continue/config.yaml');
  // It plays what its own config names.
  writeFileSync(continued, readFileSync(continued, 'utf8').replace('stub-ok', 'stub-write'));
  const folder = join(home.path, 'project');
  const { git } = prepared(folder);
  writeFileSync(join(folder, 'package.json'), '{"type":"module","private":true}\n');
  writeFileSync(join(folder, 'note.txt'), 'not committed\n');
  git('add', 'package.json');
  const config = join(home.path, 'settings');
  // All of them at once: they would wait for each other at a server on this machine.
  put(join(config, 'config.toml'), `[lanes]\n"local ${new URL(server.url).host}" = 16\n`);
  return {
    folder,
    start: (args) =>
      spawn(process.execPath, [cliProgram, ...args], {
        cwd: folder,
        env: { ...home.env, JOUST_CONFIG_DIR: config },
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    fingerprint: () =>
      [fingerprint(folder), readFileSync(join(home.path, '.codex/config.toml'), 'utf8')].join('\n'),
    leftovers: () =>
      ['workspaces', 'bases', 'spools']
        .map((each) => join(home.path, 'joust', each))
        .flatMap((each) => (existsSync(each) ? readdirSync(each).map((found) => join(each, found)) : [])),
  };
}

function prepared(folder: string): ReturnType<typeof madeRepository> {
  for (const [name, content] of Object.entries(files)) put(join(folder, name), content);
  const made = madeRepository(folder);
  made.git('add', '-A');
  made.git('commit', '-q', '-m', 'base');
  return made;
}

function put(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

export function raceArgs(roster: readonly string[], more: readonly string[]): readonly string[] {
  const who = roster.flatMap((spec) => ['-c', spec]);
  return [
    'race',
    '--json',
    ...who,
    '--check',
    'test=node --test',
    '--confirm-tokens',
    '0',
    '--budget-tokens',
    '0',
    ...more,
  ];
}

/** A race, or the resuming of one, to its end. */
export async function raced(home: RaceHome, player: ChildProcess): Promise<RacedHome> {
  const ran = await finished(player);
  const result = resultOf(ran);
  const { stdout } = await finished(home.start(['show', '@last', '--events']));
  const events = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as JoustEvent);
  const sealed = events.filter((event) => event.type === 'entry.sealed');
  return { ...ran, result, events, entries: new Map(sealed.map((entry) => [entry.contestant, entry])) };
}
