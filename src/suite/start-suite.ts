// A suite that can be opened: its file read and trusted, tasks chosen, each of them made ready once to see that it can be, and all of it estimated.
import { dirname } from 'node:path';
import { castOf } from '../brief/brief-people.ts';
import { type SuiteFile, selectTasks } from '../config/suite/suite-file.ts';
import { randomFor, shuffled } from '../contest/handle/draw.ts';
import type { Contestant } from '../domain/contestant.ts';
import { JoustError } from '../domain/joust-error.ts';
import type { SuitePlan, SuiteTask } from '../domain/suite/suite-plan.ts';
import { formatNamed } from '../formats/all.ts';
import type { Given } from '../formats/format.ts';
import type { RecordWorld } from '../play/make-scene.ts';
import { type ReadyContest, readyContest, type StartRequest } from '../play/ready.ts';
import { checkTaskPath } from '../play/task/task-place.ts';
import { poolLabel, poolUrl } from '../pool/pool.ts';
import { commitNamed } from '../process/git/fetch-commit.ts';
import { visible } from '../views/visible.ts';
import { readyCell } from './play-child.ts';
import { readSuite } from './suite-folder.ts';

export interface SuiteRequest
  extends Pick<
    StartRequest,
    'waitForQuotaMs' | 'approve' | 'functions' | 'cassettes' | 'pool' | 'program' | 'callers'
  > {
  readonly file: string;
  readonly trials?: number | undefined;
  readonly parallel?: number | undefined;
  readonly filters?: readonly string[] | undefined;
  readonly sample?: number | undefined;
  /** Only these of the suite's contestants. */
  readonly contestants?: readonly string[] | undefined;
  /** Those of every contest, by name. */
  readonly settings?: Given;
}

export async function readySuite(asked: SuiteRequest, world: RecordWorld): Promise<ReadyContest> {
  checkTaskPath(asked.file, { ...world, cwd: dirname(asked.file), program: asked.program });
  const suite = withNamed(readSuite(asked.file, world.machine), asked.contestants ?? []);
  const { sample, filters = [], cassettes } = asked;
  const pool = asked.pool === undefined ? {} : { pool: poolLabel(asked.pool) };
  if (asked.pool !== undefined) await poolUrl(world.machine);
  const selection = { filters, sample };
  // The same ones each time, so that runs can be compared.
  const chosen = selectTasks(suite.tasks, selection, (all) => shuffled(all, randomFor(suite.name)));
  const laidOut = await Promise.all(
    chosen.map(async ({ task, harbor }) => {
      if (harbor === undefined) return task;
      return await (await import('./harbor-task.ts')).laidOutTask(task, harbor, world.home);
    }),
  );
  const tasks = await settled(laidOut);
  const parallel = asked.parallel ?? suite.parallel ?? null;
  const trials = asked.trials ?? suite.trials;
  const { name, thresholds } = suite;
  const plan = {
    name,
    trials,
    parallel,
    thresholds,
    tasks,
    judges: [...castOf(suite.judges, suite.contestants).specs],
    ...pool,
  };
  // Who plays and judges is known when it is made ready; then it is known what each of them will be asked.
  const first = await withPlan(asked, suite, world, { ...plan, expected: [] });
  const { roster, staff = [] } = first.request;
  const expected = [
    ...(await expectedOf({ tasks, trials, roster, asked: { ...pool, cassettes } }, suite, world)),
    ...expectedOfJudges({ tasks, trials, roster }, staff),
  ];
  const ready = await withPlan(asked, suite, world, { ...plan, expected });
  return { ...ready, notes: [...suite.notes, ...ready.notes] };
}

/** Whoever starts a suite of another program may name contestants who are not in it. */
function withNamed(suite: SuiteFile, names: readonly string[]): SuiteFile {
  if (!suite.open) return suite;
  const contestants = names.map(
    (name) => suite.contestants.find((one) => one.name === name) ?? { name, spec: name, line: 1 },
  );
  if (contestants.length > 0) return { ...suite, contestants };
  if (suite.contestants.length > 0) return suite;
  throw new JoustError(['it names nobody who can play here', ...suite.notes].join('\n'), {
    code: 'usage',
    hint: 'Name contestants: joust suite run FILE -c claude -c codex. `joust doctor` shows who can play.',
  });
}

