// Decodes a program that answers in plain text: all it prints, a file it leaves, or a value in the JSON that it is.
import { addText, type KeptText, noText } from '../domain/kept-text.ts';
import type { ProcessEnd } from '../domain/process-plan.ts';
import type { Decoder } from './decoder.ts';
import { classifyFailure, exitReason, failedEnd, messageForAnswer } from './failure.ts';

interface Said {
  readonly kept: KeptText;
  readonly recent: string;
}

/** Lines are put together in blocks: thousands of lines strung one by one cost several times their length. */
const blockLength = 8 * 1024;

/** The whole of standard output is the answer, or a value in the JSON it is. */
export function textDecoder(jsonPath?: string): Decoder<Said> {
  return {
    start: { kept: noText, recent: '' },
    line({ kept, recent }, line) {
      const delta = `${line}\n`;
      // Nothing more is kept of it.
      if (kept.truncated) return [{ kept, recent: '' }, [{ type: 'text', delta }]];
      const next = recent + delta;
      const state =
        next.length < blockLength
          ? { kept, recent: next }
          : { kept: addText(kept, inOnePiece(next)), recent: '' };
      return [state, [{ type: 'text', delta }]];
    },
    end: ({ kept, recent }, process) => endOf(addText(kept, recent), process, jsonPath),
  };
}

function inOnePiece(text: string): string {
  return Buffer.from(text).toString();
}

function endOf(
  said: KeptText,
  process: ProcessEnd,
  jsonPath: string | undefined,
): ReturnType<typeof failedEnd> {
  const whole = (process.answerFile ?? said.text).trim();
  if (process.answerUnread !== undefined)
    return failedEnd(
      { outcome: 'incomplete', reason: `its answer file is not read: ${process.answerUnread}` },
      whole,
    );
  if (process.code !== 0) {
    const message = process.stderrTail.trim() === '' ? said.text : process.stderrTail;
    const reason = exitReason(process.code, process.stderrTail);
    return failedEnd(classifyFailure({ message, reason }), whole);
  }
  const answer = jsonPath === undefined ? whole : valueAt(whole, jsonPath);
  if (answer === undefined)
    return failedEnd({ outcome: 'incomplete', reason: `its output has no JSON text at ${jsonPath}` }, whole);
  const message = messageForAnswer(answer);
  if (message !== undefined) return failedEnd(message, answer);
  if (answer === '') return { type: 'ended', outcome: 'empty', text: '', reason: 'it answered with nothing' };
  return { type: 'ended', outcome: 'ok', text: answer, truncated: said.truncated || undefined };
}

/** `a.0.b` in the JSON text; undefined where it leads nowhere. */
function valueAt(json: string, path: string): string | undefined {
  try {
    let value: unknown = JSON.parse(json);
    for (const name of path.split('.')) value = (value as Record<string, unknown> | undefined)?.[name];
    if (value === undefined || value === null) return undefined;
    return typeof value === 'string' ? value : JSON.stringify(value);
  } catch {
    return undefined;
  }
}
