// What a judge gets to see of a change, without names: measured facts, then its author's summary, then the diff.
import type { Tamper } from '../../checks/tamper/flag.ts';
import { shownDiff } from '../text/shown-diff.ts';

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
