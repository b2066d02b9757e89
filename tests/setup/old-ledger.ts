// A ledger that an older joust wrote, with the folders its contests were played in. The inputs of recorded steps name their
// folder, so it is put back to where it was written, for one test at a time.
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { type Project, projectAt } from './project.ts';
import { madeRepository } from './repository.ts';

/** Where it was written. */
export const oldTop = '/tmp/joust-old-ledger';
/** Below it: the repository in which races were played. */
export const repositoryFolder = 'repository';

/** One contest on record, and what the joust that wrote it says it came to. */
export interface OldContest {
  readonly id: string;
  /** Its format; the rest says what was done to it. */
  readonly name: string;
  readonly closed: boolean;
  /** What is said to it where it waits for a person. */
  readonly settle?: readonly string[];
  readonly result: unknown;
  readonly answers: readonly string[];
}

export interface OldLedger {
  /** By their paths below the top. */
  readonly files: Readonly<Record<string, string>>;
  readonly contests: readonly OldContest[];
}

export function oldLedgerFolder(version: string): string {
  return fileURLToPath(new URL(`../fixtures/ledgers/${version}`, import.meta.url));
}

export async function openOldLedger(version: string): Promise<OldLedger & { readonly place: Project }> {
  const from = oldLedgerFolder(version);
  const old: OldLedger = JSON.parse(readFileSync(join(from, 'contests.json'), 'utf8'));
  await takeTop();
  const place = placeOf(old.files);
  mkdirSync(place.home);
  writeFileSync(join(place.home, 'ledger.db'), gunzipSync(readFileSync(join(from, 'ledger.db.gz'))));
  return { ...old, place };
}

/** The folders of the contests, with a repository whose commits are the same each time. */
export function placeOf(files: OldLedger['files'], program?: string): Project {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(oldTop, path)), { recursive: true });
    writeFileSync(join(oldTop, path), content);
  }
  const { git } = madeRepository(join(oldTop, repositoryFolder));
  git('add', '-A');
  git('commit', '-q', '-m', 'base');
  // Uncommitted work belongs to the base.
  writeFileSync(join(oldTop, repositoryFolder, 'untracked.txt'), 'mine\n');
  return projectAt(oldTop, {}, program === undefined ? {} : { program });
}

/** Whoever has it uses it for a minute; what is older was left by a run that was killed. */
async function takeTop(): Promise<void> {
  for (;;) {
    try {
      return mkdirSync(oldTop);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const found = statSync(oldTop, { throwIfNoEntry: false });
      if (found !== undefined && Date.now() - found.mtimeMs > 120_000)
        rmSync(oldTop, { recursive: true, force: true });
      else await sleep(200);
    }
  }
}
