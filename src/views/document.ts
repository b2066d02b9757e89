// What there is to tell, as plain values: formats say it once, and it is shown as text, Markdown or a page. Nothing in it is
// escaped or made safe to show: whoever renders it does that, so that no document can forget to.

export type Document = readonly Block[];

export type Block =
  | { readonly type: 'heading'; readonly text: string; readonly level?: 1 | 2 | 3 }
  /** Lines of a paragraph. `gist`: the first of them says what it came to. `asIs`: a terminal doesn't wrap them. */
  | {
      readonly type: 'text';
      readonly lines: readonly string[];
      readonly gist?: true;
      readonly asIs?: true;
    }
  /** Beside what is told: how it was played. A terminal has it on standard error. */
  | { readonly type: 'note'; readonly lines: readonly string[] }
  | {
      readonly type: 'list';
      readonly title?: string;
      readonly items: readonly string[];
      readonly tones?: Tones;
    }
  | { readonly type: 'facts'; readonly facts: readonly (readonly [name: string, value: string])[] }
  | TableBlock
  | BracketBlock
  | IntervalsBlock
  /** Text of others as it is, over many lines. `folded`: a page opens it when it is wanted. */
  | { readonly type: 'quote'; readonly text: string; readonly title?: string; readonly folded?: true }
  /** Lines whose spaces count: settings, values for scripts, changes of a file. */
  | { readonly type: 'code'; readonly lines: readonly string[] }
  /** A patch as git writes it. */
  | { readonly type: 'diff'; readonly patch: string; readonly title?: string };

export interface TableBlock {
  readonly type: 'table';
  readonly title?: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly string[])[];
  readonly tones?: Tones;
  /** What is to be said of it, below. */
  readonly legend?: readonly string[];
}

/** Of each row or item: what a terminal may show in a colour, and nobody needs to see to understand it. */
export type Tones = readonly (Tone | undefined)[];
export type Tone = 'good' | 'bad' | 'strong';

export interface Column {
  readonly title: string;
  readonly align: 'left' | 'right';
}

export interface BracketBlock {
  readonly type: 'bracket';
  /** Names in the order of the seeds. */
  readonly seeds: readonly string[];
  readonly matches: readonly BracketMatch[];
  readonly legend?: readonly string[];
}

export interface BracketMatch {
  readonly round: number;
  readonly pair: readonly [string, string];
  /** Absent: it is not settled yet. */
  readonly winner?: string | undefined;
  /** Behind the winner's name. */
  readonly mark: string;
}

/** Where values lie on one scale, and between what bounds each may. */
export interface IntervalsBlock {
  readonly type: 'intervals';
  /** Behind a value: `%`. */
  readonly unit: string;
  /** Absent: from the least to the most. */
  readonly range?: readonly [number, number];
  readonly rows: readonly {
    readonly name: string;
    readonly value: number;
    readonly low?: number;
    readonly high?: number;
    readonly strong: boolean;
  }[];
}

type Lines = readonly (string | undefined)[];

export function heading(text: string): Block {
  return { type: 'heading', text };
}

export function text(...lines: Lines): Block {
  return { type: 'text', lines: present(lines) };
}

/** Lines with a shape of their own: a terminal shows each as it is. */
export function linesAsIs(...lines: Lines): Block {
  return { type: 'text', lines: present(lines), asIs: true };
}

/** Its first line says what it came to. */
export function gist(...lines: Lines): Block {
  return { type: 'text', lines: present(lines), gist: true };
}

export function note(...lines: Lines): Block {
  return { type: 'note', lines: present(lines) };
}

export function list(title: string | undefined, items: Lines): Block {
  return { type: 'list', items: present(items), title };
}

export function code(...lines: Lines): Block {
  return { type: 'code', lines: present(lines) };
}

export function quote(words: string): Block {
  return { type: 'quote', text: words };
}

/** The first column to the left, the others to the right. */
export function figureColumns(titles: readonly string[]): readonly Column[] {
  return titles.map((title, at) => ({ title, align: at === 0 ? 'left' : 'right' }));
}

/** Cut to a number of letters. */
export function shortened(words: string, letters: number): string {
  const all = [...words.slice(0, 2 * letters + 2)];
  return all.length > letters ? `${all.slice(0, letters - 1).join('')}…` : words;
}

/** Markdown on one line: without headings, rules and marks, its points one after the other. */
export function plainWords(markdown: string, letters: number): string {
  const lines = markdown
    .slice(0, 20 * letters)
    .replaceAll(/^ {0,3}```[\s\S]*?(?:^ {0,3}```.*$|$(?![\s\S]))/gm, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => !/^(?:#{1,6}\s.*|[-*_=]{3,}|)$/.test(line))
    .map((line) => line.replace(/^(?:[-*+>]|\d{1,3}[.)])\s+(?:\[[ x]\]\s+)?/, '').replaceAll(/\*\*|__/g, ''))
    .map((line) => line.replaceAll(/!?\[([^\][]{1,200})\]\([^()\s]{0,300}\)/g, '$1'));
  const ended = lines.map((line, at) =>
    at === lines.length - 1 || /[.,:;!?]$/.test(line) ? line : `${line};`,
  );
  return shortened(ended.length === 0 ? markdown : ended.join(' '), letters);
}

/** The line that says what it came to; else how it begins. */
export function gistOf(document: Document): string | undefined {
  const said = document.find((block) => block.type === 'text' && block.gist === true);
  if (said?.type === 'text') return said.lines[0];
  const begun = document.find((block) => block.type === 'quote');
  return begun?.type === 'quote' ? begun.text.trim().split('\n')[0] : undefined;
}

/** What is said beside it. */
export function notesOf(document: Document): readonly string[] {
  return document.flatMap((block) => (block.type === 'note' ? block.lines : []));
}

/** What stands above a part of it: nothing that it quotes may look like that. */
export function titlesOf(document: Document): readonly string[] {
  return document.flatMap((block) => {
    if (block.type === 'heading') return [block.text];
    return (block.type === 'quote' || block.type === 'diff') && block.title !== undefined
      ? [block.title]
      : [];
  });
}

/** Blocks that tell nothing are not shown. */
export function isEmpty(block: Block): boolean {
  switch (block.type) {
    case 'text':
    case 'code':
    case 'note':
      return block.lines.length === 0;
    case 'list':
      return block.items.length === 0;
    case 'facts':
      return block.facts.length === 0;
    case 'table':
    case 'intervals':
      return block.rows.length === 0;
    case 'bracket':
      return block.matches.length === 0;
    default:
      return false;
  }
}

function present(lines: Lines): readonly string[] {
  return lines.filter((line) => line !== undefined);
}
