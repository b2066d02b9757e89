// The passages of the generated tables of settings and operations: help, summaries and examples in words.
import { type Passage, passage } from './passages.ts';

const worded = /"(?:help|summary|details|about|description|expected|because)": ?("(?:[^"\\]|\\.)*")/g;

export function jsonPassages(path: string, source: string): Passage[] {
  return source.split('\n').flatMap((text, index) =>
    [...text.matchAll(worded)].flatMap(([, value = '""']) => {
      const words: unknown = JSON.parse(value);
      return passage(path, 'string', [{ text: String(words), line: index + 1 }]) ?? [];
    }),
  );
}
