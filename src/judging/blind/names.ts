// The names that could tell a judge who wrote an entry.

export interface Names {
  /** `claude`, `codex`: leave out those that are ordinary words, such as `command`. */
  readonly agents: readonly string[];
  /** The makers: `anthropic`, `openai`. */
  readonly families: readonly string[];
  readonly models: readonly string[];
}

/** Those the task does not name. */
export function namesOutside(task: string, names: Names): Names {
  const outside = (list: readonly string[]) => list.filter((name) => !holdsName(task, name));
  return { agents: outside(names.agents), families: outside(names.families), models: outside(names.models) };
}

/** Source of a pattern (flags `iu`) for any of them as a word of its own. */
export function anyName({ agents, families, models }: Names): string {
  const all = [...new Set([...agents, ...families, ...models])].filter((name) => name !== '');
  if (all.length === 0) return '(?!)';
  return word(
    all
      .toSorted((a, b) => b.length - a.length)
      .map(namePattern)
      .join('|'),
  );
}

export function holdsName(text: string, name: string): boolean {
  return name !== '' && new RegExp(word(namePattern(name)), 'iu').test(text);
}

function word(pattern: string): string {
  return `(?<![\\p{L}\\p{N}_])(?:${pattern})(?![\\p{L}\\p{N}_])`;
}

/** `gpt-5.5` is also written "GPT 5.5". */
function namePattern(name: string): string {
  return name
    .split(/[\s_-]+/u)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\/]/gu, '\\$&'))
    .join('[\\s_-]?');
}
