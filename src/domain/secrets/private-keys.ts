// Private keys in text: whole, or as much of one as a cut left; as lines, escaped in JSON, in a patch, quoted, numbered.

export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Ends in its dashes; those before it stay, so that text in pieces need not wait for them. */
const beginning = /(?<=-----)BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g;
/** How the content of private keys begins (PKCS 1 and 8, SEC 1, OpenSSH), where the line before it was cut off. */
const firstWords =
  /(?:(?<![A-Za-z0-9+/])|(?<=\\[nrt]))(?:MII[A-Za-z0-9+/]{3}IBA(?:AKCA|DANBgkqhkiG9w0BAQEFAASC)|MC4CAQAwBQYDK2VwBCIEI|M[A-Za-z0-9]cCAQEEI|b3BlbnNzaC1rZXktdjEA)/g;
const ending = /-----END (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g;

/** What stands between the lines of a key: breaks, also written ones, marks of patches and quotes, strings, line numbers. */
const between = /(?:[\s"'`,+>|#*;]|\\+[nrt]|-(?=[A-Za-z0-9+/])|\d{1,6} ?[\t:|→](?=[^\d]))*/y;
const word = /[A-Za-z0-9+/]+={0,2}/y;
const header = /(?:Proc-Type|DEK-Info|Comment|Version|Hash|Charset): [^\n\\]{0,200}/y;
/** An end, a header, a written line break or a word that may go on behind the text. */
const begunAtEnd =
  /(?:-{1,6}(?:E(?:N(?:D(?: [A-Z0-9 ]{0,80}-{0,4})?)?)?)?|[A-Z][A-Za-z-]{0,8}|(?:Proc-Type|DEK-Info|Comment|Version|Hash|Charset):[^\n\\]{0,200}|\\+|\d{1,6} ?)$/y;
const itsEnd = /-?-----END [A-Z0-9 ]{1,80}-----/y;

/** In the order of the text; none reaches into another. */
export function privateKeys(text: string): readonly Span[] {
  const found: Span[] = [];
  for (const from of starts(text)) {
    if (from.at < (found.at(-1)?.to ?? 0)) continue;
    const { end } = bodyOf(text, from.body);
    if (end > from.body) found.push({ from: from.at, to: end });
  }
  return text.includes('-----END ') ? withLastParts(text, found) : found;
}

/** `body` is where its content begins. */
function starts(text: string): readonly { readonly at: number; readonly body: number }[] {
  const marked = [...text.matchAll(beginning)].map(({ index, 0: line }) => ({
    at: index,
    body: index + line.length,
  }));
  const bare = [...text.matchAll(firstWords)].map(({ index }) => ({ at: index, body: index }));
  return [...marked, ...bare].sort((one, other) => one.at - other.at);
}

interface KeyBody {
  /** Behind its last line, or its end; where nothing of a key stands there, as in a text about keys, where it began. */
  readonly end: number;
  /** More of it may follow behind the text. */
  readonly isOpen: boolean;
}

function bodyOf(text: string, start: number): KeyBody {
  let end = start;
  let place = behind(between, text, start);
  for (;;) {
    const closed = behind(itsEnd, text, place);
    // An end right behind the beginning belongs to a text about keys.
    if (closed > place) return { end: end > start ? closed : start, isOpen: false };
    if (isReached(text, place)) return { end, isOpen: true };
    const told = behind(header, text, place);
    if (told > place) {
      place = behind(between, text, told);
      continue;
    }
    const line = lineAt(text, place, end > start);
    if (!line.isContent) return { end, isOpen: line.isOpen };
    end = line.end;
    place = line.next;
  }
}

/** The word at the place, and whether it is a line of a key: the last one may be short. */
function lineAt(text: string, place: number, isBegun: boolean) {
  const end = behind(word, text, place);
  const next = behind(between, text, end);
  const isLast = isBegun && end > place && behind(itsEnd, text, next) > next;
  const isOpen = end > place && (end === text.length || isReached(text, next));
  return { end, next, isContent: isLast || isLine(text.slice(place, end)), isOpen };
}

/** The text ends here, or in the middle of something that a key has. */
function isReached(text: string, place: number): boolean {
  return place === text.length || behind(begunAtEnd, text, place) === text.length;
}

/** No key is longer. */
const longestKey = 32 * 1024;
/** The beginnings of the markers, and of what is known of the content. */
const markerBegun = /(?<=-----)B(?:E(?:G(?:I(?:N(?: [A-Z0-9 ]{0,70}-{0,4})?)?)?)?)?$/;
const contentBegun =
  /(?:(?<![A-Za-z0-9+/])|(?<=\\[nrt]))(?:M(?:II?|II[A-Za-z0-9+/]{1,36}|C[A-Za-z0-9+/]{0,16}|[A-Za-z0-9](?:c[A-Za-z0-9]{0,8})?)?|b(?:3[A-Za-z0-9]{0,20})?)$/;

/** How much at the end of the text may be a private key that goes on. */
export function openKey(text: string): number {
  const near = text.slice(-longestKey);
  let passed = 0;
  for (const { at, body } of starts(near)) {
    if (at < passed) continue;
    const { end, isOpen } = bodyOf(near, body);
    if (isOpen) return near.length - at;
    passed = end;
  }
  const begun = markerBegun.exec(near.slice(-90)) ?? contentBegun.exec(near.slice(-45));
  return begun?.[0].length ?? 0;
}

/** Random letters, as long as words are not. */
function isLine(text: string): boolean {
  return text.length >= 16 && (/[0-9+/=]/.test(text) || /[a-z][A-Z]/.test(text));
}

function behind(pattern: RegExp, text: string, place: number): number {
  pattern.lastIndex = place;
  return pattern.test(text) ? pattern.lastIndex : place;
}

/** The ends of keys whose beginnings were cut off. */
function withLastParts(text: string, found: readonly Span[]): readonly Span[] {
  const all: Span[] = [];
  const rest = [...found];
  let before = 0;
  for (const { index, 0: line } of text.matchAll(ending)) {
    while (rest[0] !== undefined && rest[0].from < index) {
      before = Math.max(before, rest[0].to);
      all.push(...rest.splice(0, 1));
    }
    const to = index + line.length;
    if (before < to) {
      const from = lastPart(text, before, index);
      if (from < index) all.push({ from, to });
    }
    before = Math.max(before, to);
  }
  return [...all, ...rest];
}

/** Where the lines of a key begin that end at `end`; `end` itself where there are none. */
function lastPart(text: string, start: number, end: number): number {
  let [from, isLast] = [end, true];
  for (
    let { at, line } = lineBefore(text, start, end);
    line !== '';
    { at, line } = lineBefore(text, start, at)
  ) {
    // The number of a line.
    if (/^\d{1,6}$/.test(line)) continue;
    // A short last line counts with the longer one above it.
    if (isLine(line)) from = at;
    else if (!isLast || line.length > 76) return from;
    isLast = false;
  }
  return from;
}

/** The last run of letters that a line of a key has. */
function lineBefore(
  text: string,
  start: number,
  end: number,
): { readonly at: number; readonly line: string } {
  let last = end;
  while (last > start && !/[A-Za-z0-9/=]/.test(text.charAt(last - 1))) last -= 1;
  let at = last;
  while (at > start && /[A-Za-z0-9+/=]/.test(text.charAt(at - 1))) at -= 1;
  // The letter of a written line end.
  if (at < last && text.charAt(at - 1) === '\\') at += 1;
  return { at, line: text.slice(at, last) };
}
