// The tags of an XML text in order, one pass, without a tree: comments, CDATA and declarations are passed over.

export interface Tag {
  readonly name: string;
  readonly kind: 'open' | 'close' | 'empty';
  attribute(name: string): string | undefined;
}

export function* xmlTags(text: string): Generator<Tag> {
  for (let at = text.indexOf('<'); at !== -1; ) {
    const { tag, end } = passOver(text, at) ?? tagAt(text, at);
    if (tag !== undefined) yield tag;
    at = end === -1 ? -1 : text.indexOf('<', end);
  }
}

/** What stands at a `<`; the end -1: nothing more comes. */
interface Found {
  readonly tag?: Tag;
  readonly end: number;
}

const sections = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const;

/** A section that holds no tags; undefined: there is none here. */
function passOver(text: string, at: number): Found | undefined {
  const section = sections.find(([begin]) => text.startsWith(begin, at));
  return section === undefined ? undefined : { end: text.indexOf(section[1], at + section[0].length) };
}

function tagAt(text: string, at: number): Found {
  const end = tagEnd(text, at);
  const tag = end === -1 ? undefined : readTag(text.slice(at + 1, end));
  return tag === undefined ? { end: at + 1 } : { tag, end };
}

/** Longer tags are no tags: a stray `<` must not make every further one look to the end of the text. */
const maxTag = 100_000;

/** The closing bracket, not one inside quotes. A second `<` before it: this was text, not a tag. */
function tagEnd(text: string, at: number): number {
  const marks = /[<>"']/g;
  marks.lastIndex = at + 1;
  for (let mark = marks.exec(text); mark !== null && mark.index - at < maxTag; mark = marks.exec(text)) {
    if (mark[0] === '>') return mark.index;
    if (mark[0] === '<') return -1;
    const close = text.indexOf(mark[0], mark.index + 1);
    if (close === -1) return -1;
    marks.lastIndex = close + 1;
  }
  return -1;
}

function readTag(inside: string): Tag | undefined {
  const name = /^\/?([A-Za-z_][\w.:-]*)/.exec(inside)?.[1];
  if (name === undefined) return undefined;
  return {
    name: name.replace(/^.*:/, ''),
    kind: kindOf(inside),
    attribute: (wanted) => attributeIn(inside, wanted),
  };
}

function kindOf(inside: string): Tag['kind'] {
  if (inside.startsWith('/')) return 'close';
  return inside.endsWith('/') ? 'empty' : 'open';
}

function attributeIn(inside: string, wanted: string): string | undefined {
  for (const [, name, double, single] of inside.matchAll(
    /(?<![\w.:-])([\w.:-]{1,60})\s{0,20}=\s{0,20}(?:"([^"]*)"|'([^']*)')/g,
  )) {
    if (name === wanted) return double ?? single;
  }
  return undefined;
}
