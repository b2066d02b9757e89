// A git repository of a user, and a contest on record whose entries change it: each made by editing a clone.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  cpSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Change, FileChange, FileMode } from '../../src/domain/change.ts';
import type { JoustEvent } from '../../src/domain/event.ts';
import type { Outcome } from '../../src/domain/outcome.ts';
import type { StagedBlob } from '../../src/ledger/ledger.ts';
import { SqliteLedger } from '../../src/ledger/sqlite/sqlite-ledger.ts';
import { type Project, project } from '../setup/project.ts';

export interface Entry {
  /** Changes a clone of the user's tree. */
  edit?(folder: string): void;
  /** Instead: a change nobody could make by editing. */
  readonly files?: readonly { readonly path: string; readonly after: string }[];
  readonly outcome?: Outcome;
  readonly reason?: string;
  readonly partial?: boolean;
}

export interface ChangePlace extends Project {
  git(...args: readonly string[]): string;
  /** The contest's id. */
  contest(entries: Readonly<Record<string, Entry>>, winner?: string): Promise<string>;
  events(id: string): Promise<readonly JoustEvent[]>;
}

const identity = '[user]\n\tname = Ann\n\temail = ann@example.invalid\n';
const modes: readonly string[] = ['100644', '100755', '120000'];

export function changePlace(make: (folder: string) => void): ChangePlace {
  const place = project();
  const git = (...args: readonly string[]) => gitIn(place.folder, args).toString('utf8').trim();
  git('init', '-q', '-b', 'main');
  // In the repository and not in the environment: so a line can be run in this process.
  appendFileSync(join(place.folder, '.git/config'), identity);
  make(place.folder);
  git('add', '-A');
  git('commit', '-q', '-m', 'base');
  let contests = 0;
  return {
    ...place,
    git,
    async contest(entries, winner) {
      contests += 1;
      const id = `c${contests}x`;
      const ledger = new SqliteLedger(place.home, () => new Date());
      try {
        const blobs: StagedBlob[] = [];
        const stage = async (content: string | Uint8Array) => {
          const blob = await ledger.stage(content);
          blobs.push(blob);
          return blob.ref;
        };
        const events: JoustEvent[] = [await opened(place.folder, Object.keys(entries), stage)];
        for (const [name, entry] of Object.entries(entries))
          events.push(...(await attempt(place.folder, { name, entry }, stage)));
        events.push({
          type: 'winner.decided',
          v: 1,
          key: 'winner',
          inputs: 'x',
          tied: [],
          rule: 'best',
          winner,
        });
        await ledger.append([{ contest: id, events, blobs }]);
        return id;
      } finally {
        await ledger.close();
      }
    },
    async events(id) {
      const ledger = new SqliteLedger(place.home, () => new Date());
      try {
        return (await ledger.events(id)).map(({ event }) => event);
      } finally {
        await ledger.close();
      }
    },
  };
}

/** Everything there is below a folder, `.git` included, with times left out. */
export function everything(folder: string, leave: RegExp = /^$/): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()) {
    if (leave.test(path)) continue;
    const place = join(folder, path);
    const stat = lstatSync(place);
    const mode = stat.mode.toString(8);
    if (stat.isSymbolicLink()) found[path] = `link ${readlinkSync(place)}`;
    else if (stat.isDirectory()) found[path] = `folder ${mode}`;
    else found[path] = `${mode} ${createHash('sha256').update(readFileSync(place)).digest('hex')}`;
  }
  return found;
}

export const withoutGit = /^\.git(\/|$)/;

type Stage = (content: string | Uint8Array) => Promise<{ sha256: string; bytes: number }>;

async function opened(folder: string, names: readonly string[], stage: Stage): Promise<JoustEvent> {
  return {
    type: 'contest.opened',
    v: 1,
    format: 'race',
    formatVersion: 1,
    joustVersion: '0',
    task: { prompt: await stage('Say hello\nin every file'), cwd: folder, tier: 'write', files: [] },
    roster: names.map((name) => ({ name, agent: 'scripted' })),
    options: {},
    seed: 's',
    simulated: true,
    baseCommit: gitIn(folder, ['rev-parse', 'HEAD']).toString('utf8').trim(),
  };
}

async function attempt(
  folder: string,
  { name, entry }: { name: string; entry: Entry },
  stage: Stage,
): Promise<readonly JoustEvent[]> {
  const same = { key: `attempt/${name}`, run: 1, contestant: name, inputs: 'x' };
  const { change, patch } = await changeOf(folder, entry, stage);
  return [
    {
      type: 'entry.sealed',
      v: 1,
      ...same,
      base: 'b',
      tree: 't',
      change,
      patch,
      partial: entry.partial,
    },
    {
      type: 'attempt.ended',
      v: 1,
      ...same,
      outcome: entry.outcome ?? 'ok',
      timing: { queuedMs: 0 },
      reason: entry.reason,
    },
  ];
}

async function changeOf(
  folder: string,
  { edit, files }: Entry,
  stage: Stage,
): Promise<{ change: Change; patch?: { sha256: string; bytes: number } }> {
  if (files !== undefined) {
    const made: FileChange[] = [];
    for (const { path, after } of files)
      made.push({ path, after: { mode: '100644', content: await stage(after) }, added: 1, removed: 0 });
    return { change: { files: made } };
  }
  const clone = mkdtempSync(join(tmpdir(), 'joust-clone-'));
  try {
    // The user's tree as it is, uncommitted work and all.
    cpSync(folder, clone, { recursive: true, verbatimSymlinks: true });
    gitIn(clone, ['add', '-A']);
    gitIn(clone, ['commit', '-q', '--allow-empty', '--no-verify', '-m', 'snapshot']);
    edit?.(clone);
    gitIn(clone, ['add', '-A']);
    return {
      change: { files: await filesOf(clone, stage) },
      patch: await stage(gitIn(clone, ['diff', '--cached', '--binary', '--no-renames'])),
    };
  } finally {
    rmSync(clone, { recursive: true, force: true });
  }
}

async function filesOf(clone: string, stage: Stage): Promise<FileChange[]> {
  const list = (how: string) =>
    gitIn(clone, ['diff', '--cached', '--no-renames', '-z', how]).toString('utf8').split('\0');
  const raw = list('--raw');
  const lines = new Map(
    list('--numstat').map((line) => [line.split('\t').slice(2).join('\t'), line.split('\t')]),
  );
  const state = async (mode: string, side: string) =>
    modes.includes(mode)
      ? { mode: mode as FileMode, content: await stage(gitIn(clone, ['cat-file', 'blob', side])) }
      : undefined;
  const files: FileChange[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const [from = '', to = ''] = (raw[at] ?? '').slice(1).split(' ');
    const path = raw[at + 1] ?? '';
    const before = await state(from, `HEAD:${path}`);
    const after = await state(to, `:${path}`);
    const [added = '-', removed = '-'] = lines.get(path) ?? [];
    files.push({
      path,
      before,
      after,
      ...(added !== '-' && { added: Number(added), removed: Number(removed) }),
    });
  }
  return files;
}

function gitIn(folder: string, args: readonly string[]): Buffer {
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
  };
  return execFileSync('git', args, { cwd: folder, env, stdio: 'pipe', maxBuffer: 1e8 });
}
