// A pool to play in: a database, hosts that are machines of their own as far as one machine can have several, somebody who submits
// and shares no folder with them, and a bill that is kept outside, by the contestants themselves.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JoustEvent } from '../../src/domain/event.ts';
import { schemaFor } from './postgres.ts';
import { processesOf } from './processes.ts';
import { cliProgram, finished, type Project, projectAt, type Ran } from './project.ts';
import { removeTree } from './remove-tree.ts';
import { until } from './until.ts';

/** A start of a contestant, as it was paid for. */
export interface Paid {
  /** What it was asked, which tells the contest. */
  readonly prompt: string;
  readonly contestant: string;
  /** The machine's name. */
  readonly host: string;
  readonly ended: boolean;
}

export interface PoolWorker {
  readonly child: ChildProcess;
  /** The joust process alone: what it has started lives on. */
  signal(name: NodeJS.Signals): void;
  said(): string;
  readonly ended: Promise<Ran>;
}

export interface PoolHost extends Pick<Project, 'home' | 'folder' | 'env' | 'config'> {
  /** As the machine is called; its name in the pool begins with it. */
  readonly machine: string;
  /** Resolves when it takes contests. */
  work(
    args?: readonly string[],
    options?: { readonly env?: Readonly<Record<string, string>> },
  ): Promise<PoolWorker>;
  start(args: readonly string[], options?: { readonly env?: Readonly<Record<string, string>> }): PoolWorker;
  /** The machine is switched off: everything on it dies at once. It is started anew by the next worker. */
  kill(): Promise<void>;
  /** Of attempts; not its workers. */
  spools(): readonly string[];
}

export interface PoolPlace extends AsyncDisposable {
  readonly submitter: Project;
  readonly url: string;
  readonly folder: string;
  host(): PoolHost;
  /** Hands contests of two attempts over, and leaves them to the pool. Returns their ids in the order of the prompts. */
  submit(prompts: readonly string[], more?: readonly string[]): Promise<readonly string[]>;
  /** Everything that was said or written where the address of the database must not be. */
  everything(): string;
  bill(): readonly Paid[];
  /** From now on nobody waits, or only this contestant doesn't. */
  go(name?: string): void;
  events(id: string): Promise<readonly JoustEvent[]>;
  closed(ids: readonly string[]): Promise<void>;
}

export const lostAfter = ['--lost-after', '3s'];
const names = ['a', 'b'];

/** Waits until it may go on, or only for a while; notes its start and its end in files of their own. */
const contestant = `#!/bin/sh
id=$(env | sed -n 's/^JOUST_ATTEMPT_\\([^=]*\\)=1$/\\1/p')
printf '%s\\t%s\\t%s\\n' "$1" "$(basename "$(dirname "$HOME")")" "$(head -n 1)" >"$2/bill/$id.new"
env >"$2/env/$id"
mv "$2/bill/$id.new" "$2/bill/$id"
if [ "$3" = go ]; then while [ ! -e "$2/go" ] && [ ! -e "$2/go-$1" ]; do sleep 0.1; done; else sleep "$3"; fi
: >"$2/ends/$id"
echo "an answer of $1"
`;

export function poolPlace(
  url: (schema: string) => string,
  { seconds = 'go', toml = '' }: { readonly seconds?: string; readonly toml?: string } = {},
): PoolPlace {
  const top = mkdtempSync(join(tmpdir(), 'joust-pool-'));
  const outside = join(top, 'outside');
  for (const name of ['bill', 'ends', 'env']) mkdirSync(join(outside, name), { recursive: true });
  writeFileSync(join(outside, 'contestant'), contestant);
  chmodSync(join(outside, 'contestant'), 0o755);
  const address = url(schemaFor(top));
  const submitter = projectAt(join(top, 'submitter'), {});
  const tables = names.map((name) => {
    const words = [join(outside, 'contestant'), name, outside, seconds];
    return `[contestants.${name}]\nagent = "command"\ncommand = ${JSON.stringify(words)}\n`;
  });
  submitter.config(`[ledger]\nurl = ${JSON.stringify(address)}\n${toml}${tables.join('')}`);
  const hosts: ReturnType<typeof poolHost>[] = [];
  const events: PoolPlace['events'] = async (id) => {
    const { stdout } = await submitter.joust(['show', id, '--events']);
    return stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as JoustEvent);
  };
  return {
    submitter,
    url: address,
    folder: outside,
    events,
    host() {
      const made = poolHost(top, { number: hosts.length + 1, address });
      hosts.push(made);
      return made;
    },
    async submit(prompts, more = []) {
      const who = names.flatMap((name) => ['-c', name]);
      const ids: string[] = [];
      for (const prompt of prompts) {
        const { code, stdout, stderr } = await submitter.joust([
          'ask',
          '--pool',
          '--detach',
          ...who,
          ...more,
          prompt,
        ]);
        if (code !== 0) throw new Error(`not submitted: ${stderr}`);
        ids.push(stdout.trim());
      }
      return ids;
    },
    bill: () =>
      readdirSync(join(outside, 'bill'))
        .filter((name) => !name.endsWith('.new'))
        .map((name) => {
          const [who = '', host = '', prompt = ''] = readFileSync(join(outside, 'bill', name), 'utf8')
            .trimEnd()
            .split('\t');
          return { contestant: who, host, prompt, ended: existsSync(join(outside, 'ends', name)) };
        }),
    everything: () => [...hosts.map(({ home, told }) => textsIn(home) + told()), textsIn(outside)].join('\n'),
    go: (name) => writeFileSync(join(outside, name === undefined ? 'go' : `go-${name}`), ''),
    async closed(ids) {
      const open = new Set(ids);
      await until(async () => {
        for (const id of open)
          if ((await events(id)).some(({ type }) => type === 'contest.closed')) open.delete(id);
        return open.size === 0;
      }, 90_000).catch(async (cause: unknown) => {
        const { stdout } = await submitter.joust(['hosts', '--json']);
        throw new Error(
          `${[...open].join(', ')} did not end:\n${stdout}${hosts.map((host) => host.told()).join('\n')}`,
          { cause },
        );
      });
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(hosts.map((host) => host.remove()));
      removeTree(top);
    },
  };
}

