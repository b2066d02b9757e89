// Asserts that are steps of the suite: a command that is run on the answer, and judges who score it by a rubric without names.
import type { Contest } from '../../../contest/handle/contest.ts';
import type { EndedAttempt } from '../../../contest/handle/step.ts';
import type { FolderSpec } from '../../../contest/workspace/workspace-spec.ts';
import type { Contestant } from '../../../domain/contestant.ts';
import { maySee } from '../../../domain/secrets/visibility.ts';
import type { SuiteAssert, SuiteTask } from '../../../domain/suite/suite-plan.ts';
import { type Rubric, weightedScore } from '../../../judging/entry.ts';
import { judgeScores } from '../../../judging/panel/judge-scores.ts';
import { asJudges, entryOf, judgingContext, serving } from '../../judges.ts';
import type { Measure } from './text-asserts.ts';

interface Measuring {
  readonly cell: { readonly key: string; readonly task: SuiteTask; readonly contestant: Contestant };
  readonly judges: readonly string[];
  readonly text: string;
  readonly result: EndedAttempt;
}

type Command = Extract<SuiteAssert, { kind: 'command' }>;
type RubricAssert = Extract<SuiteAssert, { kind: 'rubric' }>;

/** By their place among the asserts of the task; undefined: a judge's quota is waited for. */
export async function measureSteps(
  contest: Contest,
  measuring: Measuring,
): Promise<ReadonlyMap<number, Measure> | undefined> {
  const { cell } = measuring;
  const found = await Promise.all(
    cell.task.asserts.map(async (assert, at) => {
      const key = `assert/${cell.key}/${at}`;
      if (assert.kind === 'command')
        return [at, await byCommand(contest, { ...measuring, key, assert })] as const;
      if (assert.kind === 'rubric')
        return [at, await byRubric(contest, { ...measuring, key, assert })] as const;
      return undefined;
    }),
  );
  const steps = new Map<number, Measure>();
  for (const one of found) {
    if (one === undefined) continue;
    const [at, measure] = one;
    if (measure === undefined) return undefined;
    steps.set(at, measure);
  }
  return steps;
}

/** Exit 0 passes. What cannot be run says nothing. */
async function byCommand(
  contest: Contest,
  { key, assert, text, result }: Measuring & { readonly key: string; readonly assert: Command },
): Promise<Measure> {
  const { name, weight, value, cwd, timeoutMs } = assert;
  const workspace = workOf(result, key);
  const { end, stderr, stdout } = await contest.check({
    key,
    command: ['/bin/sh', '-c', value],
    cwd,
    timeoutMs,
    stdin: text,
    workspace,
  });
  if (workspace !== undefined) await contest.leave(workspace.key);
  const { outcome, code } = end;
  if (outcome === 'passed') return { name, weight, is: 'pass', step: key };
  const said = lastLine((await stderr()) || (await stdout()));
  const how = outcome === 'timed-out' ? 'it took too long' : `exit ${code ?? 'unknown'}`;
  const why = said === '' ? how : `${how}: ${said}`;
  return { name, weight, is: outcome === 'unavailable' ? 'error' : 'fail', why, step: key };
}

/** The files it handed in, where it did: the command runs among them. */
function workOf({ entry }: EndedAttempt, key: string): FolderSpec | undefined {
  if (entry?.kind !== 'folder') return undefined;
  return {
    kind: 'folder',
    key,
    readOnly: [],
    required: [],
    sandbox: 'none',
    maxBytes: 2e9,
    slot: 0,
    given: entry.change.files.flatMap(({ path, after }) =>
      after === undefined || after.mode === '120000'
        ? []
        : [{ path, mode: after.mode, content: after.content }],
    ),
  };
}

/** Judges of another maker where there are any; what they give is evened out, and a part of the marks passes. */
async function byRubric(
  contest: Contest,
  {
    key,
    assert,
    cell,
    judges: names,
    text,
    result,
  }: Measuring & { readonly key: string; readonly assert: RubricAssert },
): Promise<Measure | undefined> {
  const { name, weight, value, threshold } = assert;
  const { patch, secrets } = result.entry ?? {};
  const isShown = patch !== undefined && maySee('model', { type: 'patch', secrets });
  const work = isShown ? `${text}\n\n${await contest.content(patch)}` : text;
  const entry = entryOf({ contestant: cell.contestant, key: cell.key }, work);
  const all = asJudges(serving(contest, names));
  const others = all.filter(({ family }) => family !== entry.family);
  const rubric: Rubric = { dimensions: [{ name: 'met', min: 0, max: 5, weight: 1, about: value }] };
  const context = { ...judgingContext(contest), task: cell.task.prompt };
  const scored = await Promise.all(
    (others.length > 0 ? others : all).map((judge) =>
      judgeScores(contest, { key: `${key}/${judge.contestant.name}`, judge, entry, rubric, context }),
    ),
  );
  if (scored.some(({ why }) => why === 'parked')) return undefined;
  const marks = scored.flatMap(({ scores }) => (scores && weightedScore(rubric, scores)) ?? []);
  if (marks.length === 0)
    return { name, weight, is: 'error', why: `no verdict: ${scored[0]?.why ?? 'nobody judges'}`, step: key };
  const score = Math.round((1000 * marks.reduce((sum, one) => sum + one, 0)) / marks.length) / 1000;
  const words = scored.flatMap(({ rationale, addressed }) => [
    ...(addressed ? ['it addresses the judge'] : []),
    ...(rationale === undefined ? [] : [rationale.slice(0, 300)]),
  ]);
  const is = score >= threshold ? 'pass' : 'fail';
  return { name, weight, is, score, why: words.length > 0 ? words.join(' ') : undefined, step: key };
}

function lastLine(text: string): string {
  const line = text.trim().split('\n').at(-1) ?? '';
  return line.length <= 300 ? line : `${line.slice(0, 299)}…`;
}
