// Words that carry styles: wrapped by the room they take on the screen, and painted word by word, so that no style
// runs on over the end of a line.
import stringWidth from 'string-width';
import { visible } from '../visible.ts';

export type Format = 'bold' | 'dim' | 'cyan' | 'underline' | 'italic';
export type Paint = (format: Format, text: string) => string;

export interface Inline {
  readonly text: string;
  readonly formats: readonly Format[];
}

/** As a run of its own, it ends the line. */
export const lineBreak: Inline = { text: '\n', formats: [] };

export function paintInline(runs: readonly Inline[], paint: Paint): string {
  return runs.map((run) => painted(run, paint)).join('');
}

/** Spaces behind a word are left bare. Where there is no colour, code keeps its marks. Entities may have hidden something. */
function painted({ text, formats }: Inline, paint: Paint): string {
  const word = visible(text).trimEnd();
  const shown = formats.reduce((styled, format) => paint(format, styled), word);
  const marked = shown === word && formats.includes('cyan') ? `\`${word}\`` : shown;
  return `${marked}${/\s*$/.exec(text)?.[0] ?? ''}`;
}

/** At spaces; a word that is wider than the line (an address, a path) is left whole. */
export function wrapInline(runs: readonly Inline[], columns: number, paint: Paint): readonly string[] {
  const lines: Inline[][] = [[]];
  let width = 0;
  for (const word of words(runs)) {
    const room = stringWidth(
      word
        .map(({ text }) => text)
        .join('')
        .trimEnd(),
    );
    const isBreak = word[0] === lineBreak;
    if (isBreak || (width > 0 && width + room > columns)) {
      lines.push([]);
      width = 0;
    }
    if (isBreak) continue;
    lines.at(-1)?.push(...word);
    width += stringWidth(word.map(({ text }) => text).join(''));
  }
  return lines.map((line) => paintInline(line, paint).trimEnd());
}

/** A word is what stands between two spaces, whatever styles are in it; the space behind it belongs to it. */
function words(runs: readonly Inline[]): readonly (readonly Inline[])[] {
  const found: Inline[][] = [];
  let open = false;
  for (const run of runs) {
    if (run === lineBreak) {
      found.push([run]);
      open = false;
      continue;
    }
    for (const text of run.text.split(/(?<=\s)(?=\S)/)) {
      if (open) found.at(-1)?.push({ ...run, text });
      else found.push([{ ...run, text }]);
      open = !/\s$/.test(text);
    }
  }
  return found;
}
