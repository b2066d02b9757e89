// A suite beside a baseline. Each is a suite on record or the file of a JSON report.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { JoustError } from '../domain/joust-error.ts';
import { type SuiteResult, suiteResult } from '../formats/suite/result.ts';
import { type RecordWorld, withArchive } from '../play/make-scene.ts';
import { contestResult } from '../play/result.ts';
import { checkTaskPath } from '../play/task/task-place.ts';
import type { SuiteComparison } from '../views/suite/figures-schema.ts';
import { compareSuites } from '../views/suite/suite-comparison.ts';
import { checkSuite, thatIsSuite } from './suites-on-record.ts';

export interface CompareRequest {
  /** By its id, a beginning of it, `@last`, or the path of a JSON report. */
  readonly suite: string;
  readonly base: string;
}

export interface ComparedSuites {
  readonly suite: string;
  readonly base: string;
  readonly comparison: SuiteComparison;
}

export async function comparedSuites(
  { suite, base }: CompareRequest,
  world: RecordWorld,
): Promise<ComparedSuites> {
  const [now, before] = [await suiteNamed(suite, world), await suiteNamed(base, world)];
  const comparison = compareSuites(before.result, now.result);
  return { suite: now.called, base: before.called, comparison };
}

interface NamedSuite {
  /** Its id, or the file. */
  readonly called: string;
  readonly result: SuiteResult;
}

/** A suite on record, or in the file of a report. */
export async function suiteNamed(name: string, world: RecordWorld): Promise<NamedSuite> {
  if (/[.]json$/i.test(name)) return { called: name, result: reportedSuite(name, world) };
  const id = await withArchive(world, async (archive) => {
    const found = await archive.find(name, thatIsSuite);
    await checkSuite(found, archive);
    return found;
  });
  const { result, problem } = await contestResult(world, id);
  if (result?.type === 'suite') return { called: id, result };
  throw new JoustError(`contest ${id} can't be shown: ${problem ?? 'none of its cells ended'}`, {
    code: 'not-found',
    hint: `Play it on with: joust suite resume ${id}`,
  });
}

function reportedSuite(path: string, world: RecordWorld): SuiteResult {
  const { cwd } = world.machine;
  checkTaskPath(resolve(cwd, path), { ...world, cwd });
  const said = parsed(path, cwd);
  const inside = typeof said === 'object' && said !== null && 'result' in said ? said.result : said;
  const read = suiteResult.safeParse(inside);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new JoustError(`${path} isn't a report of a suite: ${issue?.path.join('.')}: ${issue?.message}`, {
    code: 'usage',
    hint: 'Write one with joust suite report ID --json.',
  });
}

function parsed(path: string, cwd: string): unknown {
  try {
    return JSON.parse(readFileSync(resolve(cwd, path), 'utf8'));
  } catch (cause) {
    const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
    throw new JoustError(isMissing ? `there is no file ${path}` : `${path} can't be read as JSON`, {
      code: 'usage',
      hint: 'Write a report with joust suite report ID --json.',
      cause,
    });
  }
}
