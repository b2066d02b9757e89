// Finds verdicts set apart by a mark: `[[A]]`, `Winner: B`, `<verdict>A</verdict>`, a line that is a label.
import { entryNouns, type LabelNames } from './label-names.ts';
import { readPick } from './read-pick.ts';
import type { Statement } from './statement.ts';

const keywords =
  '(?:verdict|choice|winner|decision|answer|preference|judge?ment|conclusion|result|pick|selection|vote|ranking|best|better|' +
  'preferred|chosen|selected|winning|superior)';
/** `Winner:`, `**Final verdict** -`, `[RESULT]`, `The better response is:`, at the head of a line or a sentence. */
const heading = new RegExp(
  `(?:^|[.!?]\\s|\\n)[\\s>#*_\\-•\\d.)]{0,12}(?:(?:so|thus|therefore|hence|overall|in conclusion),?\\s+)?(?:my\\s+|the\\s+)?` +
    `((?:final|overall|clear)\\s+)?(?:(?:${keywords})(?:\\s+(?:${entryNouns}|${keywords}))?[*_\`"]{0,4}\\s*(?:is\\s*)?(?:[:=]|\\s[-–—]+\\s|→|[-=]>)|\\[(?:result|verdict|answer|winner|choice)\\]:?)[*_\\s]{0,8}`,
  'giu',
);
const brackets =
  /\[\[\s*([^[\]]{1,80}?)\s*\]\]|<\|\s*([^|<>]{1,40}?)\s*\|>|\[\s*\[?\s*["']([^"'[\]]{1,40})["']\s*\]?\s*\]/gu;
const tags =
  /<(answer|verdict|choice|winner|decision|result|preference|final_?\w{0,12})>\s*([^<>]{1,80}?)\s*<\/\1>/giu;
const boxed = /\\+boxed\{\s*(?:\\+text\{)?\s*([^{}\d]{1,40}?)\s*\}/gu;
/** What, standing before a mark in its line, announces it. */
const announcing = /\b(?:verdict|conclu|therefore|winner|my (?:choice|answer|decision)|overall)/iu;
/** How far around a mark its line is looked at. */
const nearby = 300;
const announcingFinal = /\bfinal(?:ly)?\b/iu;

export function markedVerdicts(
  reply: string,
  labels: readonly string[],
  names: LabelNames,
): readonly Statement[] {
  const reader = { reply, labels, names };
  const statements = [...bracketed(reader), ...tagged(reader), ...headed(reader), ...lone(reader)];
  return statements.toSorted((a, b) => a.at - b.at);
}

interface Marks {
  readonly reply: string;
  readonly labels: readonly string[];
  readonly names: LabelNames;
}

function bracketed({ reply, labels, names }: Marks): Statement[] {
  return [...reply.matchAll(brackets)].flatMap((match) => {
    const inner = match[1] ?? match[2] ?? match[3] ?? '';
    // The MT-bench convention: with two entries, C is the tie.
    const third = labels.length === 2 && /^c$/iu.test(inner) && names.labelOfWhole(inner) === undefined;
    const label = third ? null : readPick(inner, labels, names);
    if (label === undefined) return [];
    return [{ label, at: match.index, words: match[0], weight: bracketWeight(reply, match.index, match[0]) }];
  });
}

function bracketWeight(reply: string, at: number, mark: string): Statement['weight'] {
  const before = /[^\n]*$/u.exec(reply.slice(Math.max(0, at - nearby), at))?.[0] ?? '';
  const after = /^[^\n]*/u.exec(reply.slice(at + mark.length, at + mark.length + nearby))?.[0] ?? '';
  const sentence = `${before.replace(/^.*[.!?]\s/u, '')} ${after.replace(/[.!?](?:\s.*)?$/u, '')}`;
  // "Say [[A]], [[B]] or [[C]]" names the forms; it is no verdict.
  if ([...sentence.matchAll(/\[\[[^[\]]{1,80}\]\]/gu)].some(([other]) => other !== mark)) return 'mention';
  const lead = before.replace(/^.*\]\]/u, '');
  if (announcingFinal.test(lead)) return 'final';
  const alone = `${before}${after}`.replace(/[\s*_`>#."'-]/gu, '') === '';
  return alone || announcing.test(lead) ? 'stated' : 'mention';
}

function tagged({ reply, labels, names }: Marks): Statement[] {
  return [...reply.matchAll(tags), ...reply.matchAll(boxed)].flatMap((match) => {
    const label = readPick(match[2] ?? match[1] ?? '', labels, names);
    return label === undefined
      ? []
      : [{ label, at: match.index, words: match[0], weight: 'stated' as const }];
  });
}

function headed({ reply, labels, names }: Marks): Statement[] {
  const named = new RegExp(`^${names.pattern}`, 'iu');
  const another = new RegExp(
    `^\\s*(?:[/|&]|(?:and|or|vs)\\b|,(?=\\s*${names.pattern}\\s*(?:$|[,.;/|&]|and\\b|or\\b)))\\s*${names.pattern}`,
    'iu',
  );
  return [...reply.matchAll(heading)].flatMap((match) => {
    const at = match.index + match[0].length;
    const rest = /^[^\r\n]*/u.exec(reply.slice(at, at + nearby))?.[0] ?? '';
    const name = named.exec(rest)?.[0] ?? '';
    const after = rest.slice(name.length);
    const head = match[0].replace(/^[^\p{L}[]+/u, '').trim();
    const found = (label: string | null, said: string, reason: string): Statement[] => [
      {
        label,
        at,
        words: `${head} ${said}`,
        weight: match[1] === undefined ? 'stated' : 'final',
        ...reasonOf(reason),
      },
    ];
    const whole = readPick(rest, labels, names);
    if (whole !== undefined) return found(whole, rest, '');
    const tie = /^[*_`"]*(?:(?:it(?:[’']s|\s+is)\s+)?an?\s+)?(?:tie|draw)\b(?!\s*[|/])/iu.exec(rest)?.[0];
    if (tie !== undefined) return found(null, tie, rest.slice(tie.length));
    const label = name === '' ? undefined : names.labelOf(name);
    if (label === undefined || another.test(after) || !endsName.test(after)) return [];
    return found(label, name, after);
  });
}

