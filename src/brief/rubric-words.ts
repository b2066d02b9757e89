// What a Markdown text says of a rubric: the dimensions it names, their weights, the scale. Where a text is about scoring, names
// stand first in a list item, a row of a table or a heading, in backticks or bold; elsewhere nothing is taken for one.

export interface NamedDimension {
  readonly name: string;
  readonly line: number;
  /** In percent, where the line says one. */
  readonly weight?: number;
}

export interface SaidScale {
  readonly min?: number;
  readonly max: number;
  /** As it stands there. */
  readonly words: string;
  readonly line: number;
}

const aboutScoring = /\b(?:dimension|rubric|criteri|scor|weigh|grad|assess|evaluat)/i;
const dimensionShape = /^[\p{L}\p{N}][\p{L}\p{N} _-]{0,60}$/u;

interface TextLine {
  readonly text: string;
  readonly line: number;
  readonly isScoring: boolean;
}

export function dimensionsIn(text: string): readonly NamedDimension[] {
  const lines = linesOf(text).filter(({ isScoring }) => isScoring);
  const found = lines.flatMap(({ text: line, line: number }, at): NamedDimension[] => {
    const isHead = /^\s*\|?[\s:|-]*-{2}[\s:|-]*$/.test(lines[at + 1]?.text ?? '') && line.includes('|');
    const name = isHead ? undefined : nameFirst(line);
    if (name === undefined || !dimensionShape.test(name)) return [];
    const weight = weightIn(line);
    return [{ name, line: number, weight }];
  });
  return found.filter(({ name }, at) => found.findIndex((one) => sameName(one.name, name)) === at);
}

export function scalesIn(text: string): readonly SaidScale[] {
  return linesOf(text).flatMap(({ text: line, line: number }) => {
    if (!/\b(?:scale|scor|point|rate|grade|mark|number|dimension)/i.test(line)) return [];
    const ranges = [
      ...line.matchAll(/(?<![\d.%])(\d{1,3})\s?(?:-|–|—|\bto\b|\.\.)\s?(\d{1,3})(?!\d|\.\d|\s?%)/g),
    ].map(([words, min, max]) => ({ words, min: Number(min), max: Number(max), line: number }));
    const parts = [...line.matchAll(/\bout of (\d{1,3})\b/gi)].map(([words, max]) => ({
      words,
      max: Number(max),
      line: number,
    }));
    return [...ranges.filter(({ min, max }) => min < max), ...parts];
  });
}

/** The line that says that all dimensions weigh alike. */
export function equalWeightsIn(text: string): number | undefined {
  return linesOf(text).find(({ text: line }) =>
    /\b(?:equal(?:ly)? weight|weigh(?:t|ts|ted|s)? (?:are )?(?:all )?(?:equal|the same|alike)|count (?:alike|equally|the same))/i.test(
      line,
    ),
  )?.line;
}

/** Whether a name stands anywhere in a text; case, dashes, underscores and blanks make no difference. */
export function names(text: string, name: string): boolean {
  const parts = name
    .split(/[\s_-]+/)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('[\\s_-]*');
  return new RegExp(`(?<![\\p{L}\\p{N}])${parts}(?![\\p{L}\\p{N}])`, 'iu').test(text);
}

export function sameName(one: string, other: string): boolean {
  return plain(one) === plain(other);
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_-]+/g, '');
}

/** Those in code fences and comments are left out. A section ends with the next heading of its level. */
function linesOf(text: string): readonly TextLine[] {
  const withoutNotes = text.replaceAll(/<!--[\s\S]*?-->|^(```|~~~)[\s\S]*?^\1/gm, (note) =>
    note.replaceAll(/[^\n]/g, ''),
  );
  let sectionLevel: number | undefined;
  return withoutNotes.split('\n').map((line, at) => {
    const [, marks, title = ''] = /^(#{1,6})\s+(.*)/.exec(line) ?? [];
    if (marks !== undefined) {
      const level = marks.length;
      if (sectionLevel !== undefined && level <= sectionLevel) sectionLevel = undefined;
      if (sectionLevel === undefined && aboutScoring.test(title)) {
        sectionLevel = level;
        return { text: '', line: at + 1, isScoring: false };
      }
    }
    return { text: line, line: at + 1, isScoring: sectionLevel !== undefined };
  });
}

const item = /^\s*(?:[-*+]|\d+[.)]|\||#{1,6})\s*(.*)$/;
const marked = /^(?:\*\*`([^`]+)`|`([^`]+)`|\*\*([^*]+)\*\*|__([^_]+)__)/;

function nameFirst(line: string): string | undefined {
  const content = item.exec(line)?.[1];
  if (content === undefined) return undefined;
  const name = marked
    .exec(content)
    ?.slice(1)
    .find((one) => one !== undefined);
  if (name !== undefined)
    return name
      .replace(/\s*\(.*\)$/, '')
      .replace(/[:.]\s*$/, '')
      .trim();
  // In a table of dimensions a bare word is one as well.
  const [cell = ''] = content.split('|');
  return /^\s*\|/.test(line) && /^[\p{L}\p{N}_-]+$/u.test(cell.trim()) ? cell.trim() : undefined;
}

function weightIn(line: string): number | undefined {
  const cells = /^\s*\|/.test(line) ? line.split('|').map((cell) => cell.trim()) : [];
  const said =
    /(?<![\d.])(\d{1,3}(?:\.\d+)?)\s?%/.exec(line)?.[1] ??
    /\bweigh(?:t|s|ts|ted)?\b:?\s*(?:of\s*)?(\d{1,3})\b/i.exec(line)?.[1] ??
    cells.find((cell) => /^\d{1,3}$/.test(cell));
  return said === undefined ? undefined : Number(said);
}
