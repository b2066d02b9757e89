// A home folder with everything a sandbox has to hide or show, and the users who play in it.
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'vitest';
import { thisMachine } from '../../src/process/machine.ts';
import { findSandbox } from '../../src/workspace/sandbox/find-sandbox.ts';
import type { ContestantSurroundings } from '../../src/workspace/sandbox/policy.ts';
import type { Argv, SandboxPolicy } from '../../src/workspace/sandbox/sandbox.ts';

const asRoot = process.getuid?.() === 0;
const nobody = 65_534;

/** As the user of the tests, and where that is root, as an ordinary user too. */
export const users = asRoot ? (['root', 'nobody'] as const) : (['this user'] as const);
export type User = (typeof users)[number];

export interface SandboxPlace {
  at(path: string): string;
  surroundings(home?: string): ContestantSurroundings;
  /** The command line by which that user plays it in the sandbox. */
  wrapped(argv: Argv, policy: SandboxPolicy): Argv;
  remove(): void;
}

export async function sandboxPlace(user: User, context: TestContext): Promise<SandboxPlace> {
  const prefix =
    user === 'nobody' ? ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'] : ['env'];
  const sandbox = await findSandbox({ ...thisMachine(), asRoot: user === 'root' });
  if ('unavailable' in sandbox) return context.skip(`${sandbox.unavailable}. ${sandbox.hint}`);
  const tried = spawnSync('env', [...prefix, 'bwrap', '--ro-bind', '/', '/', '--unshare-pid', 'true']);
  if (tried.status !== 0) return context.skip(`${user} may not use bwrap here: ${tried.stderr}`);
  const reached = spawnSync('env', [...prefix, 'test', '-x', process.execPath]);
  if (reached.status !== 0)
    return context.skip(`${user} cannot reach ${process.execPath}, which lies in a private folder`);
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'joust-sandbox-')));
  const at = (path: string) => join(top, path);
  fill(at);
  return {
    at,
    surroundings: (home = at('home')) => surroundingsOf(home, at('repo/.git/objects')),
    wrapped(argv, policy) {
      const words = sandbox.wrap(argv, policy);
      // It was root who made the folders that were missing.
      if (user === 'nobody') execFileSync('chown', ['-hR', `${nobody}:${nobody}`, top]);
      return ['env', ...prefix, ...words];
    },
    remove: () => rmSync(top, { recursive: true, force: true }),
  };
}

function fill(at: (path: string) => string): void {
  const put = (path: string, content: string) => {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), content);
  };
  for (const path of ['tree', 'tmp', 'cache', 'git'])
    mkdirSync(at(`home/data/ws/one/${path}`), { recursive: true });
  put('home/data/ws/two/tree/rival.txt', 'rival');
  put('home/data/ledger.db', 'ledger');
  put('home/data/spools/x/scratch/prompt.txt', 'prompt');
  put('home/data/spools/x/claim', '1');
  put('home/config/joust/config.toml', 'config');
  put('home/.ssh/id_ed25519', 'secret');
  put('home/.npmrc', 'secret');
  put('home/.config/gh/hosts.yml', 'secret');
  put('home/.config/tool/settings', 'plain');
  put('home/.codex/auth.json', 'login of another');
  put('home/.fake/auth.json', 'own login');
  put('home/.fake.json', '{}');
  put('home/.local/bin/tool', '#!/bin/sh\necho the tool ran\n');
  put('repo/.git/objects/ab/cd', 'object');
  chmodSync(at('home/.local/bin/tool'), 0o755);
}

function surroundingsOf(home: string, borrowed: string): ContestantSurroundings {
  const one = join(home, 'data/ws/one');
  return {
    home,
    joustHome: join(home, 'data'),
    joustConfig: join(home, 'config/joust'),
    workspace: {
      tree: join(one, 'tree'),
      tmp: join(one, 'tmp'),
      cache: join(one, 'cache'),
      git: join(one, 'git'),
    },
    agentState: ['.fake/', '.fake.json', '.local/share/fake/'],
    otherStates: ['.codex/', '.local/share/opencode/'],
    scratch: join(home, 'data/spools/x/scratch'),
    env: { PATH: `${join(home, '.local/bin')}:${process.env['PATH']}` },
    // Here even the home folder lies in the temporary folder, which is hidden as a whole; and node may.
    readable: [borrowed, home, dirname(process.execPath)],
  };
}
