// Letters as people read them: what cannot be seen taken out, look-alikes, leet and spacing undone, simple codes read.
import table from './judge-words.json' with { type: 'json' };

const selectors = '\\uFE00-\\uFE0F\\u{E0100}-\\u{E01EF}';
const joining = 'Arab Syrc Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh'
  .replace(/\w+ ?/gu, '\\p{Script=$&}')
  .replaceAll(' }', '}');
/** What people see a difference by: flags, emoji of several parts, joiners of scripts that need them, one form of a sign. */
const seen = [
  '(?<=\\u{1F3F4})[\\u{E0030}-\\u{E0039}\\u{E0061}-\\u{E007A}]{2,6}\\u{E007F}',
  '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}])\\uFE0F?\\u200D(?=\\p{Extended_Pictographic})',
  `(?<=[${joining}])[\\u200C\\u200D](?=[${joining}\\s])`,
  `(?<=[\\p{Emoji}\\p{S}\\p{Script=Han}])[${selectors}](?![${selectors}])`,
].join('|');
const unseen = `\\u00AD\\u034F\\u061C\\u115F\\u1160\\u180E\\u200B-\\u200F\\u202A-\\u202E\\u2060-\\u206F\\u3164\\uFEFF\\uFFA0\\uFFF9-\\uFFFB${selectors}\\u{E0000}-\\u{E0FFF}`;
/** Zero-width, tag and bidirectional characters and what else nobody sees; group 1 is what stays. */
export const hiding = new RegExp(`(${seen})|[${unseen}]`, 'gu');

/** Without accents, as the words of a language are listed. */
export function plainText(text: string): string {
  return text
    .replace(/&#x([0-9a-f]{1,5});|\\u([0-9a-f]{4})|%([2-7][0-9a-f])/giu, (_, ...codes) =>
      character(`0x${codes.slice(0, 3).join('')}`),
    )
    .replace(/&#([0-9]{1,6});/gu, (_, code) => character(code))
    .replace(hiding, '$1')
    .normalize('NFKC')
    .replace(accented, (letter) => letter.normalize('NFD').replace(/\p{M}/gu, ''))
    .replace(/[\p{L}\p{M}]+/gu, (word) => (strange.test(word) ? latin(word) : word))
    .replace(spaced, (letters) => letters.replace(/\P{L}/gu, '').toLowerCase().replace(anyWord, '$& '))
    .replace(leetWord, (word) => leet(word) ?? word);
}

function character(code: string): string {
  return String.fromCodePoint(Math.max(32, Number(code)));
}

const accented =
  /[\u00C0-\u024F\u0370-\u052F\u1E00-\u1EFF]\p{M}*|[A-Za-z\p{Script=Arabic}]\p{M}+|[\u0622-\u0626]|[\u0300-\u036F]/gu;
const strange =
  /[\p{Script=Cyrillic}\p{Script=Greek}\u00DF\u00E6\u00F8\u0111\u0131\u0142\u0153\u0250-\u02AF\u1D00-\u1D7F\uA730-\uA7FF]/u;
const spaced = /(?<![\p{L}\p{N}])\p{L}([ .\-_*])(?:\p{L}\1){2,100}\p{L}(?![\p{L}\p{N}])/gu;
const leetWord =
  /(?<![\w@$!|])(?=[a-z0-9@$!|]{0,30}[a-z])(?=[a-z@$!|]{0,30}[0-9@$!|])[a-z0-9@$!|]{3,30}(?![\w@$])/giu;
const latinFor = new Map(table.lookAlikes.match(/../gu)?.map((pair) => [pair.charAt(0), pair.charAt(1)]));
const known = new Set(
  Object.values(table.languages.en)
    .join(' ')
    .replaceAll('*', '')
    .split(/[ _]/u)
    .filter((word) => word.length > 2),
);
const anyWord = new RegExp([...known].toSorted((a, b) => b.length - a.length).join('|'), 'gu');

/** A word that mixes scripts, or imitates an English one. */
function latin(word: string): string {
  const folded = [...word].map((letter) => latinFor.get(letter) ?? letter).join('');
  const isOwn = /^[\p{Script=Cyrillic}\p{Script=Greek}]+$/u.test(word) && !known.has(folded.toLowerCase());
  return isOwn ? word : folded;
}

function leet(word: string): string | undefined {
  const read = (letters: string) =>
    word.toLowerCase().replace(/[013457@$!|]/gu, (sign) => letters.charAt('013457@$!|'.indexOf(sign)));
  return ['oieastasil', 'oleastasil'].map(read).find((one) => known.has(one));
}

/** Text hidden in tag characters, base64, hex, or letters that are rotated or reversed. */
export function codedIn(text: string): readonly string[] {
  const rotated = around(text, /\b(?:whqtr|rinyhngbe|pubbfr|vtaber|jvaare|nafjre|erfcbafr)\b/giu);
  const reversed = around(text, /\b(?:egduj|rotaulave|esoohc|erongi|renniw|rewsna|esnopser)\b/giu);
  const overridden = text.match(/(?<=\u202E)[^\u202C\n]{3,4000}/gu) ?? [];
  const tagged = text.match(/(?<!\u{1F3F4})[\u{E0020}-\u{E007E}]{3,}/gu) ?? [];
  return [
    ...tagged.map((run) => run.replace(/./gu, (tag) => character(`${(tag.codePointAt(0) ?? 0) - 0xe0000}`))),
    ...(text.match(encodedRun) ?? []).flatMap(decoded),
    ...rotated.map((line) =>
      line.replace(/[a-z]/giu, (letter) =>
        character(`${letter.charCodeAt(0) + (/[a-m]/iu.test(letter) ? 13 : -13)}`),
      ),
    ),
    ...[...reversed, ...overridden].map((line) => [...line].reverse().join('')),
  ];
}

/** Base64 or hex, also over several lines. */
const encodedRun = /(?<![\w+/-])[\w+/-]{24,}={0,2}(?:\r?\n[\w+/-]{4,}={0,2}(?![^\r\n]))*/gu;

/** The readable stretches of what a run encodes, as a whole and line by line. */
function decoded(run: string): readonly string[] {
  const lines = run.split(/\r?\n/u);
  const runs = lines.length === 1 ? lines : [lines.join(''), ...lines];
  return runs.flatMap((one) =>
    (['base64', 'hex'] as const).flatMap(
      (code) =>
        Buffer.from(one, code)
          .toString()
          .match(/[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}\s]{8,}/gu) ?? [],
    ),
  );
}

/** The text around each match, each part of it once. */
function around(text: string, words: RegExp): readonly string[] {
  const parts: { from: number; to: number }[] = [];
  for (const { index } of text.matchAll(words)) {
    const last = parts.at(-1);
    if (last !== undefined && index - 300 <= last.to) last.to = index + 300;
    else parts.push({ from: Math.max(0, index - 300), to: index + 300 });
  }
  return parts.map(({ from, to }) => text.slice(from, to));
}
