// Finds the JSON values (or Python literals) that stand in a text, whatever stands around them.

export interface FoundJson {
  readonly value: unknown;
  readonly text: string;
  readonly start: number;
}

/** Deeper nesting is not a verdict. */
const maxDepth = 32;
/** Steps per character before the search gives up: hostile text must not make it quadratic. */
const stepsPerCharacter = 8;

/** Objects come back without a prototype, so a `__proto__` key is a key like any other. */
export function jsonInText(text: string): readonly FoundJson[] {
  const reader = { text, at: 0, steps: text.length * stepsPerCharacter + 1_000 };
  const found: FoundJson[] = [];
  let start = nextBracket(text, 0);
  while (start !== -1 && reader.steps > 0) {
    reader.at = start;
    const value = readValue(reader, 0);
    const whole = value !== nothing;
    if (whole) found.push({ value, text: text.slice(start, reader.at), start });
    start = nextBracket(text, whole ? reader.at : start + 1);
  }
  return found;
}

/** The value that begins right there; undefined where none does, or where it says something twice. */
export function jsonAt(text: string, start: number): FoundJson | undefined {
  const reader = { text, at: start, steps: text.length * stepsPerCharacter + 1_000, once: true };
  const value = readValue(reader, 0);
  return value === nothing ? undefined : { value, text: text.slice(start, reader.at), start };
}

/** A field of an object that was read, however its name is capitalised. */
export function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.entries(value).find(([key]) => key.toLowerCase() === name)?.[1];
}

interface Reader {
  readonly text: string;
  at: number;
  steps: number;
  /** A key that comes again makes its object unreadable: the second one may be a quotation. */
  readonly once?: boolean;
}

/** "Not readable here", told apart from every value JSON has. */
const nothing = Symbol('nothing');

function nextBracket(text: string, from: number): number {
  const brackets = /[{[]/gu;
  brackets.lastIndex = from;
  return brackets.exec(text)?.index ?? -1;
}

function readValue(reader: Reader, depth: number): unknown {
  reader.steps -= 1;
  if (depth > maxDepth || reader.steps <= 0) return nothing;
  skipBlank(reader);
  const next = reader.text[reader.at];
  if (next === '{') return readObject(reader, depth);
  if (next === '[') return readList(reader, depth);
  if (next === '"' || next === "'") return readString(reader, next);
  return readWord(reader);
}

function readObject(reader: Reader, depth: number): unknown {
  const object: Record<string, unknown> = Object.create(null);
  reader.at += 1;
  for (;;) {
    skipBlank(reader);
    const next = reader.text[reader.at];
    if (next === '}') {
      reader.at += 1;
      return object;
    }
    const key = next === '"' || next === "'" ? readString(reader, next) : nothing;
    skipBlank(reader);
    if (typeof key !== 'string' || reader.text[reader.at] !== ':') return nothing;
    reader.at += 1;
    const value = readValue(reader, depth + 1);
    if (value === nothing || !separated(reader, '}')) return nothing;
    if (reader.once === true && key in object) return nothing;
    object[key] = value;
  }
}

function readList(reader: Reader, depth: number): unknown {
  const list: unknown[] = [];
  reader.at += 1;
  for (;;) {
    skipBlank(reader);
    if (reader.text[reader.at] === ']') {
      reader.at += 1;
      return list;
    }
    const value = readValue(reader, depth + 1);
    if (value === nothing || !separated(reader, ']')) return nothing;
    list.push(value);
  }
}

/** Past a comma, or before the closing bracket; a comma may trail. */
function separated(reader: Reader, close: string): boolean {
  skipBlank(reader);
  const next = reader.text[reader.at];
  if (next === ',') reader.at += 1;
  return next === ',' || next === close;
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

/** Line breaks inside are let through: judges forget to escape them. */
function readString(reader: Reader, quote: string): unknown {
  const parts: string[] = [];
  let from = reader.at + 1;
  for (let at = from; at < reader.text.length; at += 1) {
    reader.steps -= 1;
    if (reader.steps <= 0) return nothing;
    const next = reader.text[at];
    if (next === quote) {
      parts.push(reader.text.slice(from, at));
      reader.at = at + 1;
      return parts.join('');
    }
    if (next !== '\\') continue;
    parts.push(reader.text.slice(from, at));
    const code = /^u([0-9a-fA-F]{4})/u.exec(reader.text.slice(at + 1, at + 6))?.[1];
    const letter = reader.text[at + 1] ?? '';
    parts.push(
      code === undefined ? (escapes[letter] ?? letter) : String.fromCharCode(Number.parseInt(code, 16)),
    );
    at += code === undefined ? 1 : 5;
    from = at + 1;
  }
  return nothing;
}

const words = new Map<string, unknown>([
  ['true', true],
  ['True', true],
  ['false', false],
  ['False', false],
  ['null', null],
  ['None', null],
]);

function readWord(reader: Reader): unknown {
  const word = /^[+\-\w.]{1,40}/u.exec(reader.text.slice(reader.at, reader.at + 41))?.[0] ?? '';
  reader.steps -= word.length + 1;
  reader.at += word.length;
  if (words.has(word)) return words.get(word);
  return /^-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/u.test(word) ? Number(word) : nothing;
}

function skipBlank(reader: Reader): void {
  for (;;) {
    const next = reader.text[reader.at];
    if (next !== ' ' && next !== '\n' && next !== '\t' && next !== '\r') return;
    reader.at += 1;
    reader.steps -= 1;
  }
}
