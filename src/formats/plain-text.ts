// A short text made comparable: case, blanks, Markdown marks and trailing punctuation do not make two answers different.

/** Longer ones are compared by their beginning. */
const maxLength = 2_000;

export function plainText(text: string): string {
  return text
    .slice(0, maxLength)
    .normalize('NFKC')
    .replace(/\[([^\]]{1,300})\]\([^)\s]{1,300}\)/gu, '$1')
    .replace(/^\s*(?:#{1,6}\s+|>\s+|[-*+]\s+)+/u, '')
    .replace(/\*\*|__|~~|`+/gu, '')
    .replace(/(?<![\p{L}\p{N}])[*_](?=\S)|(?<=\S)[*_](?![\p{L}\p{N}])/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/^["'“”‘’«»\s]+|["'“”‘’«»\s.,;:!?…。！？]+$/gu, '')
    .toLowerCase();
}
