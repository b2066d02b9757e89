// What races are swept in: a repository that has to stay as it was, a bwrap that notes who was started in it, and the
// traces nobody may leave.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type TestContext } from 'vitest';
import { thisMachine } from '../../src/process/machine.ts';
import { layersIn } from '../../src/workspace/overlay/layer.ts';
import { findSandbox } from '../../src/workspace/sandbox/find-sandbox.ts';
import { processesOf } from '../setup/processes.ts';
import type { Project } from '../setup/project.ts';
import { fingerprint, madeRepository } from '../setup/repository.ts';
import { until } from '../setup/until.ts';
import { noOverlays } from '../workspace/workspace-kinds.ts';
import type { SweptFormat } from './formats.ts';

export function makeRepository(place: Project, config: string): void {
  const { git } = madeRepository(place.folder);
  git('add', '-A');
  git('commit', '-q', '-m', 'base');
  // Uncommitted work belongs to the base.
  place.write('untracked.txt', 'mine\n');
  place.config(config);
  place.write('../fingerprint', fingerprint(place.folder));
}

/** Says aloud what cannot be swept here. */
export async function skipUnlessPlayable(
  { sandboxed, args }: Pick<SweptFormat, 'sandboxed' | 'args'>,
  context: TestContext,
): Promise<void> {
  if (args.includes('overlay') && noOverlays !== undefined) context.skip(noOverlays);
  const found = sandboxed === true ? await findSandbox(thisMachine()) : undefined;
  if (found !== undefined && 'unavailable' in found) context.skip(`${found.unavailable}. ${found.hint}`);
}

let noting: string | undefined;

/** Nobody in the sandbox can write outside of it: whoever starts the sandbox for a contestant notes it. */
export function notingPath(): string {
  const path = process.env['PATH'] ?? '';
  if (noting === undefined) {
    const folder = mkdtempSync(join(tmpdir(), 'joust-bwrap-'));
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    const program = execFileSync('/bin/sh', ['-c', 'command -v bwrap'], { encoding: 'utf8' }).trim();
    const note = 'case "$*" in *" scripted") echo started >>../../../../../starts-sandboxed ;; esac';
    writeFileSync(join(folder, 'bwrap'), `#!/bin/sh\n${note}\nexec ${program} "$@"\n`);
    chmodSync(join(folder, 'bwrap'), 0o755);
    noting = folder;
  }
  return `${noting}:${path}`;
}

/** No checkout, base, spool or process is left, and the user's repository is what it was, byte for byte. */
export async function expectNoTraces(place: Project, moment: string): Promise<void> {
  expect(tracesOf(place), moment).toEqual([]);
  expect(fingerprint(place.folder), moment).toBe(readFileSync(join(place.folder, '../fingerprint'), 'utf8'));
  await until(() => processesOf(place.home).length === 0).catch((cause: unknown) => {
    throw new Error(`${moment}: processes`, { cause });
  });
}

export function tracesOf({ home }: Project): readonly string[] {
  const left = ['workspaces', 'bases', 'spools'].flatMap((name) =>
    existsSync(join(home, name)) ? readdirSync(join(home, name)).map((each) => `${name}/${each}`) : [],
  );
  // One is kept for the next race.
  const layers = layersIn(home).filter(({ isWhole, users }) => !isWhole || users.length > 0);
  return [...left, ...layers.map(({ path, users }) => `layer ${path} of ${users.join(', ')}`)];
}
