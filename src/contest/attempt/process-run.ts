// A run of an attempt as a process in a spool: its environment, its start or re-attachment, its output, what it leaves.
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AgentIo, AgentRequest, ProcessOutput } from '../../agents/agent.ts';
import { redactor } from '../../domain/kept-text.ts';
import type { ProcessEnd, ProcessPlan } from '../../domain/process-plan.ts';
import { secretValues } from '../../domain/secrets/secret-values.ts';
import { childEnvironment } from '../../process/environment.ts';
import { failpoint } from '../../process/machine.ts';
import { follow } from '../../process/spawn/follow.ts';
import { callProgram, findProgram, nodeProgram } from '../../process/spawn/programs.ts';
import { removeSoon } from '../../process/spawn/remove-spools.ts';
import {
  emptyFolder,
  endSpool,
  fillSpool,
  isClaimed,
  noteCause,
  type Spool,
  type SpoolEnd,
  spoolAt,
  spoolBytes,
  spoolEnd,
  spoolName,
} from '../../process/spawn/spool.ts';
import { startWrapper } from '../../process/spawn/start.ts';
import type { Argv } from '../../workspace/sandbox/sandbox.ts';
import { isSealed } from '../accounts/vault.ts';
import { nextDepth, passedOn } from '../play/depth.ts';
import { clearAway, type Player } from '../play/player.ts';
import type { BarePlace } from '../workspace/confine.ts';
import { keeping } from './cassette.ts';
import { forgetTraces } from './folder-traces.ts';
import { rehearseEnd } from './rehearse.ts';
import {
  type AgentAttempt,
  type AttemptRun,
  type LiveRun,
  nextRun,
  type RunSetup,
  recordStart,
} from './run.ts';
import { cleaned } from './watch.ts';

interface ChildSetup extends AgentAttempt, RunSetup {
  readonly spool: Spool;
  readonly run: number;
}

/** Takes up the spool of the run that is still open, or makes one under an unguessable name. */
export function processRun(player: Player, attempt: AgentAttempt): AttemptRun {
  const { spool, run } = placeOf(player, attempt);
  return {
    run,
    id: spool.path,
    attached: isClaimed(spool),
    begin: (setup) => {
      const { contestant, cwd } = attempt.step;
      const here = { contestant: player.vault.open(contestant), cwd: player.folderOf(cwd) };
      const step = { ...attempt.step, ...here };
      return liveProcess(player, { ...attempt, ...setup, step, spool, run });
    },
  };
}

function liveProcess(player: Player, setup: ChildSetup): LiveRun {
  const { agent, step, spool, workspace } = setup;
  const child = childProcess(player, setup);
  const { asRoot } = player.machine;
  const about = { own: setup.own, cwd: workFolder(setup), origin: step.cwd, scratch: spool.scratch, asRoot };
  const request: AgentRequest = {
    ...step,
    ...about,
    ...(workspace !== undefined && workspace.sandbox !== 'none' && grantedInside(step)),
    reads: (workspace !== undefined && step.bare === true) || undefined,
  };
  let end: SpoolEnd | undefined;
  rehearseEnd(agent, request, spool);
  return {
    events: cleaned(agent.run(request, child), child.secrets()),
    stop(cause) {
      if (cause !== undefined) noteCause(spool, cause);
      void endSpool(spool);
    },
    begun: child.begun,
    secrets: child.secrets,
    clear: () => clearAway(player, step.contestant.name, spool),
    left: {
      spool: spool.path,
      streams: spool,
      bytes: () => spoolBytes(spool),
      times: () => {
        end ??= spoolEnd(spool);
        return end;
      },
      remove() {
        removeSoon(spool);
        if (step.bare !== true && workspace === undefined) return;
        const place = { home: player.machine.home, env: environmentOf(player, setup) };
        forgetTraces(agent, workFolder(setup), place);
      },
    },
  };
}

/** There the tier is kept from outside: whoever may write its workspace may run the project's programs in it. */
function grantedInside({ tier }: AgentAttempt['step']): Pick<AgentRequest, 'sandboxed' | 'tier'> {
  return { sandboxed: true, tier: tier === 'write' ? 'full' : tier };
}

/**
 * A start is recorded after its spool was filled: where the spool is gone nobody can tell what came of the run, and
 * another one goes on record.
 */
function placeOf(player: Player, attempt: AgentAttempt): { readonly spool: Spool; readonly run: number } {
  const { contest, started, over } = attempt;
  if (started?.spool !== undefined && over !== true && existsSync(started.spool))
    return { spool: spoolAt(started.spool), run: started.run };
  const path = join(player.home, 'spools', spoolName(contest, player.machine.random(12)));
  return { spool: spoolAt(path), run: nextRun(attempt) };
}

interface ChildProcess extends AgentIo {
  begun(): boolean;
  secrets(): Readonly<Record<string, string>>;
}

/** A re-attached wrapper that has not said who it is gets this long. */
const introductionMs = 2000;