async function withPlan(
  { settings = {}, contestants = [], file: _file, ...asked }: SuiteRequest,
  suite: SuiteFile,
  ...[world, plan]: [RecordWorld, SuitePlan]
): Promise<ReadyContest> {
  const [players, judges] = [castOf(suite.contestants), castOf(suite.judges, suite.contestants)];
  const names = suite.contestants.map(({ name }) => name);
  const unknown = contestants.find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new JoustError(`${visible(unknown)} is not in this suite`, {
      code: 'unknown-contestant',
      hint: `There are: ${names.join(', ')}.`,
    });
  const specs = players.specs.filter(
    (_, at) => contestants.length === 0 || contestants.includes(names[at] ?? ''),
  );
  const { waitForQuotaMs, approve, functions, cassettes, program, callers } = asked;
  return await readyContest(
    {
      format: 'suite',
      cwd: suite.folder,
      cast: { ...players.members, ...judges.members },
      settings: { ...suite.limits, ...settings, contestant: specs, plan: JSON.stringify(plan) },
      waitForQuotaMs,
      approve,
      cassettes,
      functions,
      program,
      callers,
    },
    world,
  );
}

/** What a branch or tag stands for now holds for every cell. */
async function settled(tasks: readonly SuiteTask[]): Promise<SuiteTask[]> {
  const known = new Map<string, Promise<string | undefined>>();
  return await Promise.all(
    tasks.map(async (task) => {
      const { place } = task;
      if (place.kind !== 'repository') return task;
      const name = `${place.from}\n${place.commit}`;
      const found = known.get(name) ?? commitNamed(place.from, place.commit);
      known.set(name, found);
      const commit = await found;
      return commit === undefined ? task : { ...task, place: { ...place, commit } };
    }),
  );
}

interface Cells {
  readonly tasks: readonly SuiteTask[];
  readonly trials: number;
  readonly roster: readonly Contestant[];
}

interface AskedCells extends Cells {
  readonly asked: Pick<SuiteRequest, 'pool' | 'cassettes'>;
}

/** Every kind of task is made ready once: what is wrong with it is said before anything is spent. */
async function expectedOf(
  { tasks, trials, roster, asked }: AskedCells,
  suite: SuiteFile,
  world: RecordWorld,
): Promise<SuitePlan['expected']> {
  const [somebody] = roster;
  if (somebody === undefined) return [];
  const kinds = Map.groupBy(tasks, ({ format, settings, place }) =>
    JSON.stringify([format, settings, place]),
  );
  const found: SuitePlan['expected'] = [];
  for (const alike of kinds.values()) {
    const [task] = alike;
    if (task === undefined) continue;
    const start = { ...task, ...asked, contestant: somebody };
    const { request } = await readyCell(start, world).catch((error) => notReady(error, task, suite));
    const { options, tier, staff = [], prompt } = request;
    const format = await formatNamed(task.format);
    const each = options && format.expects({ roster: [somebody], staff, options, task: { tier, prompt } });
    const own = each?.filter(({ contestant }) => contestant.name === somebody.name).length ?? 1;
    const times = own * alike.length * trials;
    found.push(...roster.map(({ name }) => ({ contestant: name, format: task.format, tier, times })));
  }
  return found.filter(({ times }) => times > 0);
}

function notReady(error: unknown, { id }: SuiteTask, { tasks }: SuiteFile): never {
  if (!(error instanceof JoustError)) throw error;
  const line = tasks.find(({ task }) => task.id === id)?.line ?? 1;
  const { message, code, hint } = error;
  const where = `line ${line}, task ${visible(id)}: ${message}`;
  throw new JoustError(where, { code, hint, cause: error });
}

function expectedOfJudges(
  { tasks, trials, roster }: Cells,
  judges: readonly Contestant[],
): SuitePlan['expected'] {
  const rubrics = tasks.reduce(
    (sum, { asserts }) => sum + asserts.filter(({ kind }) => kind === 'rubric').length,
    0,
  );
  const times = rubrics * trials * roster.length;
  if (times === 0) return [];
  return judges.map(({ name }) => ({ contestant: name, format: 'judge', tier: 'read', times }));
}
