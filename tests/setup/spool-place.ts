// A spool of its own for a test of wrappers: started from a shell script, looked at by its marker, ended whatever became of it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Followed, type FollowOptions, follow } from '../../src/process/spawn/follow.ts';
import { fillSpool, type Spool, spoolAt, spoolTree } from '../../src/process/spawn/spool.ts';
import { type StartOptions, startWrapper } from '../../src/process/spawn/start.ts';
import { carries, listProcesses } from '../../src/process/tree/process-list.ts';
import { endTree } from '../../src/process/tree/process-tree.ts';

export interface SpoolPlace extends AsyncDisposable {
  readonly folder: string;
  readonly spool: Spool;
  /** Resolves when the wrapper is gone. `$spool` is the spool's folder. */
  start(script: string, limits?: Partial<StartOptions['limits']>): Promise<boolean>;
  /** Starts it and tells all there is of it, up to its end. Programs in `path` come before those of the machine. */
  played(
    script: string,
    options?: Omit<FollowOptions, 'wrapperGone'> & { readonly path?: string },
  ): Promise<readonly Followed[]>;
  /** Pids that carry its marker. */
  marked(): readonly number[];
}

export function spoolPlace(): SpoolPlace {
  const folder = mkdtempSync(join(tmpdir(), 'joust wrapper '));
  const spool = spoolAt(join(folder, `test-${Math.random().toString(36).slice(2)}`));
  fillSpool(spool, { stdin: 'the prompt\n', files: [] });
  const [marker = ''] = spool.marker.split('=');
  const startWith = (path: string, script: string, limits: Partial<StartOptions['limits']> = {}) =>
    startWrapper(spool, {
      argv: ['/bin/sh', '-c', script],
      cwd: folder,
      env: { PATH: `${path}${process.env['PATH'] ?? ''}`, spool: spool.path, [marker]: '1' },
      limits: { timeoutMs: 60_000, idleMs: 0, outputBytes: 1e9, ...limits },
    });
  return {
    folder,
    spool,
    start: (script, limits) => startWith('', script, limits),
    async played(script, { path, ...options } = {}) {
      const seen: Followed[] = [];
      const wrapperGone = startWith(path === undefined ? '' : `${path}:`, script, options.limits);
      for await (const output of follow(spool, { wrapperGone, ...options })) seen.push(output);
      return seen;
    },
    marked: () =>
      listProcesses()
        .map(({ pid }) => pid)
        .filter((pid) => carries(pid, spool.marker)),
    async [Symbol.asyncDispose]() {
      await endTree([spoolTree(spool)], { graceMs: 0 });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
