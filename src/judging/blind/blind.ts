// An anonymous copy of entries for one judge: shuffled, labelled, scrubbed, fenced.
import type { Contest } from '../../contest/handle/contest.ts';
import { type Random, shuffled } from '../../contest/handle/draw.ts';
import type { Entry, JudgingContext } from '../entry.ts';
import { evenStyle } from '../text/even-style.ts';
import { addressesJudge } from './addresses-judge.ts';
import { scrub } from './scrub.ts';

interface Shown {
  readonly label: string;
  readonly entry: Entry;
  /** The text as the judge sees it. */
  readonly text: string;
}

export interface Blinded {
  /** In the order the judge sees them. */
  readonly shown: readonly Shown[];
  /** All of them, each between its fences. */
  readonly text: string;
  /** What a verdict must repeat. */
  readonly nonce: string;
  /** What was taken out, what may still tell who it was, and whose entry addresses the judge; by contestant. */
  readonly scrubbed: readonly string[];
  readonly leaks: readonly string[];
  readonly addressed: readonly string[];
}

export interface BlindWish {
  /** Unique in the contest. */
  readonly key: string;
  readonly entries: readonly Entry[];
  readonly context: JudgingContext;
  /** As they are given, instead of shuffled: for the second of two orders. */
  readonly inOrder?: boolean;
}

/** Each judge and each order gets a draw of its own, and so do other entries. */
export async function blind(
  contest: Pick<Contest, 'draw'>,
  { key, entries, context, inOrder = false }: BlindWish,
): Promise<Blinded> {
  const drawn = await contest.draw(
    `${key}/blind ${entries.map(({ contestant }) => contestant).join(' ')}`,
    (random) => ({
      order: inOrder
        ? entries.map((_, at) => at)
        : shuffled(
            entries.map((_, at) => at),
            random,
          ),
      fence: randomWord(random),
      nonce: randomWord(random),
    }),
  );
  const order = drawn.order.flatMap((at) => entries[at] ?? []);
  const copies = order.map((entry) => ({ entry, ...scrub(entry.text, context) }));
  const shown = copies.map(({ entry, text }, at) => ({
    label: labelAt(at),
    entry,
    // A card quotes its author line by line: it is evened where it is made.
    text: context.even === true && entry.spoken === undefined ? evenStyle(text) : text,
  }));
  return {
    shown,
    text: fenceEntries(shown, drawn.fence).text,
    nonce: drawn.nonce,
    scrubbed: copies.flatMap(({ entry, scrubbed }) =>
      scrubbed.map(({ what, count }) => `${entry.contestant}: ${what} (${count})`),
    ),
    leaks: copies.flatMap(({ entry, leaks }) => leaks.map((name) => `${entry.contestant}: ${name}`)),
    addressed: copies.flatMap(({ entry }) =>
      [entry.text, entry.spoken ?? ''].flatMap(addressesJudge).some(({ strength }) => strength === 'strong')
        ? [entry.contestant]
        : [],
    ),
  };
}

/** A, B, ... Z, A2, B2, ... */
function labelAt(at: number): string {
  const round = Math.floor(at / letters.length);
  return `${letters[at % letters.length]}${round === 0 ? '' : round + 1}`;
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const wordLength = 12;

/** Unguessable for whoever wrote the entries: a fence or a nonce. */
export function randomWord(random: Random): string {
  return Array.from({ length: wordLength }, () => Math.floor(random() * 36).toString(36)).join('');
}

interface LabelledEntry {
  readonly label: string;
  readonly text: string;
}

interface Fenced {
  readonly text: string;
  readonly fence: string;
}

/** Shorter random text could be guessed, or stand in an entry by chance. */
const minLength = 8;

/** Sets entries apart as data: each between two lines that no entry can contain. `random` is fresh random text, unknown to whoever wrote the entries. */
export function fenceEntries(entries: readonly LabelledEntry[], random: string): Fenced {
  if (!/^[A-Za-z0-9_-]+$/u.test(random) || random.length < minLength) {
    throw new Error(
      `A fence needs at least ${minLength} random letters or digits, got ${JSON.stringify(random)}.`,
    );
  }
  for (const { label } of entries) {
    if (!/^[\p{L}\p{N}_-]+$/u.test(label))
      throw new Error(`A label cannot stand in a fence line: ${JSON.stringify(label)}.`);
  }
  const fence = freeFence(entries, random);
  const text = entries
    .map(
      (entry) =>
        `<<<ENTRY ${entry.label} ${fence}\n${withoutLastBreak(entry.text)}\nENTRY ${entry.label} ${fence}>>>`,
    )
    .join('\n\n');
  return { text, fence };
}

/** Checked, not hoped for: an entry that holds the random text gets a fence that it does not hold. */
function freeFence(entries: readonly LabelledEntry[], random: string): string {
  let fence = random;
  for (let extra = 1; entries.some(({ text }) => text.includes(fence)); extra += 1)
    fence = `${random}-${extra}`;
  return fence;
}

function withoutLastBreak(text: string): string {
  return text.replace(/\r?\n$/u, '');
}
