// The port of everything that can play: one kind of CLI, API or program behind one shape.
import type { AgentEvent } from '../domain/agent-event.ts';
import type { Contestant, Tier } from '../domain/contestant.ts';
import type { ProcessEnd, ProcessPlan } from '../domain/process-plan.ts';

export interface AgentRequest {
  readonly prompt: string;
  /**
   * How long the user's own words are, at the prompt's beginning; what follows is quoted: files, standard input, a diff,
   * what others said. Absent: all of it is the user's, unless it is bare.
   */
  readonly own?: number;
  readonly contestant: Contestant;
  readonly tier: Tier;
  /** The folder the agent works in. */
  readonly cwd: string;
  /** Where relative paths in the contestant's settings count from; absent: the folder above. */
  readonly origin?: string;
  /** A private folder for this attempt's files; it is gone after the attempt. */
  readonly scratch: string;
  /**
   * For judges, moderators, aggregators and oracles: no tools where the CLI can do without, and none of the user's or the
   * project's instructions, hooks or MCP servers. The folder is an empty one.
   */
  readonly bare?: boolean;
  /** Bare, but for files: it may read those of its folder, and nothing else. Only for those who can (`bare.reads`). */
  readonly reads?: boolean;
  /** Some CLIs refuse their full tier to root unless told that they are in a sandbox. */
  readonly asRoot: boolean;
  /** It runs in joust's own sandbox, where a sandbox of the CLI's own would fail or be pointless: that one is off. */
  readonly sandboxed?: boolean;
}

/** Lines of a stream without their line ends, as many as were there at once; `end` comes once, last. */
export type ProcessOutput =
  | { readonly type: 'lines'; readonly stream: 'stdout' | 'stderr'; readonly lines: readonly string[] }
  | { readonly type: 'end'; readonly end: ProcessEnd };

/** What an agent may do to the world: have its plan run. A re-attached attempt gets the same output again from its first byte. */
export interface AgentIo {
  run(plan: ProcessPlan): AsyncIterable<ProcessOutput>;
}

export interface Agent {
  readonly id: string;
  /** The maker of the models it speaks to by default; judges do not judge their own family. */
  readonly family: string;
  readonly title: string;
  readonly kind: 'cli' | 'http' | 'acp' | 'command' | 'scripted' | 'inline';
  /** It answers in plain text: whatever it prints is the answer, and only its exit tells that it is whole. */
  readonly plain?: true;
  /**
   * Ends with exactly one `ended` and never throws for an expected failure.
   * The first event is the plan's; the iterable may be abandoned at any time.
   */
  run(request: AgentRequest, io: AgentIo): AsyncIterable<AgentEvent>;
  /** Where the agent comes from and how its presence, version and login are told. */
  readonly presence: Presence;
  readonly tiers: Readonly<Record<Tier, TierSupport>>;
  /** What a bare request is sure to switch off. */
  readonly bare: BareSupport;
  readonly environment: AgentEnvironment;
  /** How it is told that it is this agent which calls joust; absent: it is not. */
  readonly calls?: Calling;
  /**
   * Its login and state: relative to the home folder, or to a variable (`$CODEX_HOME/`). In a sandbox they stay writable,
   * and nobody else sees them. A slash at the end: a folder that the CLI would make where it is missing.
   */
  readonly state: readonly string[];
  /** What the CLI leaves in a folder it only reads: by path in that folder, what it is. */
  readonly leaves?: Readonly<Record<string, string>>;
  /** What it keeps in its state about each folder it ran in; of a private folder of joust's that goes with the folder. */
  readonly traces?: AgentTraces;
  /** What it takes for more than words in a prompt; absent: nothing. */
  readonly syntax?: PromptSyntax;
  /** Accepted effort words; an empty list: the agent has no such knob. */
  readonly efforts: readonly string[];
  /** The address the model is served from, where the contestant's settings or environment name one. */
  servedFrom(contestant: Contestant, env: Readonly<Record<string, string | undefined>>): string | undefined;
  /** Tells accounts apart where the address, key and environment of a contestant do not: a quota is an account's. */
  account?(contestant: Contestant): string | undefined;
  /** Time between two starts of the same CLI, which refreshes its login as it starts. */
  readonly staggerMs: number;
  /** Silence after which an attempt is given up; 0 where silence says nothing. */
  readonly idleMs: number;
  /** Verified against a real package, and which; or why not. */
  readonly verified: { readonly version: string } | { readonly because: string };
}

/** Places as in `state`. */
export interface AgentTraces {
  /** Folders named after the one it ran in. */
  named?(folder: string): readonly string[];
  /** Folders of which some hold a file (`mark`) with the path of the one they belong to. */
  readonly marked?: { readonly folders: readonly string[]; readonly mark: string };
  /** JSON files with entries by path in a field; `FILE.lock` is a folder of whoever writes there. */
  readonly registries?: { readonly files: readonly string[]; readonly field: string };
}

export interface PromptSyntax {
  /** A sign that brings in what the word behind it names: a file, an agent, a skill. Global. */
  readonly mentions?: RegExp;
  /** A slash at the very beginning is a command of the CLI. */
  readonly commands?: true;
}

export interface Presence {
  /** Looked up on PATH; absent for what is built in or configured. */
  readonly executable?: string;
  readonly install: string;
  readonly version?: { readonly args: readonly string[]; read(output: string): string | undefined };
  readonly login?: LoginProbe;
  /** Without a model there is nothing to call: the user has to name one. */
  readonly needsModel?: boolean;
  /** What the contestant's settings must hold before it can play; a sentence, or nothing when all is there. */
  missing?(contestant: Contestant): string | undefined;
}

/** Tells the login without spending tokens: a command of the CLI, or files in the home folder; in that order. */
export interface LoginProbe {
  readonly args?: readonly string[];
  /** Files, relative to the home folder or to a variable (`$CODEX_HOME/auth.json`), handed to read() where they exist. */
  readonly files?: readonly string[];
  /** Files the command's answer rests on: where one of them changes, it is asked again. */
  readonly dependsOn?: readonly string[];
  read(found: ProbeFindings): LoginState;
  /** What to do when logged out. */
  readonly hint: string;
}

export interface ProbeFindings {
  readonly code: number | null;
  readonly output: string;
  readonly files: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export type LoginState =
  | { readonly state: 'subscription' | 'key'; readonly detail?: string }
  | { readonly state: 'logged-out'; readonly detail?: string }
  | { readonly state: 'unknown'; readonly detail?: string };

export interface TierSupport {
  readonly honoured: boolean;
  readonly caveat?: string;
}

export interface BareSupport {
  /** It is offered no tool that could read, write, run or fetch anything. */
  readonly tools: boolean;
  /** Neither the user's nor the project's instructions, hooks, extensions and MCP servers reach it. */
  readonly instructions: boolean;
  /** It can be offered tools that read files of its folder, and no other. */
  readonly reads?: true;
  /** What remains, or what is lost by it. */
  readonly caveat?: string;
}

export interface Calling {
  /** What its sessions set for the programs they run, and nobody sets for good. */
  readonly variables: readonly string[];
  /** How it names itself as a client of MCP, in lower case: each is a beginning. */
  readonly clients: readonly string[];
}

export interface AgentEnvironment {
  /** Variables of its own that pass the allow-list; a trailing * is a prefix. */
  readonly passes: readonly string[];
  /** The provider's key variables: withheld under `auth = subscription`. */
  readonly keys: readonly string[];
  /** Variables of an enclosing session that are removed. */
  readonly removes: readonly string[];
}
