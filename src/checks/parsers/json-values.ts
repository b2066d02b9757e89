// The JSON values a tool printed, whatever banners and warnings stand before, between and behind them.

/** Looks for values that begin at the start of a line; what stands indented is a part of another. */
export function jsonValues(text: string): readonly unknown[] {
  const found: unknown[] = [];
  const budget: Budget = { steps: text.length * 3 + 5_000_000, failures: maxFailures };
  for (let start = nextStart(text, 0); start !== -1 && budget.failures > 0; ) {
    const end = endOf(text, start, budget);
    const value = end === -1 ? undefined : parsed(text.slice(start, end));
    if (value === undefined) budget.failures -= 1;
    else found.push(value);
    start = nextStart(text, value === undefined ? start + 1 : end);
  }
  return budget.failures > 0 ? found : [];
}

/** The JSON objects of an output with one on each line; other lines are left out. */
export function jsonLines(text: string): readonly Record<string, unknown>[] {
  const lines = text.split('\n').filter((line) => line.startsWith('{') && line.endsWith('}'));
  const found: Record<string, unknown>[] = [];
  let failures = maxFailures;
  for (const line of lines) {
    const value = parsed(line);
    if (isRecord(value)) found.push(value);
    else failures -= 1;
    if (failures === 0) return [];
  }
  return found;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function records(value: unknown): readonly Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** NaN where it is no number, so that no count comes of it. */
export function numberIn(value: unknown): number {
  return typeof value === 'number' ? value : Number.NaN;
}

/** What a search may cost before it gives up: hostile text must not make it quadratic. */
interface Budget {
  steps: number;
  failures: number;
}

/** A text with more things that look like JSON and are not is something else. */
const maxFailures = 1_000;
/** Deeper nesting is no report. */
const maxDepth = 1_000;

function nextStart(text: string, from: number): number {
  const starts = /^[{[]/gm;
  starts.lastIndex = from;
  return starts.exec(text)?.index ?? -1;
}

const [quote, openList, closeList, openObject, closeObject] = ['"', '[', ']', '{', '}'].map((mark) =>
  mark.charCodeAt(0),
);

/** Behind the bracket that closes the one at `start`; -1: there is none. */
function endOf(text: string, start: number, budget: Budget): number {
  let depth = 0;
  let at = start;
  for (; at !== -1 && at < text.length && depth <= maxDepth && at - start <= budget.steps; at += 1) {
    const mark = text.charCodeAt(at);
    if (mark === openList || mark === openObject) depth += 1;
    else if (mark === closeList || mark === closeObject) depth -= 1;
    else if (mark === quote) at = closingQuote(text, at);
    if (depth === 0) {
      budget.steps -= at - start;
      return at + 1;
    }
    if (at === -1) break;
  }
  budget.steps -= (at === -1 ? text.length : at) - start;
  return -1;
}

function closingQuote(text: string, opening: number): number {
  for (let at = text.indexOf('"', opening + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text[at - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return at;
  }
  return -1;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
