// Which line of an error output says what went wrong: not the last frame of a trace, nor what a runtime adds below it.

/** `said`: standard error, or its tail. Absent: it says nothing. */
export function tellingLine(said: string): string | undefined {
  const lines = withoutStyles(said)
    .split(/\r?\n/)
    .map((line) => line.trimEnd())
    .filter((line) => line.trim() !== '');
  if (lines.length === 0) return undefined;
  const inJson = jsonMessage(lines.join('\n'));
  if (inJson !== undefined) return inJson;
  const found = ofTrace(lines) ?? named(lines) ?? lines.findLast((line) => !isNoise(line)) ?? lines.at(-1);
  return unwrapped((found ?? '').trim());
}

function withoutStyles(text: string): string {
  return text.replace(/\x1b\[[0-9;]*[A-Za-z]/g, '');
}

/** Where there is a trace: the line above or below it that has the error, and what the runtime names as its cause. */
function ofTrace(lines: readonly string[]): string | undefined {
  const python = lines.lastIndexOf('Traceback (most recent call last):');
  if (python !== -1) return lines.slice(python + 1).find((line) => /^\S/.test(line) && !isNoise(line));
  const rust = lines.findIndex((line) => /^thread '.*' (?:\(\d+\) )?panicked at /.test(line));
  if (rust !== -1) return panicOf(lines[rust] ?? '', lines[rust + 1]);
  const go = lines.find((line) => /^(?:panic|fatal error): /.test(line));
  if (go !== undefined && lines.some((line) => line.startsWith('goroutine '))) return go;
  const frame = lines.findIndex(isFrame);
  if (frame === -1) return undefined;
  const error = lines
    .slice(0, frame)
    .findLast((line) => !isNoise(line) && (errorName.test(line) || /^\S/.test(line)));
  const cause = lines.map((line) => causeLine.exec(line)?.[1]).findLast((one) => one !== undefined);
  return error === undefined || cause === undefined || error.includes(cause) ? error : `${error} (${cause})`;
}

const frame =
  /^\s+at (?:async |new )?\S|^\s+from \S+:\d+|^#\d+ |^\s+File ".*", line \d+|^\t\S+\.go:\d+|^\s+\d+: +(?:0x|\w+::)/;

function isFrame(line: string): boolean {
  return frame.test(line);
}

const causeLine = /^\s*(?:\[cause\]|Caused by): (.+?)(?: \{)?$/;

/** `thread 'main' panicked at 'text', src/main.rs:2:5`; since Rust 1.73 the text has a line of its own. */
function panicOf(line: string, next: string | undefined): string | undefined {
  return /panicked at '(.*)', /.exec(line)?.[1] ?? (/:$/.test(line) ? next : line);
}

const errorName =
  /^\s*(?:Uncaught )?(?:[\w$.]+(?:Error|Exception|Exit|Interrupt|Warning)|Error|Exception)(?:\s*\[\w+\])?(?::|$)/;
const errorWord =
  /^\W*(?:[\w./-]+: |npm |PHP )?(?:fatal(?: error)?|error|err|panic)(?:\[\w+\]|[\]!])?(?:: | - |\s)/i;

/** Without a trace: the last line that calls itself an error. */
function named(lines: readonly string[]): string | undefined {
  const errors = lines.filter((line) => !isNoise(line) && (errorName.test(line) || errorWord.test(line)));
  return errors.findLast((line) => !isAfterword(line)) ?? errors.at(-1);
}

/** That something failed, said by who started it. */
function isAfterword(line: string): boolean {
  return /could not compile|aborting due to|command failed|exited with (?:code|status)|exit (?:code|status)|\bcode E\w+$|\berrno\b|complete log of this run|lifecycle script|to see the full|for more information|--help/i.test(
    line,
  );
}

/** What no reader needs: code that is quoted, pointers below it, properties of an error object, advice of a runtime. */
function isNoise(line: string): boolean {
  return isFrame(line) || noise.some((one) => one.test(line));
}

const noise: readonly RegExp[] = [
  /^[\s^~|}\])+-]*$/,
  /^Node\.js v\d/,
  /^\S+:\d+(?::\d+)?$/,
  /^\s+\[?\w+\]?: .*,?$/,
  /^(?:goroutine \d+ |exit status \d+$|created by |\S+\(.*\)$)/,
  /^(?:note: |stack (?:back)?trace:|\s+= (?:note|help):)/i,
  /^\s*(?:throw |raise |return |await )/,
  /^\(Use `node --/,
  /^During handling of the above|^The above exception was/,
  /^\s*\.\.\. \d+ more/,
  /^\s*thrown in /,
  /^(?:usage|hint|tip|help):/i,
  /^\W*(?:see|run|try) ['`"]?\S+.*--help/i,
];

/** `API Error: 529 {"error":{"message":"Overloaded"}}`: the message stands for the object. */
function unwrapped(line: string): string {
  const at = line.indexOf('{"');
  const message = at === -1 ? undefined : jsonMessage(line.slice(at));
  return message === undefined ? line : `${line.slice(0, at)}${message}`.trim();
}

function jsonMessage(text: string): string | undefined {
  if (!/^\s*[{[]/.test(text)) return undefined;
  try {
    return messageIn(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function messageIn(value: unknown, depth = 0): string | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value.trim().split('\n')[0];
  if (typeof value !== 'object' || value === null || depth > 3) return undefined;
  if (Array.isArray(value)) return messageIn(value[0], depth + 1);
  const found = value as Readonly<Record<string, unknown>>;
  for (const name of ['error', 'message', 'detail', 'error_description', 'errors', 'title'])
    if (found[name] !== undefined) return messageIn(found[name], depth + 1);
  return undefined;
}
