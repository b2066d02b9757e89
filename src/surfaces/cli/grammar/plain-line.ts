// A line of words as `parseArgs` of node:util reads it, without loading that in every start. What is not as plain as most lines are, or
// wrong, is left to it.
import type { ParseArgsConfig } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;
type Values = Record<string, string | boolean | (string | boolean)[]>;

/** Undefined: it is not for here to say. */
export function readPlainly(
  args: readonly string[],
  options: Options,
): { readonly values: Values; readonly positionals: string[] } | undefined {
  const values: Values = {};
  const positionals: string[] = [];
  for (let at = 0; at < args.length; ) {
    const [word = '', next] = args.slice(at, at + 2);
    const option = isOption(word) ? readOption(word, next, options) : undefined;
    if (isOption(word) && option === undefined) return undefined;
    at += option?.words ?? 1;
    if (option === undefined) positionals.push(word);
    else keep(values, option, options[option.name]?.multiple === true);
  }
  return { values, positionals };
}

interface ReadOption {
  readonly name: string;
  readonly value: string | true;
  /** How many it took. */
  readonly words: number;
}

function isOption(word: string): boolean {
  return word.startsWith('-') && word !== '-';
}

function readOption(word: string, next: string | undefined, options: Options): ReadOption | undefined {
  const { name, value } = word.startsWith('--') ? longOption(word) : { name: byLetter(word, options) };
  const known = Object.hasOwn(options, name) ? options[name] : undefined;
  if (known === undefined) return undefined;
  if (known.type === 'boolean') return value === undefined ? { name, value: true, words: 1 } : undefined;
  if (value !== undefined) return { name, value, words: 1 };
  return next === undefined || next.startsWith('-') ? undefined : { name, value: next, words: 2 };
}

function longOption(word: string): { readonly name: string; readonly value?: string } {
  const at = word.indexOf('=');
  return at < 0 ? { name: word.slice(2) } : { name: word.slice(2, at), value: word.slice(at + 1) };
}

function byLetter(word: string, options: Options): string {
  return Object.keys(options).find((name) => options[name]?.short === word.slice(1)) ?? '';
}

function keep(values: Values, { name, value }: ReadOption, isList: boolean): void {
  const known = values[name];
  values[name] = isList ? [...(Array.isArray(known) ? known : []), value] : value;
}
