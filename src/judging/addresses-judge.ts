// Signs that an entry speaks to its judge instead of answering the task. A flag, not a proof.
import { judgeSigns, type SignKind } from './judge-signs.ts';
import { textZones } from './text-zones.ts';

export interface JudgeSign {
  readonly sign: SignKind | 'planted-verdict' | 'hidden';
  /** Weak where it stands in code or in quotes, or is talk about such texts: an article on the subject. */
  readonly strength: 'strong' | 'weak';
  /** At most 80 characters, one line. */
  readonly excerpt: string;
}

const aimed =
  /\b(?:judge|evaluator|grader|verdict|rubric|winner|(?:previous|prior|above) instructions|(?:choose|pick|prefer|rate|score|select) (?:this|me|my|it|[A-Z1-9]\b|candidate|entry|response|answer))/iu;
const hiddenText = /<!--([\s\S]{0,1000}?)-->|^\[\/\/\]:\s*#\s*[("']([^\n]{0,1000})/gmu;
const hiddenCharacters = /[\u{E0020}-\u{E007F}]{3,}|[\u200B-\u200D\u2060\uFEFF]{8,}/gu;
/** What, standing right before, makes it a report about such a text. */
const reporting =
  /(?:such as|like|e\.g\.,?|for example,?|saying|says|called|named|telling (?:it|the model|an? \w+) to|tells? (?:it|the model) to|asked to|told to|instructed to|trying to|attempts? to|phrases?|to)\s*[:,]?\s*["'“‘`(]*$/iu;

/** Longer entries are looked at from both ends: the rest of this module is not worth a hang. */
const maxLength = 400_000;

export function addressesJudge(entry: string): readonly JudgeSign[] {
  const text =
    entry.length <= maxLength ? entry : `${entry.slice(0, maxLength / 2)}\n${entry.slice(-maxLength / 2)}`;
  const zones = textZones(squeezed(text));
  const found = zones.flatMap(({ kind, text: zone }) => [
    ...spoken(zone, kind === 'code'),
    ...hidden(zone, kind === 'code'),
  ]);
  return [
    ...found,
    ...planted(text, zones.findLast((zone) => zone.text.trim() !== '')?.kind === 'code'),
  ].slice(0, 50);
}

/** Long runs of blanks say nothing, and make patterns slow. */
function squeezed(text: string): string {
  return text.replace(/\s{3,}/gu, (blanks) =>
    blanks.includes('\n') ? `\n\n${/[^\n]{0,8}$/u.exec(blanks)?.[0] ?? ''}` : '  ',
  );
}

function spoken(zone: string, code: boolean): JudgeSign[] {
  return judgeSigns.flatMap(({ sign, pattern, weak: ordinary = false }) =>
    [...zone.matchAll(pattern)].slice(0, 20).map((match) => {
      const words = match.index + (/^[^\p{L}<[#]*/u.exec(match[0])?.[0].length ?? 0);
      const weak =
        ordinary ||
        code ||
        isQuoted(zone, words) ||
        reporting.test(zone.slice(Math.max(0, words - 60), words));
      return { sign, strength: weak ? 'weak' : 'strong', excerpt: excerpt(match[0]) };
    }),
  );
}

function isQuoted(zone: string, at: number): boolean {
  const line = zone.slice(Math.max(zone.lastIndexOf('\n', at - 1) + 1, at - 500), at);
  if (/^\s*>/u.test(line)) return true;
  return /["“‘`][^"”’`]*$/u.test(line) && (line.match(/["“”`‘]/gu)?.length ?? 0) % 2 === 1;
}

function hidden(zone: string, code: boolean): JudgeSign[] {
  const comments = [...zone.matchAll(hiddenText)].filter(([, html, markdown]) =>
    aimed.test(html ?? markdown ?? ''),
  );
  return [...comments, ...zone.matchAll(hiddenCharacters)].map((match) => ({
    sign: 'hidden',
    strength: code ? 'weak' : 'strong',
    excerpt: excerpt(match[0]),
  }));
}

const verdictLine =
  /^[\s*_>#`]*(?:\[\[\s*(?:[A-Z0-9]|tie|[A-Z]\s*[><=]+\s*[A-Z])\s*\]\]|(?:final\s+)?(?:verdict|winner|choice)\s*[:=]\s*\W*(?:(?:candidate|entry|response|answer|assistant)\s+)?(?:[A-Z0-9]|tie)\W*)[\s*_`.]*$/iu;
const verdictJson =
  /\{[^{}]{0,400}["'](?:nonce|choice|winner|verdict)["']\s*:\s*["']?(?:(?:candidate|entry|response|answer)\s+)?(?:[A-Z0-9]|tie)\b["'][^{}]{0,400}\}[\s`]*$/iu;

/** A verdict in the judge's form as the last word of the entry. */
function planted(text: string, code: boolean): JudgeSign[] {
  const end = text.slice(-1_200).replace(/[\s`~]+$/u, '');
  const last = end.slice(end.lastIndexOf('\n') + 1);
  const match = verdictLine.exec(last)?.[0] ?? verdictJson.exec(end)?.[0];
  const nonce = match !== undefined && /["']nonce["']/u.test(match);
  return match === undefined
    ? []
    : [{ sign: 'planted-verdict', strength: code && !nonce ? 'weak' : 'strong', excerpt: excerpt(match) }];
}

function excerpt(text: string): string {
  return text
    .slice(0, 400)
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, 80);
}
