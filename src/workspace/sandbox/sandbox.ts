// The port of what confines a contestant or a check: a policy in, the command line of the confined program out.

/** All paths are absolute. Of two that contain each other the deeper one counts; of equal ones the more open. */
export interface SandboxPolicy {
  /** May be written: the workspace, its cache, the agent's own state. With a slash at its end, a folder to be made where it is missing. */
  readonly writable: readonly string[];
  /** Stays readable although what it lies in is hidden. */
  readonly readable: readonly string[];
  /** joust's own data and the secrets of the home folder; what is not there needs no hiding. */
  readonly hidden: readonly string[];
  /** The workspace's own folder for temporary files. It stands in for /tmp, where the system can do that. */
  readonly tmp: string;
  /** none: only the sandbox's own loopback. */
  readonly network: 'open' | 'none';
  readonly cwd: string;
}

export type Argv = readonly [program: string, ...args: string[]];

/** For a container, which shows its own system: container.ts. */
export interface Sandbox {
  readonly tier: 'os';
  /** Looks at what is there now, so it is called right before the start. What it returns needs nobody who stays alive for it. */
  wrap(argv: Argv, policy: SandboxPolicy): Argv;
}

/** Why there is none, and what to do about it: for an error, never for a silent downgrade. */
export interface NoSandbox {
  readonly unavailable: string;
  readonly hint: string;
}
