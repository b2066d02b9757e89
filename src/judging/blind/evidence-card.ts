// What a judge gets to see of a change, without names: measured facts, then its author's summary, then the diff.
import type { Tamper } from '../../checks/tamper/flag.ts';
import { pathKind } from '../../checks/tamper/measuring-paths.ts';

interface ShownCheck {
  readonly name: string;
  readonly outcome: string;
  /** As handed in, where that differs. */
  readonly submitted?: string | undefined;
  readonly detail?: string | undefined;
  readonly submittedDetail?: string | undefined;
}

export interface EvidenceCardInput {
  /** The end of the contestant's last message. */
  readonly says?: string | undefined;
  /** As git writes it. */
  readonly diff: string;
  readonly checks: readonly ShownCheck[];
  readonly tamper: readonly Tamper[];
  readonly lines: { readonly added: number; readonly removed: number };
  readonly files: number;
  readonly leftOut: readonly { readonly path: string; readonly why: string }[];
  /** The diff looks like it holds a secret, and nobody consented to show it to a model. */
  readonly secret?: boolean | undefined;
  /** Characters of diff; the rest is cut, and said to be. */
  readonly diffBudget?: number;
}

const defaultDiffBudget = 60_000;
const maxSays = 2000;
const maxListed = 40;

/** `task` stands in the judge's prompt already where that is built from one; here it is for cards that stand alone. */
export function evidenceCard(input: EvidenceCardInput, task?: string): string {
  const { checks, tamper, leftOut, lines, files, says } = input;
  const parts = [
    ...(task === undefined ? [] : [`Task:\n${quoted(task)}`]),
    `Size: ${files} file${files === 1 ? '' : 's'}, +${lines.added} -${lines.removed} lines`,
    listed('Checks:', checks.map(checkText)) ?? 'Checks: none',
    listed('It touches what measures it:', tamper.map(tamperText)),
    listed(
      'Left out of the change:',
      leftOut.map(({ path, why }) => `${path}: ${why}`),
    ),
    `Summary by its author:\n${says === undefined || says.trim() === '' ? '> (none)' : quoted(ending(says))}`,
    diffText(input),
  ];
  return `${parts.filter((part) => part !== undefined).join('\n\n')}\n`;
}

function checkText({ name, outcome, detail, submitted, submittedDetail }: ShownCheck): string {
  const result = `${name}: ${outcome}${inBrackets(detail)}`;
  if (submitted === undefined) return result;
  return `${result}, with the tests and settings of the base put back; as handed in: ${submitted}${inBrackets(submittedDetail)}`;
}

function tamperText({ kind, how, path, detail }: Tamper): string {
  return `${kind}: ${how} ${path}${inBrackets(detail)}`;
}

function inBrackets(detail: string | undefined): string {
  return detail === undefined ? '' : ` (${detail})`;
}

export function listed(title: string, items: readonly string[]): string | undefined {
  if (items.length === 0) return undefined;
  const more = items.length - maxListed;
  return [
    title,
    ...items.slice(0, maxListed).map((item) => `- ${oneLine(item)}`),
    ...(more > 0 ? [`- and ${more} more`] : []),
  ].join('\n');
}

/** What others wrote cannot pass for a line of ours. */
function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > 300 ? `${line.slice(0, 300)} ...` : line;
}

export function quoted(text: string): string {
  return text
    .trim()
    .split(/\r\n|[\n\r\u2028\u2029]/u)
    .map((line) => `> ${line}`)
    .join('\n');
}

export function ending(says: string): string {
  const text = says.trim();
  return text.length <= maxSays ? text : `(cut: its end)\n${text.slice(-maxSays)}`;
}

function diffText({ diff, secret, diffBudget = defaultDiffBudget }: EvidenceCardInput): string {
  if (secret === true) return 'Diff: not shown, since it looks like it holds a secret.';
  if (diff.trim() === '') return 'Diff: empty';
  return shownDiff(diff, diffBudget);
}

interface FileDiff {
  readonly path: string;
  readonly text: string;
  /** Why only its name is shown. */
  readonly unread?: string;
}

const maxNamed = 200;
const maxLine = 1000;

/**
 * A diff within a number of characters: files nobody reads are named instead, and what is too long is cut fairly
 * and aloud.
 */