/** Every file below a folder as one text. */
export function textsIn(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1')).join('\n');
}

function poolHost(top: string, { number, address }: { readonly number: number; readonly address: string }) {
  const machine = `host${number}`;
  const made = projectAt(join(top, machine), {}, { env: { JOUST_LEDGER: address } });
  const workers = new Set<PoolWorker>();
  const told: (() => string)[] = [];
  const known: number[] = [];
  let init: ChildProcess | undefined;
  const start: PoolHost['start'] = (args, options = {}) => {
    if (whyNoMachines === undefined) init ??= machineIn(top, machine);
    const command = [process.execPath, cliProgram, ...args];
    const [program = '', ...rest] = init === undefined ? command : [...insideOf(init), ...command];
    const child = spawn(program, rest, {
      cwd: made.folder,
      env: { ...made.env, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let text = '';
    told.push(() => text);
    child.stderr?.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
    });
    const worker: PoolWorker = {
      child,
      said: () => text,
      ended: finished(child),
      signal(name) {
        // What enters a machine waits outside of it for what it has started there, and stops together with that.
        const inside = init && childOf(child.pid);
        if (inside !== undefined) process.kill(inside, name);
        if (inside === undefined || name === 'SIGCONT') child.kill(name);
      },
    };
    workers.add(worker);
    void worker.ended.then(() => workers.delete(worker));
    return worker;
  };
  const kill = async () => {
    const ending = [...workers].map(({ ended }) => ended);
    for (const { child } of workers) child.kill('SIGCONT');
    const pid = childOf(init?.pid);
    if (pid !== undefined) {
      // While somebody knows it, the next machine is told apart from this one.
      known.push(openSync(`/proc/${pid}/ns/pid`, 'r'));
      process.kill(pid, 'SIGKILL');
    }
    if (whyNoMachines !== undefined) for (const each of processesOf(made.home)) process.kill(each, 'SIGKILL');
    init = undefined;
    await Promise.all(ending);
  };
  return {
    ...made,
    machine,
    start,
    kill,
    async work(args: readonly string[] = [], options = {}) {
      const worker = start(['worker', ...lostAfter, ...args], options);
      let isOver = false;
      void worker.ended.then(() => {
        isOver = true;
      });
      await until(() => isOver || worker.said().includes(' takes contests'));
      if (isOver) throw new Error(`the worker has left: ${worker.said()}`);
      return worker;
    },
    spools: () => (existsSync(join(made.home, 'spools')) ? readdirSync(join(made.home, 'spools')) : []),
    async remove() {
      await kill();
      for (const file of known) closeSync(file);
    },
    /** By all of its workers. */
    told: () => told.map((text) => text()).join(''),
  };
}

/** Why a host here is only a home of its own; undefined: it has processes, folders and a name of its own. */
export const whyNoMachines =
  spawnSync('unshare', [...machineArgs(), 'true']).status === 0
    ? undefined
    : 'no pid and mount namespaces can be had here: hosts are separate homes';
if (whyNoMachines !== undefined) console.warn(whyNoMachines);

function machineArgs(): readonly string[] {
  const own = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user'];
  return [...own, '--pid', '--fork', '--kill-child', '--mount', '--mount-proc', '--uts'];
}

/** Nothing of the others is there. Its first process reaps what loses its parent, as the first one of a machine does. */
function machineIn(top: string, machine: string): ChildProcess {
  const hidden = readdirSync(top).filter((name) => name !== machine && name !== 'outside');
  const hide = hidden.map((name) => `mount -t tmpfs none '${join(top, name)}'`);
  const script = [...hide, `hostname ${machine}`, 'echo up', 'while :; do sleep 3600 & wait; done'];
  // It does not outlive the run, however that ends.
  const bound = ['--pdeathsig', 'KILL', 'unshare', ...machineArgs()];
  return spawn('setpriv', [...bound, 'sh', '-c', script.join('\n')], { stdio: 'ignore' });
}

function insideOf({ pid }: ChildProcess): readonly string[] {
  let first = childOf(pid);
  while (first === undefined) first = childOf(pid);
  const user = process.getuid?.() === 0 ? [] : ['--user', '--preserve-credentials'];
  return ['nsenter', `--target=${first}`, ...user, '--pid', '--mount', '--uts', '--wd=.', '--'];
}

function childOf(pid: number | undefined): number | undefined {
  try {
    const [first] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
    return first === undefined || first === '' ? undefined : Number(first);
  } catch {
    return undefined;
  }
}

/** Every contestant of every one of these exactly so often. */
export function paidOnce(prompts: readonly string[]): readonly string[] {
  return prompts.flatMap((prompt) => names.map((name) => `${prompt} ${name}`)).sort();
}

export const paidOf = (bill: readonly Paid[]): readonly string[] =>
  bill.map(({ prompt, contestant: who }) => `${prompt} ${who}`).sort();
