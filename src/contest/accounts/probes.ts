// What an agent's program says of itself: its version and its login, asked once and remembered.

import { join } from 'node:path';
import type { Agent, LoginState } from '../../agents/agent.ts';
import type { Contestant } from '../../domain/contestant.ts';
import { childEnvironment } from '../../process/environment.ts';
import { readSmallFile, replaceFile } from '../../process/files/small-file.ts';
import type { Machine } from '../../process/machine.ts';
import { fingerprint, readHomeFiles, runProbe } from '../../process/spawn/probe.ts';
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
  async login(agent: Agent, { withholdKeys }: { readonly withholdKeys: boolean }): Promise<LoginState> {
    const probe = agent.presence.login;
    if (probe === undefined) return { state: 'unknown' };
    const known = this.knownLogin(agent, { withholdKeys });
    if (known !== undefined) return known;
    const { env } = this.environment(agent, withholdKeys);
    const program = this.find(agent);
    const asked = probe.args !== undefined && program !== undefined;
    const answer = asked ? await runProbe([program, ...probe.args], { env }) : { code: null, output: '' };
    const files = readHomeFiles(probe.files ?? [], { home: this.#machine.home, env });
    const state = probe.read({ ...answer, files, env });
    this.#cache.set(this.#loginName(agent, withholdKeys), state, this.#machine.now());
    return state;
  }

  /** What is remembered, without asking anybody. */
  knownLogin(agent: Agent, { withholdKeys }: { readonly withholdKeys: boolean }): LoginState | undefined {
    const known = this.#cache.get(this.#loginName(agent, withholdKeys), loginTtlMs, this.#machine.now());
    return known as LoginState | undefined;
  }

  /** The agent's environment, and the names withheld from it. */
  environment(agent: Agent, withholdKeys: boolean): ReturnType<typeof childEnvironment> {
    const { passes, keys, removes } = agent.environment;
    const rules = { passes: [...passes, ...this.#envPass], keys, withholdKeys, removes, sets: {} };
    return childEnvironment(this.#machine.env, rules);
  }

  #loginName(agent: Agent, withholdKeys: boolean): string {
    const program = this.find(agent);
    const keys = agent.environment.keys.filter(
      (name) => !withholdKeys && this.#machine.env[name] !== undefined,
    );
    return `login ${agent.id} ${program === undefined ? 'none' : fingerprint(program)} ${this.#machine.home} ${keys.join(',')}`;
  }
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

  /** A cache that cannot be written costs time, not correctness. */
  set(name: string, value: unknown, now: Date): void {
    this.#entries = undefined;
    const entries = { ...this.#load(), [name]: { value, at: now.getTime() } };
    this.#entries = entries;
    try {
      replaceFile(this.#path, JSON.stringify(entries));
    } catch {
      // The next process asks again.
    }
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
