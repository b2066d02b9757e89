// What a call program may do to the world; handed in by the process that runs it.

export interface CallIo {
  /** All of standard input. */
  readonly input: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Aborted when the process is told to end. */
  readonly signal: AbortSignal;
  /** One JSON object as one line. */
  writeLine(line: object): void;
  /** Text as it is, waiting while the other side cannot take more. */
  writeRaw(text: string): Promise<void>;
  wait(ms: number): Promise<void>;
  readFile(path: string): Promise<string>;
  /** Where a path leads, links resolved; of what does not exist yet, as far as it does. */
  realPath(path: string): Promise<string>;
  writeFile(path: string, content: string, mode?: 'replace' | 'append'): Promise<void>;
  /** A child whose streams belong to the caller. */
  spawn(argv: readonly [string, ...string[]]): CallChild;
  /** A shell command, to its end. */
  shell(command: string): Promise<{ readonly code: number | null; readonly output: string }>;
  /** Starts a process that leaves the session, the group and the family behind. */
  daemonize(seconds: number): void;
  /** From now on TERM, INT and HUP do nothing. */
  ignoreSignals(): void;
  exit(code: number): never;
}

export interface CallChild {
  readonly stdin: WritableStream<Uint8Array>;
  readonly stdout: ReadableStream<Uint8Array>;
  /** Resolves when it is gone. */
  readonly exited: Promise<{ readonly code: number | null; readonly stderrTail: string }>;
  end(): void;
}
