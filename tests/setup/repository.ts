// A real git repository for a test, with a private folder for joust beside it; everything is gone when it goes out of scope.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { removeTree } from './remove-tree.ts';

export interface TestRepository extends Disposable {
  readonly folder: string;
  /** JOUST_HOME. */
  readonly home: string;
  git(...args: readonly string[]): string;
  write(path: string, content: string | Uint8Array): void;
  /** Everything in the repository, `.git` included, by name, kind and content. */
  fingerprint(): string;
}

export function testRepository(files: Readonly<Record<string, string>>): TestRepository {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'joust-repository-')));
  const folder = join(top, 'work');
  mkdirSync(folder);
  const made = madeRepository(folder);
  for (const [path, content] of Object.entries(files)) made.write(path, content);
  made.git('add', '-A');
  made.git('commit', '-q', '-m', 'base');
  return {
    ...made,
    folder,
    home: join(top, 'home'),
    fingerprint: () => fingerprint(folder),
    [Symbol.dispose]: () => removeTree(top),
  };
}

/** Makes a folder a repository with an identity and nothing of the machine's own settings. */
export function madeRepository(folder: string): Pick<TestRepository, 'git' | 'write'> {
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: '/nonexistent',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_DATE: '2026-01-01T00:00:00Z',
    GIT_COMMITTER_DATE: '2026-01-01T00:00:00Z',
  };
  const git = (...args: readonly string[]) =>
    execFileSync('git', [...args], { cwd: folder, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  git('init', '-q', '-b', 'main');
  appendFileSync(join(folder, '.git/config'), '[user]\n\tname = Somebody\n\temail = somebody@example.com\n');
  return {
    git,
    write(path, content) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    },
  };
}

export function fingerprint(folder: string): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const path = join(folder, name);
    const found = lstatSync(path);
    hash.update(`${name}\0${found.mode}\0`);
    if (found.isSymbolicLink()) hash.update(readlinkSync(path));
    else if (found.isFile()) hash.update(readFileSync(path));
  }
  return hash.digest('hex');
}
