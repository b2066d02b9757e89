// Plans a canary for each check that runs tests, from the base's own test files, before a race is on record.
import type { CheckSpec } from '../../domain/check-spec.ts';
import type { TreeReader } from '../find/project-tree.ts';
import { type CanaryPlan, gaps } from './canary-plan.ts';
import { javaScriptCanary } from './javascript-canary.ts';
import { pythonCanary } from './python-canary.ts';
import { canaryCommand, runnerCommand } from './runner-command.ts';

/** `below`: the folder of the tree that checks run in, and that the reader reads. */
export function planCanaries(
  checks: readonly CheckSpec[],
  tree: TreeReader,
  below: string,
): readonly CanaryPlan[] {
  return checks.flatMap((check, at) =>
    check.signal === 'tests' ? [planCanary(check, { tree, below, before: checks.slice(0, at) })] : [],
  );
}

interface Place {
  readonly tree: TreeReader;
  readonly below: string;
  readonly before: readonly CheckSpec[];
}

function planCanary({ name: check, command }: CheckSpec, { tree, below, before }: Place): CanaryPlan {
  const found = runnerCommand(command, tree);
  if (found === undefined)
    return { type: 'none', check, why: 'its command does not end in node --test, vitest, jest or pytest' };
  const { runner } = found;
  const file = runner === 'pytest' ? pythonCanary(tree) : javaScriptCanary(tree, runner);
  if (file === undefined)
    return { type: 'none', check, why: 'no test file of the base asserts in a way that joust knows' };
  const isBuilt = needsBuild(file.loads);
  const depth = below === '' ? 0 : below.split('/').length;
  const from = (path: string) => (below === '' ? path : `${below}/${path}`);
  const isJson = runner === 'jest';
  const report = `${gaps.file}.${isJson ? 'json' : 'xml'}`;
  return {
    type: 'planned',
    check,
    path: from(file.path),
    text: file.text,
    command: canaryCommand(isBuilt ? found : { ...found, before: [] }, { file: file.path, report, depth }),
    report: from(report),
    parser: isJson ? 'jest-json' : 'junit',
    builds: isBuilt ? before.filter(isBuild).map(({ name }) => name) : [],
  };
}

function needsBuild(loads: readonly string[]): boolean {
  return loads.some((name) => /(?:^|\/)(?:dist|build|out|lib)(?:\/|$)/.test(name) || !name.startsWith('.'));
}

/** It measures nothing itself, so others may need what it makes. */
function isBuild({ signal, required }: CheckSpec): boolean {
  return signal === undefined && required;
}
