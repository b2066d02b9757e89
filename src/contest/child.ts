// The process behind an attempt: its environment, its start or re-attachment, its output.
import { existsSync, mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Agent, AgentIo, ProcessOutput } from '../agents/agent.ts';
import type { ProcessEnd, ProcessPlan } from '../domain/process-plan.ts';
import { childEnvironment } from '../process/environment.ts';
import { failpoint } from '../process/machine.ts';
import { follow } from '../process/spawn/follow.ts';
import { callProgram, findProgram, nodeProgram } from '../process/spawn/programs.ts';
import { emptyFolder, fillSpool, isClaimed, type Spool } from '../process/spawn/spool.ts';
import { startWrapper } from '../process/spawn/start.ts';
import type { Argv } from '../workspace/sandbox/sandbox.ts';
import type { AuthChoice } from './auth.ts';
import { nextDepth } from './depth.ts';
import type { Player } from './player.ts';
import type { Room } from './room.ts';
import type { AttemptToRun } from './step.ts';

export interface ChildSetup extends AttemptToRun {
  readonly agent: Agent;
  readonly auth: AuthChoice;
  readonly spool: Spool;
  readonly run: number;
  /** The private checkout it works in. */
  readonly room?: Room;
}

export interface ChildProcess extends AgentIo {
  /** Whether there is or was a process that may have left others behind. */
  begun(): boolean;
  /** Secret values it was given, by the name of their variable. */
  secrets(): Readonly<Record<string, string>>;
}

/** A re-attached wrapper that has not said who it is gets this long. */
const introductionMs = 2000;

export function childProcess(player: Player, setup: ChildSetup): ChildProcess {
  const { spool, auth } = setup;
  const env = environmentOf(player, setup);
  let begun = isClaimed(spool);
  return {
    begun: () => begun,
    secrets: () => secretsIn(env, setup),
    async *run(plan: ProcessPlan): AsyncGenerator<ProcessOutput> {
      const answerFile = plan.answerFile === undefined ? {} : { answerFile: plan.answerFile };
      if (isClaimed(spool)) {
        yield* follow(spool, {
          wrapperGone: sleep(introductionMs, undefined, { ref: false }),
          attached: true,
          ...answerFile,
        });
        return;
      }
      if (auth.refused !== undefined) {
        yield notStarted('unauthenticated', auth.refused);
        return;
      }
      if (plan.impossible !== undefined) {
        yield notStarted('impossible', plan.impossible);
        return;
      }
      const argv = argvOf(plan, env, setup);
      if (argv === undefined) {
        yield notStarted('not-found', `${plan.program} is not on the PATH`);
        return;
      }
      await prepare(player, setup, plan);
      const confined = await confinedArgv(player, setup, argv);
      // From here to the start nothing else happens: what comes later finds a process to end.
      if (player.signal.aborted || setup.halt.why !== undefined) {
        yield notStarted('cancelled', 'stopped before it started');
        return;
      }
      begun = true;
      const limits = limitsOf(player, setup);
      const wrapperGone = startWrapper(spool, {
        argv: confined,
        cwd: workFolder(setup),
        env: { ...env, ...plan.env },
        limits,
      });
      failpoint(`spawned ${setup.step.key}`);
      yield* follow(spool, { wrapperGone, ...answerFile });
    },
  };
}

/** Loaded for those who are confined: most only ask. */
async function confinedArgv(player: Player, setup: ChildSetup, argv: Argv): Promise<Argv> {
  const { room, step, spool, agent } = setup;
  if (room !== undefined) return await room.confine(argv);
  if (step.bare !== true) return argv;
  const { confineBare } = await import('./confine.ts');
  return await confineBare(player, spool, { argv, agent });
}

/** Who is to see nothing but its prompt works in an empty folder of the spool. */
export function workFolder({ step, spool, room }: Pick<ChildSetup, 'step' | 'spool' | 'room'>): string {
  if (room !== undefined) return room.folder;
  return step.bare === true ? emptyFolder(spool) : step.cwd;
}

/** Records the start, with the spool's path, before anything is spawned; a start that is on record already stands. */
async function prepare(player: Player, setup: ChildSetup, plan: ProcessPlan): Promise<void> {
  const { contest, step, inputs, spool, run, started } = setup;
  if (!existsSync(spool.stdin)) fillSpool(spool, plan);
  if (step.bare === true) mkdirSync(workFolder(setup), { recursive: true, mode: 0o700 });
  if (started?.run === run) return;
  const event = {
    type: 'attempt.started',
    v: 1,
    key: step.key,
    run,
    contestant: step.contestant.name,
  } as const;
  const role = step.role === undefined ? {} : { role: step.role };
  const workspace = setup.room === undefined ? {} : { workspace: setup.room.root };
  await player.recorder.record(contest, [
    { ...event, ...role, ...workspace, inputs, tier: step.tier, spool: spool.path },
  ]);
}

function environmentOf(
  player: Player,
  { agent, auth, step, spool, room }: ChildSetup,
): Readonly<Record<string, string>> {
  const { passes, keys, removes } = agent.environment;
  const { environment = {}, settings } = step.contestant;
  const [marker = ''] = spool.marker.split('=');
  const withholdKeys = auth.mode === 'subscription';
  const own = Object.entries(environment).filter(([name]) => !(withholdKeys && keys.includes(name)));
  const keyEnv = settings?.keyEnv === undefined || withholdKeys ? [] : [settings.keyEnv];
  const { env } = childEnvironment(player.machine.env, {
    passes: [
      ...passes,
      ...player.settings.envPass.filter((name) => !(withholdKeys && keys.includes(name))),
      ...keyEnv,
    ],
    keys,
    withholdKeys,
    removes,
    sets: { ...Object.fromEntries(own), ...room?.env, ...nextDepth(player.machine.env), [marker]: '1' },
  });
  return env;
}

function secretsIn(
  env: Readonly<Record<string, string>>,
  { agent, step }: ChildSetup,
): Readonly<Record<string, string>> {
  const named = new Set([...agent.environment.keys, step.contestant.settings?.keyEnv]);
  return Object.fromEntries(
    Object.entries(env).filter(
      ([name]) => named.has(name) || name.split('_').some((word) => secretWord.test(word)),
    ),
  );
}

/** A word of a variable's name that says its value is a secret: API_KEY, github_token2, DB_PASS, GH_PAT. */
const secretWord = /(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE)S?\d*$|^(?:PASS|PAT|CREDENTIALS?)\d*$/i;

function argvOf(
  plan: ProcessPlan,
  env: Readonly<Record<string, string>>,
  { step }: ChildSetup,
): readonly [string, ...string[]] | undefined {
  if (plan.program.startsWith('joust:')) {
    return [nodeProgram, callProgram, plan.program.slice('joust:'.length), ...plan.args];
  }
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
