// What a judge says around its sheet: its review, and on what the entries differ most. Words only: nothing is decided by them.
import { fieldOf, jsonAt } from '../text/json-in-text.ts';
import { isText, sheetsIn } from './read-sheet.ts';
import { shortRationale, spokenPart } from './read-verdict.ts';

const maxReview = 20_000;

export interface SheetReview {
  readonly text: string;
  /** On what the entries differ most, in the judge's words. */
  readonly divergence?: string;
}

/** What the judge says before its sheet, or in it where nothing stands before. */
export function readSheetReview(reply: string, nonce: string): SheetReview {
  const text = spokenPart(reply);
  const [place] = sheetsIn(text, nonce);
  const before = place === undefined ? text : text.slice(0, Math.max(0, place.at));
  const inSheet = place === undefined ? undefined : jsonAt(text, Math.max(0, place.at))?.value;
  const prose = before.replace(/\s*`{3,}\w*\s*$/u, '').trim();
  const lines = [...prose.matchAll(divergenceLine)].map(([, words = '']) => words);
  const said = [fieldOf(inSheet, 'review'), fieldOf(inSheet, 'reason')].find(isText);
  const divergence = lines.at(-1) ?? fieldOf(inSheet, 'divergence');
  const own = prose.replace(divergenceLine, '').trim();
  const review = own === '' ? (said ?? '').trim() : own;
  return {
    text: review.length > maxReview ? `${review.slice(0, maxReview)} … (cut)` : review,
    divergence: isText(divergence) && divergence.trim() !== '' ? shortRationale(divergence) : undefined,
  };
}

const divergenceLine = /^[^\p{L}\p{N}\n]{0,8}DIVERGENCE[^\p{L}\p{N}\n]{1,8}(\S[^\n]*)$/gmu;
