// What an agent wants run, a pure value that only process/ turns into a process; and what a call program of joust may do to the world.

export interface ProcessPlan {
  /** A name looked up on PATH, a path, or `joust:NAME` for one of joust's own call programs. */
  readonly program: string;
  readonly args: readonly string[];
  /** Standard input is always owned: this text and then its end. */
  readonly stdin: string;
  /** Variables set on top of the allow-list. */
  readonly env: Readonly<Record<string, string>>;
  /** Written to the attempt's private folder (`scratch` of the request) before the start. */
  readonly files: readonly PlannedFile[];
  /** A file in scratch whose content is handed to the decoder at the end. */
  readonly answerFile?: string;
  /** Why it cannot be run as the contestant's settings want it; nothing is started then. */
  readonly impossible?: string;
}

interface PlannedFile {
  readonly name: string;
  readonly content: string;
}

/** How the process ended, as far as anybody knows. */
export interface ProcessEnd {
  readonly cause:
    | 'exited'
    | 'timed-out'
    | 'idle'
    | 'output-cap'
    | 'cancelled'
    | 'skipped'
    | 'lost'
    | NotStarted;
  /** For what was not started: why. */
  readonly why?: string;
  readonly code: number | null;
  /** The last of what it wrote to standard error. */
  readonly stderrTail: string;
  readonly answerFile?: string;
  /** There is something in the answer file's place that is not read, and why. */
  readonly answerUnread?: string;
}

type NotStarted = 'not-found' | 'unauthenticated' | 'impossible';

/** Handed in by the process that runs the call. */
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