export function shownDiff(diff: string, budget: number): string {
  const all = splitDiff(diff);
  const unread = all.filter((file) => file.unread !== undefined);
  const read = all.filter((file) => file.unread === undefined);
  const shown = read.slice(0, maxNamed);
  const share = fairShare(
    shown.map(({ text }) => text.length),
    budget,
  );
  const cut = shown.map(({ text }) => cutLines(text, share));
  const rest = read.slice(maxNamed);
  const lost =
    cut.reduce((sum, { lost: lines }) => sum + lines, 0) +
    rest.reduce((sum, { text }) => sum + lineCount(text), 0);
  const names = unread.slice(0, maxNamed).map(({ path, unread: why = '', text }) => {
    return `- ${path.replaceAll(/\s+/g, ' ')}: ${why}, ${lineCount(text)} lines of diff`;
  });
  const further = unread.length - names.length;
  return [
    ...(names.length === 0 ? [] : ['Changed too, not shown:', ...names]),
    ...(further > 0 ? [`- and ${further} more`] : []),
    ...(names.length === 0 ? [] : ['']),
    lost === 0 ? 'Diff:' : `Diff, cut to ${budget} characters, ${lost} lines left out:`,
    ...cut.map(({ text }) => text),
    ...(rest.length === 0 ? [] : [`(${rest.length} more files are not shown)`]),
  ].join('\n');
}

/** Lines of content begin with a sign of their own, so that a header is a header. */
function splitDiff(diff: string): readonly FileDiff[] {
  return diff
    .split(/^(?=diff --git )/m)
    .filter((text) => text.trim() !== '')
    .map((text) => {
      const path = pathOf(text);
      const unread = whyUnread(path, text);
      return { path, text: shortLines(text.replace(/\n$/, '')), ...(unread !== undefined && { unread }) };
    });
}

/** A line nobody could read must not crowd out the others; nor may it hide its file. */
export function shortLines(text: string): string {
  return text
    .split('\n')
    .map((line) =>
      line.length <= maxLine
        ? line
        : `${line.slice(0, maxLine)} (${line.length - maxLine} characters left out)`,
    )
    .join('\n');
}

function pathOf(text: string): string {
  const head = text.slice(0, Math.max(0, text.search(/^@@/m))) || text.slice(0, 5000);
  const named = /^\+\+\+ "?b\/(.+?)"?\t?$/m.exec(head) ?? /^--- "?a\/(.+?)"?\t?$/m.exec(head);
  if (named?.[1] !== undefined) return named[1];
  const both = /^diff --git (.*)$/m.exec(head)?.[1] ?? '';
  // `a/x b/x`: neither name can be told where they differ and hold spaces.
  return both.slice((both.length + 1) / 2).replace(/^b\//, '');
}

const generated =
  /\.min\.(?:js|css|mjs|cjs)$|\.(?:js|css)\.map$|(?:^|\/)(?:dist|vendor|node_modules)\/|\.pb\.(?:go|cc|h)$|_pb2(?:_grpc)?\.py$|\.generated\.|\.g\.(?:dart|cs)$/i;

function whyUnread(path: string, text: string): string | undefined {
  if (pathKind(path) === 'lock') return 'lock file';
  if (generated.test(path)) return 'generated';
  return /^(?:GIT binary patch|Binary files .* differ)$/m.test(text) ? 'binary' : undefined;
}

/** Short files are shown whole, and what they leave over goes to the long ones. */
export function fairShare(sizes: readonly number[], budget: number): number {
  let left = budget;
  const sorted = sizes.toSorted((a, b) => a - b);
  for (const [at, size] of sorted.entries()) {
    const share = Math.floor(left / (sorted.length - at));
    if (size > share) return share;
    left -= size;
  }
  return Number.POSITIVE_INFINITY;
}

/** Whole lines, the first always: it names the file. */
export function cutLines(text: string, share: number): { readonly text: string; readonly lost: number } {
  if (text.length <= share) return { text, lost: 0 };
  const lines = text.split('\n');
  let kept = 1;
  let used = (lines[0] ?? '').length + 1;
  while (kept < lines.length && used + (lines[kept] ?? '').length < share) {
    used += (lines[kept] ?? '').length + 1;
    kept += 1;
  }
  const lost = lines.length - kept;
  return { text: `${lines.slice(0, kept).join('\n')}\n(${lost} lines of this file left out)`, lost };
}

function lineCount(text: string): number {
  return text.split('\n').length;
}
