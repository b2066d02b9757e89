// Reads a value that is meant to be a choice and nothing else: "B", "Response 2", "tie", "A>>B", "B is better".
import type { LabelNames } from './label-names.ts';

const tieWords =
  "(?:an?\\s+|it(?:[’']s|\\s+is)\\s+an?\\s+)?(?:tie|tied|draw|(?:both\\s+(?:are\\s+)?)?equal(?:ly\\s+(?:good|bad|matched))?|" +
  'both(?:\\s+(?:are\\s+)?(?:good|bad|the\\s+same))?|same|even|no\\s+(?:clear\\s+)?(?:preference|winner|difference)|' +
  'neither\\s+is\\s+better)';
/** More than that is prose. */
const maxLength = 100;
const wholeTie = new RegExp(`^${tieWords}$`, 'iu');

/** A label, null for a tie, undefined where it is neither. */
export function readPick(
  text: string,
  labels: readonly string[],
  names: LabelNames,
): string | null | undefined {
  const trimmed = text.trim();
  if (trimmed.length > maxLength) return;
  const value = trimmed
    .replace(/^[*_`"'“”\s]+|[*_`"'“”\s.!]+$/gu, '')
    .replace(/^\[+(.*?)\]+$/su, '$1')
    .trim();
  const label = names.labelOfWhole(value);
  if (label !== undefined) return label;
  if (wholeTie.test(value)) return null;
  const chain = readChain(value, labels, names);
  if (chain !== undefined) return chain;
  const better =
    /^(.+?)\s+(?:is\s+(?:(?:slightly|much|clearly|significantly|the)\s+)*(?:better|best|winner)|wins)$/iu.exec(
      value,
    );
  return better?.[1] === undefined ? undefined : names.labelOfWhole(better[1]);
}

/** `A>B`, `A >> B`, `B < A`, `A=B`: counts only where every label has its place in it. */
function readChain(value: string, labels: readonly string[], names: LabelNames): string | null | undefined {
  const parts = value.split(/\s*(>+|<+|=+|≻|≈|~)\s*/u);
  const named = parts.filter((_, index) => index % 2 === 0).map((part) => names.labelOfWhole(part));
  const signs = parts
    .filter((_, index) => index % 2 === 1)
    .map((sign) => (sign === '≻' ? '>' : sign.charAt(0)));
  if (signs.length === 0 || new Set(named).size !== labels.length || named.includes(undefined)) return;
  if (named.length !== labels.length) return;
  const falling = signs.every((sign) => sign !== '<');
  if (!falling && signs.includes('>')) return;
  const ends = falling ? [named[0], signs[0]] : [named.at(-1), signs.at(-1)];
  return ends[1] === '>' || ends[1] === '<' ? ends[0] : null;
}
