// Why a text of the user's could not be parsed, in words for its writer.

/** Deep nesting ends parsers and walkers at the limit of the stack, and their words for that say nothing to a writer. */
export function parseTrouble(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : String(cause);
  const [first = ''] = message.split('\n');
  return /call stack|possibly cyclic/i.test(first) ? nestedTooDeep : first;
}

export const nestedTooDeep = 'it is nested too deeply to be read';
