// Which of the base's tests an entry did not run.
import type { TestCase, TestFigures } from '../../domain/check-spec.ts';

export interface LostTests {
  /** Tests that the base ran; one that was skipped did not run. */
  readonly base: number;
  readonly lost: number;
}

/**
 * By name, if both name their tests: a test of the base is lost if the entry ran none of its name in its file. It counts as renamed
 * if the entry ran a test in that file whose name the base does not have there, and each such test makes up for one. By count
 * otherwise: the entry lost as many tests as it ran fewer.
 */
export function lostTests(base: TestFigures, now: TestFigures): LostTests {
  if (base.cases === undefined || now.cases === undefined) {
    const [ranBefore, ranNow] = [base.passed + base.failed, now.passed + now.failed];
    return { base: ranBefore, lost: Math.max(0, ranBefore - ranNow) };
  }
  // A file of the base that could not run at all has no tests to lose.
  const before = base.cases.filter((test) => hasRun(test) && !(isFile(test) && test.outcome === 'failed'));
  const after = Map.groupBy(now.cases.filter(hasRun), fileOf);
  let lost = 0;
  for (const [file, tests] of Map.groupBy(before, fileOf)) lost += lostIn(tests, after.get(file) ?? []);
  return { base: before.length, lost };
}

/** Of one file. */
function lostIn(before: readonly TestCase[], after: readonly TestCase[]): number {
  const left = new Map<string, number>();
  for (const { name } of after) left.set(name, (left.get(name) ?? 0) + 1);
  let missing = 0;
  for (const { name } of before) {
    const count = left.get(name) ?? 0;
    if (count > 0) left.set(name, count - 1);
    else missing += 1;
  }
  // A file that ended before it had tests stands for none of them.
  const added = after.filter((test) => !isFile(test) && take(left, test.name)).length;
  return Math.max(0, missing - added);
}

function take(left: Map<string, number>, name: string): boolean {
  const count = left.get(name) ?? 0;
  left.set(name, count - 1);
  return count > 0;
}

function hasRun({ outcome }: TestCase): boolean {
  return outcome !== 'skipped';
}

function isFile({ name, file }: TestCase): boolean {
  return name !== '' && name === file;
}

function fileOf({ file = '' }: TestCase): string {
  return file;
}
