// What an agent's program says of itself: its version and its login, asked once and remembered.

import { join } from 'node:path';
import type { Agent, LoginState } from '../../agents/agent.ts';
import type { Contestant } from '../../domain/contestant.ts';
import { childEnvironment, isAmong } from '../../process/environment.ts';
import { readSmallFile, replaceFile } from '../../process/files/small-file.ts';
import { type Machine, sha256 } from '../../process/machine.ts';
import { fingerprint, homePath, readHomeFiles, runProbe } from '../../process/spawn/probe.ts';
import { findProgram } from '../../process/spawn/programs.ts';

/** Logins change; versions change only with the file. */
const loginTtlMs = 10 * 60_000;

export class Probes {
  readonly #machine: Machine;
  readonly #cache: ProbeCache;
  readonly #envPass: readonly string[];

  constructor(machine: Machine, options: { readonly home: string; readonly envPass: readonly string[] }) {
    this.#machine = machine;
    this.#envPass = options.envPass;
    this.#cache = new ProbeCache(options.home);
  }

  /** Where the contestant's program is; undefined for what needs none and for what is not there. */
  find(agent: Agent, contestant?: Contestant): string | undefined {
    const name = contestant?.settings?.command?.[0] ?? agent.presence.executable;
    const { env, cwd } = this.#machine;
    return name === undefined ? undefined : findProgram(name, { path: env['PATH'], cwd });
  }

  async version(agent: Agent): Promise<string | undefined> {
    const program = this.find(agent);
    const probe = agent.presence.version;
    if (program === undefined || probe === undefined) return undefined;
    const name = `version ${fingerprint(program)}`;
    const known = this.#cache.get(name, Number.POSITIVE_INFINITY, this.#machine.now());
    if (known !== undefined) return known as string;
    const { output } = await runProbe([program, ...probe.args], { env: this.environment(agent, false).env });
    const version = probe.read(output);
    if (version !== undefined) this.#cache.set(name, version, this.#machine.now());
    return version;
  }

  /** In exactly the environment the attempt would get. */
  async login(agent: Agent, how: LoginQuestion): Promise<LoginState> {
    const probe = agent.presence.login;
    if (probe === undefined) return { state: 'unknown' };
    const known = this.knownLogin(agent, how);
    if (known !== undefined) return known;
    const env = this.#environmentFor(agent, how);
    const program = this.find(agent);
    const name = this.#loginName(agent, how);
    const asked = probe.args !== undefined && program !== undefined;
    const answer = asked ? await runProbe([program, ...probe.args], { env }) : { code: null, output: '' };
    const files = readHomeFiles(probe.files ?? [], { home: this.#machine.home, env });
    const state = probe.read({ ...answer, files, env });
    this.#cache.set(name, state, this.#machine.now());
    return state;
  }

  /** What is remembered, without asking anybody. */
  knownLogin(agent: Agent, how: LoginQuestion): LoginState | undefined {
    const known = this.#cache.get(this.#loginName(agent, how), loginTtlMs, this.#machine.now());
    return known as LoginState | undefined;
  }

  /** Somebody was turned away: whatever is remembered of this login is asked anew. */
  forgetLogin(agent: Agent): void {
    this.#cache.drop(`login ${agent.id} `);
  }

  /** The agent's environment, and the names withheld from it. */
  environment(agent: Agent, withholdKeys: boolean): ReturnType<typeof childEnvironment> {
    const { passes, keys, removes } = agent.environment;
    const rules = { passes, given: this.#envPass, keys, withholdKeys, removes, sets: {} };
    return childEnvironment(this.#machine.env, rules);
  }

  #environmentFor(agent: Agent, { withholdKeys, environment = {} }: LoginQuestion) {
    const { keys } = agent.environment;
    const own = Object.entries(environment).filter(([name]) => !(withholdKeys && keys.includes(name)));
    return { ...this.environment(agent, withholdKeys).env, ...Object.fromEntries(own) };
  }

  /** With the state of all that the answer rests on: its variables by a hash, its files by size and time. */
  #loginName(agent: Agent, how: LoginQuestion): string {
    const { passes, keys } = agent.environment;
    const { args = [], files = [], dependsOn = [] } = agent.presence.login ?? {};
    const env = this.#environmentFor(agent, how);
    const { home } = this.#machine;
    const mine = Object.entries(env).filter(([name]) => isAmong([...passes, ...keys, 'HOME', 'XDG_*'], name));
    const program = args.length === 0 ? undefined : this.find(agent);
    const places = [...files, ...dependsOn].flatMap((name) => homePath(name, { home, env }) ?? []);
    const rests = [
      home,
      mine.sort(),
      [...(program === undefined ? [] : [program]), ...places].map(fingerprint),
    ];
    return `login ${agent.id} ${sha256(JSON.stringify(rests)).slice(0, 16)}`;
  }
}

interface LoginQuestion {
  readonly withholdKeys: boolean;
  /** The contestant's own variables. */
  readonly environment?: Readonly<Record<string, string>> | undefined;
}

interface Remembered {
  readonly value: unknown;
  readonly at: number;
}

/** As far as the file is one of ours: anything may stand in it. */
type Entries = Record<string, Remembered | null>;

export class ProbeCache {
  readonly #path: string;
  #entries: Entries | undefined;

  constructor(home: string) {
    this.#path = join(home, 'probes.json');
  }

  get(name: string, maxAgeMs: number, now: Date): unknown {
    const entry = this.#load()[name];
    return typeof entry?.at === 'number' && now.getTime() - entry.at <= maxAgeMs ? entry.value : undefined;
  }

  set(name: string, value: unknown, now: Date): void {
    this.#entries = undefined;
    this.#save({ ...this.#load(), [name]: { value, at: now.getTime() } });
  }

  /** A cache that cannot be written costs time, not correctness. */
  #save(entries: Entries): void {
    this.#entries = entries;
    try {
      replaceFile(this.#path, JSON.stringify(entries));
    } catch {
      // The next process asks again.
    }
  }

  drop(prefix: string): void {
    const kept = Object.entries(this.#load()).filter(([name]) => !name.startsWith(prefix));
    this.#save(Object.fromEntries(kept));
  }

  #load(): Entries {
    this.#entries ??= parse(readSmallFile(this.#path));
    return this.#entries;
  }
}

function parse(text: string | undefined): Entries {
  try {
    const found: unknown = JSON.parse(text ?? '{}');
    return typeof found === 'object' && found !== null ? (found as Entries) : {};
  } catch {
    return {};
  }
}
