// A whole race of three programs that take half a second each, and the same by hand: worktrees, the same programs side by side,
// their diffs checked in fresh worktrees. For `npm run bench:race`.
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { playContest } from '../src/play/play.ts';
import { readyContest } from '../src/play/ready.ts';
import { thisMachine } from '../src/process/machine.ts';

const names = ['one', 'two', 'three'];
/** How long contestants work. */
export const workMs = 500;
const work = `sleep ${workMs / 1000} && echo new > new.txt`;

const settings = {
  contestant: ['scripted*3'],
  check: ['nothing=true'],
  noFoundChecks: true,
  crossTests: 'off',
  confirmTokens: 0,
  budgetTokens: 0,
};

/** `home` is the caller's to remove; the repository is left as it was. */
export function raceAndByHand(
  top: string,
  home: string,
): { readonly joust: () => Promise<void>; readonly byHand: () => void; readonly forget: () => void } {
  return {
    joust: () => race(top, home),
    byHand: () => shell(top, home),
    // The next race finds neither a base nor what its checks came to.
    forget: () => {
      for (const name of ['layers', 'base-checks'])
        rmSync(join(home, 'joust', name), { recursive: true, force: true });
    },
  };
}

async function race(top: string, home: string): Promise<void> {
  const command = ['/bin/sh', '-c', `${work} && echo done`];
  const roster = names.map((name) => ({ name, agent: 'command', settings: { command } }));
  const machine = thisMachine();
  const world = {
    machine,
    home: join(home, 'joust'),
    signal: new AbortController().signal,
    observe: () => undefined,
  };
  const ready = await readyContest({ format: 'race', prompt: 'add a file', cwd: top, settings }, world);
  const { result } = await playContest({ ...ready.request, roster }, { ...ready.world, ...world });
  if (result?.type !== 'race' || result.winner === undefined) throw new Error('the race has no winner');
}

/** As many checkouts as the race makes: one to check the base, one each to work in, one each to check in. */
function shell(top: string, home: string): void {
  const list = names.join(' ');
  const lines = [
    'set -e',
    `git worktree add -q --detach ${home}/base; (cd ${home}/base && true)`,
    `for n in ${list}; do git worktree add -q --detach ${home}/$n; done`,
    `for n in ${list}; do (cd ${home}/$n && ${work}) & done; wait`,
    `for n in ${list}; do`,
    `  (cd ${home}/$n && git add -A && git diff --cached --binary HEAD) > ${home}/$n.patch`,
    `  git worktree add -q --detach ${home}/$n-replay`,
    `  (cd ${home}/$n-replay && git apply --index ${home}/$n.patch && true)`,
    'done',
    `for n in base ${list}; do git worktree remove --force ${home}/$n; done`,
    `for n in ${list}; do git worktree remove --force ${home}/$n-replay; done`,
  ];
  execFileSync('sh', ['-c', lines.join('\n')], { cwd: top, stdio: ['ignore', 'ignore', 'inherit'] });
}
