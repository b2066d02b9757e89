// A user's mistake or a state of the machine a user can mend: what happened, and what to do next.

/** Stable names of what can go wrong; scripts may rely on them. */
type JoustErrorCode =
  | 'usage'
  | 'config'
  | 'untrusted'
  | 'unknown-contestant'
  | 'none-usable'
  | 'no-clear-winner'
  | 'not-found'
  | 'busy'
  | 'ledger'
  | 'depth'
  | 'budget';

interface JoustErrorDetails {
  readonly code: JoustErrorCode;
  readonly hint?: string;
  /** The input or setting that is wrong, by its name. A form shows the error beside it. */
  readonly setting?: string | undefined;
  /** The same for programs, where a sentence is not enough. */
  readonly detail?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

export class JoustError extends Error {
  readonly code: JoustErrorCode;
  readonly hint: string | undefined;
  /** Named later by a caller that knows which input it passed on. */
  setting: string | undefined;
  readonly detail: Readonly<Record<string, unknown>> | undefined;

  constructor(message: string, { code, hint, setting, detail, cause }: JoustErrorDetails) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'JoustError';
    this.code = code;
    this.hint = hint;
    this.setting = setting;
    this.detail = detail;
  }
}

/** Names the setting of a mistake that `run` finds. A setting that the error names itself stays. */
export function aboutSetting<T>(setting: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    return blame(setting)(error);
  }
}

/** The same for a promise: `await read.catch(blame('files'))`. */
export function blame(setting: string): (error: unknown) => never {
  return (error) => {
    if (error instanceof JoustError) error.setting ??= setting;
    throw error;
  };
}

/** What is on record can't be played by any machine: a second try, here or elsewhere, comes to the same. */
export class Unplayable extends JoustError {}

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

const troubles: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is no folder',
  EEXIST: 'it is there already',
  EACCES: 'you have no right to it',
  EPERM: 'you have no right to it',
  EROFS: 'nothing can be written there',
  ENOSPC: 'the disk is full',
  EDQUOT: 'your share of the disk is full',
  ENAMETOOLONG: 'its name is too long',
  ELOOP: 'it is a link that leads back to itself',
  EMFILE: 'too many files are open',
};

/** Of an error of the file system; what is not known is said in its own words. */
function pathTrouble(cause: unknown): string {
  const { code = '', message = String(cause) } = cause as NodeJS.ErrnoException;
  return troubles[code] ?? message;
}

/** Why something could not be written: a folder that could not be made is not there either. */
export function writeTrouble(cause: unknown): string {
  return (cause as NodeJS.ErrnoException).code === 'ENOENT'
    ? 'nothing can be written there'
    : pathTrouble(cause);
}

/** `what` names the path, as in "the file a.txt". */
export function unreadable(what: string, path: string, cause: unknown): JoustError {
  return new JoustError(`${what} cannot be read: ${pathTrouble(cause)}`, {
    code: 'usage',
    hint: path.startsWith('/') ? 'Check the path.' : 'Check the path; it is relative to where you are.',
    cause,
  });
}

export function unwritable(path: string, hint: string, cause: unknown): JoustError {
  const isLost = (cause as NodeJS.ErrnoException).code === 'ENOENT';
  const why = isLost ? 'its folder does not exist' : pathTrouble(cause);
  return new JoustError(`${path} cannot be written: ${why}`, { code: 'usage', hint, cause });
}
