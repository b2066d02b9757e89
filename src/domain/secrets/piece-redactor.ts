// Takes secrets out of text that is shown as it arrives: what may become one is held back until it is seen what it becomes.
import { longSecrets, redactor } from '../kept-text.ts';
import { openSecret } from './secret-shapes.ts';

export interface PieceRedactor {
  /** What can be shown by now. */
  add(piece: string): string;
  /** What was held back: nothing more comes. */
  rest(): string;
}

export function pieceRedactor(secrets: Readonly<Record<string, string>>): PieceRedactor {
  const clean = redactor(secrets);
  const values = longSecrets(secrets).map(([, value]) => value);
  // What was shown last: where a word began tells whether it is a token.
  let before = '';
  let held = '';
  let looked = 0;
  /** Up to a place in what was shown and is held; the rest is held back. */
  const show = (text: string, cut: number): string => {
    const [shown, known] = [clean(text.slice(0, cut)), clean(before)];
    const fresh = shown.startsWith(known) ? shown.slice(known.length) : clean(text.slice(before.length, cut));
    held = text.slice(cut);
    looked = held.length;
    before = text.slice(0, cut).slice(-contextLength);
    return fresh;
  };
  return {
    add(piece) {
      // What is held for long is not read again for each letter of it.
      if (held.length > contextLength && held.length + piece.length < looked * 1.25) {
        held += piece;
        return '';
      }
      const text = before + held + piece;
      const isBehind = (at: number) => values.some((value) => text.endsWith(value, at));
      const open = Math.max(openSecret(text, isBehind), ...values.map((value) => begunAtEnd(text, value)));
      const cut = Math.max(before.length, beforeSecrets(text, text.length - open, values));
      const isAll = cut === text.length;
      if (isAll || clean(text).startsWith(clean(text.slice(0, cut)))) return show(text, cut);
      // Something stands across that is neither a value nor a word: more of it will tell.
      return show(text, text.length - before.length <= longestHeld ? before.length : text.length);
    },
    rest: () => show(before + held, before.length + held.length),
  };
}

const contextLength = 400;
const longestHeld = 32 * 1024;

/** None of them is cut in two. */
function beforeSecrets(text: string, place: number, secrets: readonly string[]): number {
  let cut = place;
  for (let before = -1; before !== cut; ) {
    before = cut;
    for (const secret of secrets) {
      const at = cut === 0 ? -1 : text.lastIndexOf(secret, cut - 1);
      if (at >= 0 && at + secret.length > cut) cut = at;
    }
  }
  return cut;
}

/** How much of the secret stands at the end of the text, where it is not whole. */
function begunAtEnd(text: string, secret: string): number {
  const last = text.at(-1);
  for (let length = Math.min(secret.length - 1, text.length); length > 0; length -= 1)
    if (secret.charAt(length - 1) === last && text.endsWith(secret.slice(0, length))) return length;
  return 0;
}