/** What may follow a label that is the whole answer; "A good answer would..." may not. */
const endsName = /^[*_`"'\])]*\s*(?:$|[.,;:!(–—-]|(?:because|since|as|over|due|for|by|with)\b)(?!\s*[|/])/iu;

/** A line that is nothing but a choice: the last one, or the first where no other line looks the same. */
function lone({ reply, labels, names }: Marks): Statement[] {
  const lines = [...reply.matchAll(/[^\r\n]+/gu)].filter(([line]) => /[\p{L}\p{N}]/u.test(line));
  const picks = lines.map(([line]) =>
    isSentence(line) ? undefined : readPick(plainLine(line), labels, names),
  );
  const statement = (index: number): Statement[] => {
    const line = lines[index];
    const label = picks[index];
    return line === undefined || label === undefined
      ? []
      : [{ label, at: line.index, words: plainLine(line[0]), weight: 'stated' }];
  };
  if (picks.at(-1) !== undefined) return statement(lines.length - 1);
  const others = new Set(picks.filter((pick) => pick !== undefined));
  return others.size === 1 && picks[0] !== undefined ? statement(0) : closing({ reply, labels, names });
}

/** A heading over what follows, a question, or a sentence, which is read as prose. */
function isSentence(line: string): boolean {
  return line.length > nearby || /[:?]["*_\s]*$|\b(?:is|wins)\b/iu.test(line);
}

/** The last line ends in an emphasised label: "So I go with **B**." */
function closing({ reply, labels, names }: Marks): Statement[] {
  const line = /[^\r\n]*$/u.exec(reply.trimEnd().slice(-nearby))?.[0] ?? '';
  const end = /(?:\*\*|\[|`)([^*[\]`]{1,40}?)(?:\*\*|\]|`)[.!]?$/u.exec(line);
  if (end === null) return [];
  const before = line.slice(0, end.index);
  const label = readPick(end[1] ?? '', labels, names);
  const others = [...before.matchAll(new RegExp(names.pattern, 'giu'))].some(
    ([name]) => names.labelOf(name) !== undefined,
  );
  const unsure = /\b(?:not|never|than|over|beats?|worse|weaker|against|if|unless|or)\b|n[’']t\b/iu.test(
    before,
  );
  if (label === undefined || others || unsure) return [];
  return [{ label, at: reply.lastIndexOf(line) + end.index, words: end[0], weight: 'stated' }];
}

function plainLine(line: string): string {
  return line.replace(/^[\s>#\-•]+/u, '').trim();
}

function reasonOf(text: string): { reason?: string } {
  const reason = text.replace(/^[\s*_`"'.,;:!–—-]+/u, '').trim();
  return /\p{L}{3}/u.test(reason) ? { reason } : {};
}
