// An example input for each operation. Calls that use up a contest or brief get a fresh one.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { OperationName } from '../../src/all.ts';
import type { Project } from '../setup/project.ts';

export type Input = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/**
 * VOTED and SUITE are contests that are over, PLAYED is a brief with entries. FRESH is a contest or brief made for each call.
 * DIR is a new folder for each call, PROJECT the one all calls share.
 */
export interface Given {
  readonly input: Input;
  /** The task of one that takes a prompt, and who plays. */
  readonly plays?: { readonly prompt: string; readonly contestant: readonly string[] };
  /** Makes the contest that one call uses up, and gives its ID. */
  fresh?(place: Project): Promise<string>;
  /** Keys of the output that differ from call to call. */
  readonly changing?: readonly string[];
}

/** A preference on record: abcdef. */
export const picked = `${JSON.stringify({
  type: 'joust.preference',
  v: 1,
  id: 'abcdef',
  at: '2026-01-02T03:04:05Z',
  prompt: 'well?',
  a: { contestant: 'ann', agent: 'command' },
  b: { contestant: 'bob', agent: 'command' },
  pick: 'a',
  tags: ['a, b'],
  simulated: false,
})}\n`;

/** What is given to each; an operation without an entry fails its test. */
export const given: Readonly<Record<OperationName, Given>> = {
  list: { input: { format: 'vote', limit: 1 } },
  show: { input: { id: 'VOTED' } },
  result: { input: { id: 'VOTED' } },
  attempt: { input: { id: 'VOTED', attempt: 'ann' } },
  sides: { input: { id: 'VOTED' } },
  checks: { input: { id: 'VOTED' } },
  log: { input: { id: 'VOTED', of: 'ann' } },
  events: { input: { id: 'VOTED' } },
  timeline: { input: { id: 'VOTED' } },
  about: { input: { id: 'VOTED' } },
  export: { input: { id: 'VOTED', folder: 'DIR' } },
  'what-if': { input: { id: 'RANKED', weights: 'diff=0' } },
  leaderboard: { input: { source: 'judges', simulated: true } },
  judges: { input: { simulated: true } },
  usage: { input: { by: 'model' } },
  winner: { input: { id: 'VOTED', winner: 'ann', reason: 'short' } },
  cancel: { input: { id: 'VOTED' } },
  rm: { input: { id: 'VOTED' } },
  prune: { input: { olderThan: '0d' } },
  resume: { input: { id: 'FRESH' }, fresh: waiting },
  answer: { input: { id: 'FRESH', answer: 'no' }, fresh: waiting },
  pick: { input: { id: 'FRESH', pick: 'a' }, fresh: unpicked },
  'suite run': { input: { file: 'PROJECT/suite.yaml', trials: 2, filter: ['a'] } },
  'suite resume': { input: { id: 'FRESH' }, fresh: waitingSuite },
  'suite retry': { input: { id: 'FRESH', errors: true }, fresh: waitingSuite },
  'suite report': { input: { suite: 'SUITE', all: true } },
  'suite compare': { input: { suite: 'SUITE', base: 'SUITE' } },
  reply: { input: { id: 'VOTED', name: 'ann' }, plays: { prompt: 'and?', contestant: ['scripted'] } },
  do: { input: {}, plays: { prompt: 'change it', contestant: ['scripted'] } },
  adopt: { input: { id: 'FRESH', adopt: 'OUTSIDE/by-hand.patch' }, fresh: raced },
  diff: { input: { id: 'FRESH', name: 'hand', stat: true }, fresh: raced },
  apply: { input: { id: 'FRESH' }, fresh: raced },
  undo: { input: { id: 'FRESH' }, fresh: applied },
  'brief new': {
    input: { name: 'FRESH', in: 'PROJECT', contestant: ['ann', 'bob'] },
    fresh: async () => `new-${briefs++}`,
  },
  'brief add': { input: { contestant: 'cy=scripted', folder: 'FRESH' }, fresh: newBrief },
  'brief lint': { input: { folder: 'FRESH' }, fresh: newBrief },
  'brief play': { input: { folder: 'FRESH' }, fresh: newBrief },
  'brief refine': { input: { folder: 'FRESH', contestant: ['eve'] }, fresh: playedBrief },
  'brief judge': { input: { folder: 'FRESH', judge: ['scripted/judge'] }, fresh: playedBrief },
  'brief rejudge': { input: { folder: 'FRESH', judge: ['scripted/judge'] }, fresh: playedBrief },
  'brief consult': { input: { folder: 'FRESH', of: 'eve', by: ['scripted/judge'] }, fresh: playedBrief },
  'brief merge': { input: { folder: 'FRESH', by: 'eve', base: 'fay' }, fresh: playedBrief },
  'brief report': { input: { folder: 'PLAYED' } },
  'brief status': { input: { folder: 'PLAYED' } },
  'brief diff': { input: { folder: 'PLAYED', from: 0, to: 1 } },
  'brief archive': { input: { folder: 'PLAYED', out: 'DIR' } },
  'brief prune': { input: { folders: ['PLAYED'], olderThan: '0d' } },
  'brief show': { input: { folder: 'PLAYED' } },
  'brief list': { input: {} },
  'preferences list': { input: { tag: ['a, b'] } },
  'preferences export': { input: {} },
  'preferences show': { input: { preference: 'abcdef' } },
  'preferences forget': { input: { preference: 'abcdef' } },
  'preferences import': { input: { file: picked } },
  'oracle-sessions': { input: {} },
  doctor: { input: { agents: ['ann'], past: true }, changing: ['freeBytes'] },
  'doctor check': { input: { agents: ['scripted'] }, changing: ['freeBytes', 'check'] },
  'config show': { input: {} },
  'config path': { input: {} },
  'config get': { input: { key: 'num' } },
  'config set': { input: { key: 'num', value: '4' } },
  'config unset': { input: { key: 'num' } },
  trust: { input: { path: 'PROJECT/asking' } },
  'trust list': { input: {} },
  'trust revoke': { input: { path: 'PROJECT/asking' } },
  'ledger copy': { input: { from: 'here', to: 'DIR' } },
  'install-skill': { input: { agent: 'codex', project: true } },
  hosts: { input: {} },
  'demo start': { input: {}, changing: ['contests'] },
  formats: { input: {} },
  folders: { input: { path: 'PROJECT/asking' } },
  names: { input: { kind: 'contestant' } },
};

