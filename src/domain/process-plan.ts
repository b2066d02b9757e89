// What an agent wants run: a pure value. Only process/ turns it into a process.

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

export interface PlannedFile {
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
}

export type NotStarted = 'not-found' | 'unauthenticated' | 'impossible';
