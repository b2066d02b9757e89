// Makes control and bidirectional characters visible, so that nothing a model wrote can drive a terminal or reorder a line.

/** C0 and C1 controls but tab and line feed; bidirectional marks, embeddings, overrides and isolates; invisible separators and tags. */
const hidden =
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/gu;

/** For text shown to people: escape becomes ␛, the others their picture or code point. */
export function visible(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(hidden, picture);
}

/** The same on one line, for names, reasons and last words. */
export function visibleLine(text: string): string {
  return visible(text.replaceAll(/\s+/g, ' ').trim());
}

/**
 * Text of others between headings of ours. A line in the form of these, `## name` or `── name`, is indented where the name is one
 * that a heading could have: nobody speaks for another.
 */
export function visibleQuote(text: string, names: readonly string[]): string {
  const shown = visible(text).trimEnd();
  // Most have nothing like it, and the pattern takes long to make.
  if (names.length === 0 || !headingMarks.test(shown)) return shown;
  const anyName = names
    .map((name) =>
      visibleLine(name)
        .replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
        .replaceAll(' ', '[\\p{Zs}\\t]+'),
    )
    .join('|');
  const likeOurs = new RegExp(
    `^\\p{Zs}{0,3}(?:[#＃﹟]{1,6}|[─━]{2,})[\\p{Zs}\\t]*[*_\`\\\\]*(?:${anyName})(?![\\p{L}\\p{N}])`,
    'gimu',
  );
  return shown.replace(likeOurs, '    $&');
}

const headingMarks = /[#＃﹟]|[─━]{2}/;

/** JSON, one line unless indented, that is also safe to print: what JSON leaves as it is gets escaped, without loss. */
export function safeJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, undefined, indent).replace(hidden, (character) =>
    Array.from({ length: character.length }, (_, at) => `\\u${hex(character.charCodeAt(at), 4)}`).join(''),
  );
}

/** The same for every text in a value that is told to a program, names of fields included. */
export function visibleValues<Value>(value: Value): Value;
export function visibleValues(value: unknown): unknown {
  if (typeof value === 'string') return visible(value);
  if (Array.isArray(value)) return value.map((one) => visibleValues(one));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [visible(name), visibleValues(one)]));
}

function picture(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code <= 0x1f) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? '\u2421' : `<U+${hex(code, 4)}>`;
}

function hex(code: number, width: number): string {
  return code.toString(16).toUpperCase().padStart(width, '0');
}
