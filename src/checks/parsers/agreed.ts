// Several parsers on one output: what they read counts only if those that read anything read the same.
import type { Reading } from '../../domain/check-spec.ts';
import type { Parser } from './parser.ts';

export function agreed(parsers: readonly Parser[]): Parser {
  return (output, options) => {
    const [first, ...rest] = parsers
      .map((parser) => parser(output, options))
      .filter((reading): reading is Reading => reading !== undefined);
    const same = rest.every((reading) => JSON.stringify(reading) === JSON.stringify(first));
    return same ? first : undefined;
  };
}