function childProcess(player: Player, setup: ChildSetup): ChildProcess {
  const { spool, auth } = setup;
  const env = environmentOf(player, setup);
  let begun = isClaimed(spool);
  return {
    begun: () => begun,
    secrets: () => secretsIn(player, env, setup),
    async *run(plan: ProcessPlan): AsyncGenerator<ProcessOutput> {
      const limits = limitsOf(player, setup);
      const answerFile = plan.answerFile === undefined ? {} : { answerFile: plan.answerFile };
      if (isClaimed(spool)) {
        yield* follow(spool, {
          wrapperGone: sleep(introductionMs, undefined, { ref: false }),
          attached: true,
          limits,
          ...answerFile,
        });
        return;
      }
      if (auth.refused !== undefined) {
        yield notStarted('unauthenticated', auth.refused);
        return;
      }
      const impossible = plan.impossible ?? whyNoValues(setup);
      if (impossible !== undefined) {
        yield notStarted('impossible', impossible);
        return;
      }
      const argv = argvOf(plan, env, setup);
      if (argv === undefined) {
        yield notStarted('not-found', `${plan.program} is not on the PATH`);
        return;
      }
      await prepare(player, setup, plan);
      const whole = { ...env, ...plan.env };
      const confined = await confinedArgv(player, setup, { argv, env: whole });
      await setup.turn?.();
      // From here to the start nothing else happens: what comes later finds a process to end.
      if (player.signal.aborted || setup.halt.why !== undefined) {
        yield notStarted('cancelled', 'stopped before it started');
        return;
      }
      begun = true;
      const cwd = workFolder(setup);
      const wrapperGone = startWrapper(spool, { argv: confined, cwd, env: whole, limits });
      failpoint(`spawned ${setup.step.key}`);
      const clean = redactor(secretsIn(player, env, setup));
      yield* keeping(follow(spool, { wrapperGone, limits, ...answerFile }), player, { ...setup, clean });
    },
  };
}

/** Loaded for those who are confined: most only ask. */
async function confinedArgv(
  player: Player,
  setup: ChildSetup,
  { argv, env }: { readonly argv: Argv; readonly env: Readonly<Record<string, string>> },
): Promise<Argv> {
  const { workspace, step, spool, agent } = setup;
  if (workspace !== undefined) return await workspace.confine({ argv, spool, env });
  if (step.bare !== true) return argv;
  const { confineBare } = await import('../workspace/confine.ts');
  return await confineBare(player, bareIn(spool), { argv, agent });
}

function bareIn(spool: Spool): BarePlace {
  const { path, scratch } = spool;
  return { tree: emptyFolder(spool), tmp: join(path, 'tmp'), cache: join(path, 'cache'), scratch };
}

/** Who is to see nothing but its prompt works in an empty folder of the spool. */
function workFolder({ step, spool, workspace }: Pick<ChildSetup, 'step' | 'spool' | 'workspace'>): string {
  if (workspace !== undefined) return workspace.folder;
  return step.bare === true ? emptyFolder(spool) : step.cwd;
}

/** The start is on record, with the spool's path, before anything is spawned. */
async function prepare(player: Player, setup: ChildSetup, plan: ProcessPlan): Promise<void> {
  const { step, spool, run, workspace } = setup;
  if (!existsSync(spool.stdin)) fillSpool(spool, plan);
  if (step.bare === true) mkdirSync(workFolder(setup), { recursive: true, mode: 0o700 });
  await recordStart(player, setup, { run, workspace, spool: spool.path });
}

/** Without them it might ask somebody else, or somebody else might pay. */
function whyNoValues({ step }: ChildSetup): string | undefined {
  const { environment = {} } = step.contestant;
  const names = Object.keys(environment).filter((name) => isSealed(environment[name] ?? ''));
  if (names.length === 0) return undefined;
  return `the value of ${names.join(', ')} it was opened with is not known here: set it in the config, under environment`;
}

function environmentOf(
  player: Player,
  { agent, auth, step, spool, workspace, budget }: ChildSetup,
): Readonly<Record<string, string>> {
  const { passes, keys, removes } = agent.environment;
  const { environment = {}, settings } = step.contestant;
  const [marker = ''] = spool.marker.split('=');
  const withholdKeys = auth.mode === 'subscription';
  const own = Object.entries(environment).filter(([name]) => !(withholdKeys && keys.includes(name)));
  const keyEnv = settings?.keyEnv === undefined || withholdKeys ? [] : [settings.keyEnv];
  const { env } = childEnvironment(player.machine.env, {
    passes: [...passes, ...keyEnv],
    given: player.settings.envPass.filter((name) => !(withholdKeys && keys.includes(name))),
    keys,
    withholdKeys,
    removes,
    sets: {
      ...Object.fromEntries(own),
      ...workspace?.env,
      [marker]: '1',
      ...nextDepth(player.machine.env),
      ...passedOn(budget.shareFor(step.key)),
    },
  });
  return env;
}

function secretsIn(
  player: Player,
  env: Readonly<Record<string, string>>,
  { agent, step }: ChildSetup,
): Readonly<Record<string, string>> {
  const { environment = {}, settings } = step.contestant;
  return secretValues(env, {
    keys: [...agent.environment.keys, settings?.keyEnv],
    passed: [...Object.keys(environment), ...player.settings.envPass],
    values: player.vault.values(),
  });
}

function argvOf(
  plan: ProcessPlan,
  env: Readonly<Record<string, string>>,
  { step, workspace }: ChildSetup,
): Argv | undefined {
  if (plan.program.startsWith('joust:')) {
    return [nodeProgram, callProgram, plan.program.slice('joust:'.length), ...plan.args];
  }
  // Its programs are the image's.
  if (workspace?.sandbox === 'container') return [plan.program, ...plan.args];
  const program = findProgram(plan.program, { path: env['PATH'], cwd: step.cwd });
  return program === undefined ? undefined : [program, ...plan.args];
}

function limitsOf(player: Player, { agent, step }: ChildSetup): Parameters<typeof startWrapper>[1]['limits'] {
  const { timeoutMs, idleMs, outputBytes } = player.settings;
  return {
    timeoutMs: step.contestant.timeoutMs ?? timeoutMs,
    idleMs: step.contestant.idleMs ?? idleMs ?? agent.idleMs,
    outputBytes,
  };
}

function notStarted(cause: ProcessEnd['cause'], why: string): ProcessOutput {
  return { type: 'end', end: { cause, code: null, stderrTail: '', why } };
}
