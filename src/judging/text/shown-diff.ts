// Text within a number of characters: a diff file by file, what nobody reads named instead, what is too long cut fairly and aloud.
import { pathKind } from '../../checks/tamper/measuring-paths.ts';

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
      return { path, text: shortLines(text.replace(/\n$/, '')), unread };
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
