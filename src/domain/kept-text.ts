// Text that arrives in pieces and is kept up to a limit, so that a flood cannot fill the memory.

export interface KeptText {
  readonly text: string;
  readonly truncated: boolean;
}

/** An answer longer than this is cut in memory; the raw stream keeps it whole. */
export const keptTextLimit = 384 * 1024;

export const noText: KeptText = { text: '', truncated: false };

export function addText(kept: KeptText, delta: string, limit = keptTextLimit): KeptText {
  if (kept.truncated || delta === '') return kept;
  const room = limit - kept.text.length;
  if (delta.length <= room) return { text: kept.text + delta, truncated: false };
  return { text: kept.text + wholeCharacters(delta, room), truncated: true };
}

/** The last `limit` characters, for tails of logs. */
export function tailText(text: string, limit: number): string {
  return text.length <= limit ? text : text.slice(text.length - limit).replace(/^[\uDC00-\uDFFF]/, '');
}

function wholeCharacters(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}
