// A whole race of three simulated contestants, and the same by hand: worktrees, three programs side by side, their diffs
// checked in fresh worktrees. For `npm run bench:race`.
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { currentMachine } from '../src/app/host.ts';
import { playContest } from '../src/app/play/play.ts';
import { readyContest } from '../src/app/play/ready.ts';

const names = ['one', 'two', 'three'];
/** How long contestants work. */
export const workMs = 500;

const settings = {
  contestant: ['scripted*3'],
  check: ['nothing=true'],
  noFoundChecks: true,
  copy: [],
  crossTests: 'off',
  confirmTokens: 0,
  budgetTokens: 0,
};

/** `home` is the caller's to remove; the repository is left as it was. */
export function raceAndByHand(
  top: string,
  home: string,
): { readonly joust: () => Promise<void>; readonly byHand: () => void; readonly forget: () => void } {
  const script = join(home, 'script.json');
  const steps = [{ wait: workMs }, { edit: 'new.txt', content: 'new\n' }, { say: 'done', rate: 1000 }];
  writeFileSync(script, JSON.stringify({ steps }));
  return {
    joust: () => race(top, { home, script }),
    byHand: () => shell(top, home),
    // The next race finds neither a base nor what its checks came to.
    forget: () => {
      for (const name of ['layers', 'base-checks'])
        rmSync(join(home, 'joust', name), { recursive: true, force: true });
    },
  };
}

async function race(top: string, { home, script }: { home: string; script: string }): Promise<void> {
  const roster = names.map((name) => ({ name, agent: 'scripted', settings: { script } }));
  const machine = currentMachine();
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
    `for n in ${list}; do (cd ${home}/$n && sleep ${workMs / 1000} && echo new > new.txt) & done; wait`,
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
