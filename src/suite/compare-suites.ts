// A suite beside a baseline: another suite on record, or the JSON report of one.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { JoustError } from '../domain/joust-error.ts';
import { type SuiteResult, suiteResult } from '../formats/suite/result.ts';
import type { RecordWorld } from '../play/make-scene.ts';
import { contestResult } from '../play/result.ts';
import type { Document } from '../views/document.ts';
import { compareSuites, comparisonDocument, type SuiteComparison } from '../views/suite/suite-comparison.ts';
import { findSuite } from './suites-on-record.ts';

export interface CompareRequest {
  /** By its id, a beginning of it, `@last`, or the path of a JSON report. */
  readonly suite: string;
  readonly base: string;
  /** Every task that changed. */
  readonly all?: boolean;
}

export interface ComparedSuites {
  readonly suite: string;
  readonly base: string;
  readonly comparison: SuiteComparison;
  readonly document: Document;
}

export async function comparedSuites(
  { suite, base, all = false }: CompareRequest,
  world: RecordWorld,
): Promise<ComparedSuites> {
  const [now, before] = [await suiteNamed(suite, world), await suiteNamed(base, world)];
  const comparison = compareSuites(before.result, now.result);
  const most = all ? Number.POSITIVE_INFINITY : mostChanged;
  const document = comparisonDocument(comparison, { base: before.called, now: now.called, most });
  return { suite: now.called, base: before.called, comparison, document };
}

const mostChanged = 24;

interface NamedSuite {
  /** Its id, or the file. */
  readonly called: string;
  readonly result: SuiteResult;
}

/** A suite on record, or in the file of a report. */
export async function suiteNamed(name: string, world: RecordWorld): Promise<NamedSuite> {
  if (/[.]json$/i.test(name)) return { called: name, result: reportedSuite(name, world.machine.cwd) };
  const id = await findSuite(name, world);
  const { result, problem } = await contestResult(world, id);
  if (result?.type === 'suite') return { called: id, result };
  throw new JoustError(`contest ${id} cannot be told: ${problem ?? 'nothing of it was played'}`, {
    code: 'not-found',
    hint: `Play it on with: joust suite resume ${id}`,
  });
}

function reportedSuite(path: string, cwd: string): SuiteResult {
  const said = parsed(path, cwd);
  const inside = typeof said === 'object' && said !== null && 'result' in said ? said.result : said;
  const read = suiteResult.safeParse(inside);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new JoustError(`${path} is no report of a suite: ${issue?.path.join('.')}: ${issue?.message}`, {
    code: 'usage',
    hint: 'Write one with joust suite report ID --json.',
  });
}

function parsed(path: string, cwd: string): unknown {
  try {
    return JSON.parse(readFileSync(resolve(cwd, path), 'utf8'));
  } catch (cause) {
    throw new JoustError(`${path} cannot be read as JSON: ${(cause as Error).message}`, {
      code: 'usage',
      hint: 'Write a report with joust suite report ID --json.',
      cause,
    });
  }
}
