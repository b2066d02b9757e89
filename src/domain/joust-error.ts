// A user's mistake or a state of the machine a user can mend: what happened, and what to do next.

/** Stable names of what can go wrong; scripts may rely on them. */
type JoustErrorCode =
  | 'usage'
  | 'config'
  | 'untrusted'
  | 'unknown-contestant'
  | 'none-usable'
  | 'not-found'
  | 'busy'
  | 'ledger'
  | 'depth'
  | 'budget';

interface JoustErrorDetails {
  readonly code: JoustErrorCode;
  readonly hint?: string;
  /** The same for programs, where a sentence is not enough. */
  readonly detail?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

export class JoustError extends Error {
  readonly code: JoustErrorCode;
  readonly hint: string | undefined;
  readonly detail: Readonly<Record<string, unknown>> | undefined;

  constructor(message: string, { code, hint, detail, cause }: JoustErrorDetails) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'JoustError';
    this.code = code;
    this.hint = hint;
    this.detail = detail;
  }
}

/** The exit codes of every joust command. */
export const exitCode = {
  ok: 0,
  nothingUsable: 1,
  usage: 2,
  noClearWinner: 3,
  checkFailed: 4,
  timedOut: 124,
  interrupted: 130,
} as const;