/** Names of new briefs differ. */
let briefs = 0;

export const idIn = (stdout: string) => stdout.trim().split('\n').at(-1) ?? '';
async function detached(place: Project, ...words: readonly string[]): Promise<string> {
  const { stdout, stderr } = await place.joust([...words, '--detach']);
  expect(stdout, stderr).not.toBe('');
  return idIn(stdout);
}

/** It asks before it spends anything. */
async function waiting(place: Project): Promise<string> {
  return await detached(place, 'ask', '-c', 'ann', '--max-usd', '1', 'well?');
}

async function waitingSuite(place: Project): Promise<string> {
  return await detached(place, 'suite', 'run', 'asked.yaml', '--max-usd', '1');
}

/** Two arenas of the same two can't wait for a pick at once. */
async function unpicked(place: Project): Promise<string> {
  const [pending] = (await place.joust(['arena', '--pending', '--json'])).stdout.split('\n');
  if (pending) await place.joust(['cancel', JSON.parse(pending).contest]);
  const id = await detached(place, 'arena', '-c', 'ann', '-c', 'bob', 'well?');
  await place.joust(['tail', id]);
  return id;
}

/** A race in which hand makes a file that isn't there yet. */
async function raced(place: Project): Promise<string> {
  rmSync(join(place.folder, 'made.txt'), { force: true });
  const race = ['race', '-y', '-c', 'hand', '--check', 'made=test -f made.txt', '--json', 'x'];
  const { stdout } = await place.joust(race);
  return JSON.parse(stdout.split('\n')[0] ?? '').contest;
}

async function applied(place: Project): Promise<string> {
  const id = await raced(place);
  expect((await place.joust(['apply', id, '--yes'])).code).toBe(0);
  return id;
}

async function newBrief(place: Project): Promise<string> {
  const { stdout, stderr } = await place.joust([
    'brief',
    'new',
    `b${briefs++}`,
    '-c',
    'eve',
    '-c',
    'fay',
    '--json',
  ]);
  expect(stdout, stderr).not.toBe('');
  return join(place.folder, JSON.parse(stdout).folder);
}

export async function playedBrief(place: Project): Promise<string> {
  const folder = await newBrief(place);
  const { code, stderr } = await place.joust(['brief', 'play', folder]);
  expect(code, stderr).toBe(0);
  return folder;
}
