// What the words of a sentence do where an entry may speak to its judge: a letter a word (judge-words.json), in the languages
// that have most of them there.
import table from './judge-words.json' with { type: 'json' };
import { plainText } from './plain-letters.ts';

export interface Word {
  readonly index: number;
  /** By language; several letters where it can do several things. */
  readonly acts: Acts;
  /** What it is in any language: a label, a pause, or nothing. */
  readonly mark: string;
}

type Acts = Readonly<Record<string, string>>;

const lexicon = new Map<string, Record<string, string>>();
for (const [language, acts] of Object.entries<Acts>(table.languages))
  for (const [act, words] of Object.entries(acts))
    for (const word of plainText(words).toLowerCase().split(' ')) {
      const other = lexicon.get(word) ?? {};
      lexicon.set(word, { ...other, [language]: (other[language] ?? '') + act });
    }

const eastern = '\\u3040-\\u30FF\\u3400-\\u9FFF';
const token = new RegExp(
  `[${eastern}]+|(?![${eastern}])[\\p{L}\\p{N}](?:(?![${eastern}])[\\p{L}\\p{M}\\p{N}]|['’](?=\\p{L}))*|[,:()—–、，：]`,
  'gu',
);
/** Of a phrase, in words, and of an eastern word, in letters. */
const longest = [...lexicon.keys()].reduce((most, key) => Math.max(most, key.split('_').length), 8);
const mostWords = 120;
/** By its first letter, the length of the longest listed word. */
const longestFrom = new Map<string, number>();
for (const key of lexicon.keys())
  longestFrom.set(key.charAt(0), Math.max(longestFrom.get(key.charAt(0)) ?? 1, key.length));

export function wordsOf(text: string): readonly Word[] {
  const tokens: { readonly word: string; readonly index: number }[] = [];
  for (const { 0: word, index } of text.matchAll(token)) {
    if (/[\u3040-\u30FF\u3400-\u9FFF]/u.test(word)) tokens.push(...easternWords(word, index));
    else tokens.push({ word, index });
    if (tokens.length > 2 * mostWords) break;
  }
  const words: Word[] = [];
  for (let at = 0; at < tokens.length && words.length < mostWords; ) {
    const { word = '', index = 0 } = tokens[at] ?? {};
    const phrase = phraseAt(tokens, at);
    words.push({ index, acts: phrase?.acts ?? actsOf(word.toLowerCase()), mark: markOf(text, word, index) });
    at += phrase?.length ?? 1;
  }
  return words;
}

/** The longest that is listed, letter by letter where none is. */
function easternWords(run: string, start: number) {
  const found: { word: string; index: number }[] = [];
  for (let at = 0; at < run.length; ) {
    let length = Math.min(longestFrom.get(run.charAt(at)) ?? 1, run.length - at);
    while (length > 1 && !lexicon.has(run.slice(at, at + length))) length -= 1;
    const word = run.slice(at, at + length);
    if (lexicon.has(word)) found.push({ word, index: start + at });
    at += length;
  }
  return found;
}

const openings = new Map(
  [...lexicon.keys()]
    .filter((key) => key.includes('_'))
    .map((key) => [key.slice(0, key.indexOf('_')), true] as const),
);

function phraseAt(tokens: readonly { readonly word: string }[], at: number) {
  let [key, best] = [
    tokens[at]?.word.toLowerCase() ?? '',
    undefined as { acts: Acts; length: number } | undefined,
  ];
  if (!openings.has(key)) return undefined;
  for (let length = 2; length <= longest && at + length <= tokens.length; length += 1) {
    key += `_${tokens[at + length - 1]?.word.toLowerCase()}`;
    const acts = lexicon.get(key) ?? lexicon.get(`${key}*`);
    if (acts !== undefined) best = { acts, length };
  }
  return best;
}

function markOf(text: string, word: string, index: number): string {
  if (/^[,:()—–、，：]$/u.test(word)) return ',';
  if (/^[A-DАБb-d](?:['’]s|[가-힣]{1,2})?$/u.test(word)) {
    const opens =
      /^. \p{Ll}/u.test(text.slice(index, index + 3)) &&
      /(?:^|[:.!?])\s*$/u.test(text.slice(Math.max(0, index - 8), index));
    if (!opens) return 'A';
  }
  return /['’]s$/u.test(word) ? "'" : '.';
}

const known = new Map<string, Acts>();

function actsOf(word: string): Acts {
  const before = known.get(word);
  if (before !== undefined) return before;
  const arabic = /^[\u0621-\u064A]/u.test(word) ? word.replace(/^[وفبلك]?(?:ال|ل)?/u, '') : word;
  let acts: Acts = lexicon.get(word) ?? lexicon.get(arabic) ?? {};
  for (let end = Math.min(word.length, 16); end > 1; end -= 1) {
    const stem = lexicon.get(`${word.slice(0, end)}*`);
    if (stem !== undefined) acts = { ...stem, ...acts };
  }
  if (known.size < 20_000) known.set(word, acts);
  return acts;
}

/** Those with most of the words; what is said in several is English first. */
export function languagesOf(words: readonly Word[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { acts } of words)
    for (const language in acts)
      if (!/^[x1]$/u.test(acts[language] ?? '')) counts.set(language, (counts.get(language) ?? 0) + 1);
  const most = Math.max(2, ...counts.values());
  if (counts.get('en') === most) return ['en'];
  return [...counts.keys()].filter((language) => (counts.get(language) ?? 0) >= Math.max(2, most - 1));
}

/** A letter a word. */
export function actsIn(words: readonly Word[], language: string): string {
  return words.map((_, at) => actOf(words, at, language)).join('');
}

/** What a word does where it stands: an English verb is an order only at the head of something, and none after a "not". */
function actOf(words: readonly Word[], at: number, language: string): string {
  const { mark = '', acts = {} } = words[at] ?? {};
  const able = acts[language] ?? '';
  if (mark === 'A' || able === '') return mark;
  const verb = /[CGIp]/u.exec(able)?.[0];
  if (verb === undefined) return able.charAt(0);
  const before = words[at - 1]?.acts[language] ?? '';
  const follows =
    language !== 'en' || before.includes('h') ? !isMine(words, at, language) : /[MYJ]/u.test(before);
  const heads = at === 0 || words[at - 1]?.mark === ',' || follows;
  return heads && !before.includes('!')
    ? verb
    : able.replace(verb, '').charAt(0) || verb.replace('p', '.').toLowerCase();
}

/** Whether the last who was named before it is who speaks. */
function isMine(words: readonly Word[], at: number, language: string): boolean {
  const who = words.slice(0, at).findLast(({ acts }) => /[1Y]/u.test(acts[language] ?? ''));
  return who?.acts[language] === '1';
}
