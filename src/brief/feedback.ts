// What was said of the last round: FEEDBACK.md for everybody, FEEDBACK_<contestant>.md for one, by name or by agent.
import { byteCount } from '../domain/figures.ts';
import { JoustError } from '../domain/joust-error.ts';
import type { FieldEntry } from '../formats/brief/field.ts';
import type { BriefPlan } from '../formats/brief/options.ts';
import { bytesInside } from '../process/files/read-inside.ts';
import { fileNames } from '../views/manifest.ts';
import { visible } from '../views/visible.ts';
import { entryNamed } from './brief-people.ts';

export const feedbackFile = 'FEEDBACK.md';
const mostBytes = 200_000;

export interface Feedback {
  readonly said: BriefPlan['feedback'];
  /** What is missing, and whose is whose. */
  readonly notes: readonly string[];
}

/** What somebody says of a line of an entry. */
export interface LineComment {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

/** Feedback that isn't in a file, and the names under which files have it. */
export interface SaidFeedback {
  /** By contestant, if it isn't the agent: FEEDBACK_<flavor>.md. */
  readonly flavors?: ReadonlyMap<string, string>;
  /** In the place of FEEDBACK.md. */
  readonly shared?: string | undefined;
  /** By contestant; behind what stands in its file. */
  readonly personal?: Readonly<
    Record<
      string,
      { readonly text?: string | undefined; readonly comments?: readonly LineComment[] | undefined }
    >
  >;
}

export function feedbackIn(folder: string, field: readonly FieldEntry[], said: SaidFeedback = {}): Feedback {
  const everybody = said.shared ?? readFeedback(folder, feedbackFile);
  for (const name of Object.keys(said.personal ?? {})) entryNamed(field, name);
  const names = fileNames(field.map(({ contestant }) => contestant.name));
  const personal: Record<string, string> = {};
  const notes: string[] = [];
  field.forEach(({ contestant: { name, agent } }, at) => {
    const [own, ofAgent] = [
      `FEEDBACK_${names[at] ?? name}.md`,
      `FEEDBACK_${said.flavors?.get(name) ?? agent}.md`,
    ];
    const mine = readFeedback(folder, own);
    const found = mine ?? readFeedback(folder, ofAgent);
    const words = [found ?? '', spoken(said, name)].filter((part) => part.trim() !== '').join('\n\n');
    if (words === '') return;
    personal[name] = words;
    if (found !== undefined)
      notes.push(`${name} is told what stands in ${mine === undefined ? ofAgent : own}.`);
  });
  const without = field.filter(({ contestant }) => !Object.hasOwn(personal, contestant.name));
  if (everybody === undefined && without.length > 0) {
    const who = without.map(({ contestant }) => contestant.name).join(', ');
    notes.push(`There is no ${feedbackFile}: no feedback for ${who}.`);
  }
  return { said: { shared: everybody ?? null, personal }, notes };
}

/** Comments in the order of the lines they are on. */
function spoken({ personal = {} }: SaidFeedback, name: string): string {
  const { text = '', comments = [] } = Object.hasOwn(personal, name) ? (personal[name] ?? {}) : {};
  const lines = comments
    .toSorted((a, b) => a.file.localeCompare(b.file) || a.line - b.line)
    .map(
      ({ file, line, text: words }) =>
        `- \`${file}\`, line ${line}: ${words.trim().replaceAll('\n', '\n  ')}`,
    );
  return [
    text.trim(),
    ...(lines.length === 0 ? [] : [`Comments on lines of your work:\n\n${lines.join('\n')}`]),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** Undefined: there is none. What is there and cannot be read is refused: nobody should play a round without it unawares. */
export function readFeedback(folder: string, name: string): string | undefined {
  const read = bytesInside(folder, name, mostBytes);
  const text = 'content' in read ? read.content.toString('utf8') : undefined;
  const why = 'why' in read && read.absent !== true ? read.why : undefined;
  if (why === undefined && text?.includes('\0') !== true) return text?.trim() === '' ? undefined : text;
  throw new JoustError(`${name} cannot be taken as feedback: ${why ?? 'it is not text'}`, {
    code: 'usage',
    hint: `Write it as a plain file of Markdown, ${byteCount(mostBytes)} at most, or take it away.`,
  });
}

const begins = '<!-- joust consult: what stands between these marks is replaced by the next one -->';
const ends = '<!-- joust consult: end -->';
/** Characters of one review: with all of them it still has to be read. */
const mostReview = 20_000;

/** Reviews between marks, in the place of those of the last time; what somebody wrote around them stays. */
export function withReviews(text: string, reviews: readonly { reviewer: string; text: string }[]): string {
  const block = [
    begins,
    ...reviews.flatMap(({ reviewer, text: words }) => [
      '',
      `## Review by ${reviewer}`,
      '',
      withoutMarks(words.length > mostReview ? `${words.slice(0, mostReview)} … (cut)` : words).trim(),
    ]),
    '',
    ends,
  ].join('\n');
  const [start, end] = [text.indexOf(begins), text.lastIndexOf(ends)];
  if (start !== -1 && end > start) return `${text.slice(0, start)}${block}${text.slice(end + ends.length)}`;
  const before = text.trim() === '' ? '' : `${text.trimEnd()}\n\n`;
  return `${before}${block}\n`;
}

/** A review must neither end the block it stands in nor drive the terminal it is read on. */
function withoutMarks(text: string): string {
  return visible(text).replaceAll(/<!--|-->/g, (mark) => (mark === '<!--' ? '<! --' : '-- >'));
}

/** The file in which feedback for one of them belongs. */
export function personalFile(field: readonly FieldEntry[], name: string): string {
  const names = fileNames(field.map(({ contestant }) => contestant.name));
  const at = field.findIndex(({ contestant }) => contestant.name === name);
  return `FEEDBACK_${names[at] ?? name}.md`;
}
