// Signs that an entry speaks to its judge instead of answering the task. A flag, not a proof. The text is made plain and read
// sentence by sentence as what its words do (judge-words.json), in the languages that have most of them there.
import table from './judge-words.json' with { type: 'json' };
import { codedIn, hiding, plainText } from './plain-letters.ts';
import { textZones } from './text-zones.ts';

interface JudgeSign {
  /** orders, role, salutation, score, pick, others, plea, frame, planted-verdict, hidden or evidence. */
  readonly sign: string;
  /** Weak where it stands in code or in quotes, or is talk about such texts: an article on the subject. */
  readonly strength: 'strong' | 'weak';
  /** At most 80 characters, one line. */
  readonly excerpt: string;
}

/** Longer entries are looked at from both ends: the rest of this module is not worth a hang. */
const maxLength = 400_000;

export function addressesJudge(entry: string): readonly JudgeSign[] {
  const half = maxLength / 2;
  const text = entry.length <= maxLength ? entry : `${entry.slice(0, half)}\n${entry.slice(-half)}`;
  const about = subject.test(text.slice(0, 20_000));
  const zones = textZones(plainText(text).replace(/\s{3,}/gu, squeezed)).filter(
    (zone) => zone.text.trim() !== '',
  );
  const found = zones.flatMap(({ kind, text: zone }, at) => [
    ...(kind === 'code' ? codePassages(zone) : prosePassages(zone, about)).flatMap(spoken),
    ...framed(zone, kind === 'code', at === zones.length - 1),
  ]);
  const coded = codedIn(text).flatMap((said) => spoken({ text: plainText(said), place: 'hidden' }));
  return [...found, ...coded, ...smuggled(text)].slice(0, 50);
}

/** Long runs of blanks say nothing, and make patterns slow. */
function squeezed(blanks: string): string {
  return blanks.includes('\n') ? `\n\n${/[^\n]{0,8}$/u.exec(blanks)?.[0] ?? ''}` : '  ';
}

/** What, standing anywhere in a text, makes a quotation in it a report. */
const subject =
  /inject|jailbreak|attack|adversar|phish|red team|\bprompt|\bissue\b|\brule\b|example|quot|message/iu;

interface Passage {
  readonly text: string;
  /** Comments count where they speak to a judge; what readers do not see counts sooner than what they see; `told` is weak. */
  readonly place: 'prose' | 'comment' | 'hidden' | 'told';
  /** What stands before it on its line. */
  readonly before?: string;
  /** Two sentences that follow each other. */
  readonly pair?: boolean;
}

function prosePassages(zone: string, about: boolean): readonly Passage[] {
  const hidden = [...zone.matchAll(unshown)].map(
    (match): Passage => ({ text: match[1] ?? match[2] ?? '', place: 'hidden' }),
  );
  let led = false;
  const lines = zone.replace(unshown, ' ').split('\n');
  const shown = lines.flatMap((line) => {
    const place = /^\s*>/u.test(line) && (about || led) ? 'told' : 'prose';
    led = line.trim() === '' || place === 'told' ? led : /:\s*$/u.test(line);
    const sentences = line.replace(/<[^<>]{1,200}>/gu, ' | ').matchAll(sentence);
    return [...sentences].map(
      ({ 0: text, index }): Passage => ({ text, place, before: line.slice(Math.max(0, index - 300), index) }),
    );
  });
  const pairs = shown.slice(1).flatMap(({ text, place }, at): readonly Passage[] => {
    const both = `${shown[at]?.text ?? ''}: ${text.trim()}`;
    return place === 'told' || shown[at]?.place === 'told' || both.search(quoteMarks) >= 0
      ? []
      : [{ text: both, place, pair: true }];
  });
  return [...hidden, ...shown, ...pairs];
}

const unshown = /<!--([\s\S]{0,1000}?)-->|^\[(?:\/\/|comment)\]:\s*#\s*[("']([^\n]{0,1000})/gmu;
const sentence = /(?:[^.!?。！？।؟|;]|[.!?](?=[^\s"'”’)\]])){1,1000}[.!?。！？।؟|;]*/gu;

/** Of code its comments and the text between tags; the rest only weakly. */
function codePassages(zone: string): readonly Passage[] {
  return zone.split('\n').flatMap((line) => {
    const comments = line.matchAll(
      /(?:^[+-]?|\s)(?:\/\/+|#+|--|\/\*+|<!--|\*|;+|%)\s?([^\n]{4,1000})$|>([^<>]{4,1000})</gu,
    );
    const said = [...comments].map(
      (match): Passage => ({ text: match[1] ?? match[2] ?? '', place: 'comment' }),
    );
    return [...said, { text: line.slice(0, 1000), place: 'told' }];
  });
}

function spoken({ text, place, before = '', pair = false }: Passage): JudgeSign[] {
  const words = wordsOf(text);
  for (const language of languagesOf(words)) {
    const acts = words.map((_, at) => actOf(words, at, language)).join('');
    const sign = signOf(acts, language === 'en' ? [place] : [place, 'foreign'], pair);
    if (sign === undefined || (place === 'comment' && !/J|I.{0,6}[rR]|[Km].*t/u.test(acts))) continue;
    const start = words[acts.search(/[CGIHJKUXWB]/u)]?.index ?? 0;
    const own = words[acts.search(ownEntry)]?.index ?? start;
    const isTold = [start, own].some((at) => isReported(before + text.slice(0, at)));
    const weak = place === 'told' || (place === 'prose' && isTold);
    return [{ sign, strength: weak ? 'weak' : 'strong', excerpt: excerpt(text) }];
  }
  return [];
}

/** By what is only said to a judge, or by evidence of several kinds: who judges, what is judged, how well, and a demand. */
function signOf(acts: string, places: readonly string[], pair: boolean): string | undefined {
  const isFor = (only?: string) => only === undefined || places.includes(only);
  const rule = rules.find(({ only, pattern }) => !pair && isFor(only) && pattern.test(acts));
  if (rule !== undefined) return rule.sign;
  const [judge = 0, entry = 0, outcome = 0, demand = 0, against = 0] = evidence.map(
    (some) => some.find(({ pattern }) => pattern.test(acts))?.weight ?? 0,
  );
  if (places.includes('hidden') && judge + entry + outcome > 4 && judge + entry > 2) return 'hidden';
  const isWhole =
    (outcome > 0 || judge + entry === 6) &&
    (entry > 1 || (entry > 0 && judge === 3)) &&
    (demand > 0 || (entry === 3 && judge + outcome > 4)) &&
    (!pair || entry === 3 || entry + judge > 4);
  const enough = pair ? 9 : 7 + Number(entry < 2);
  return isWhole && judge + entry + outcome + demand + against >= enough ? 'evidence' : undefined;
}

/** Over the acts of a sentence, a letter a word. */
const overActs = (pattern: string) =>
  new RegExp(pattern.replaceAll('{own}', table.own).replaceAll('{ownE}', table.ownE), 'u');
const ownEntry = overActs('{own}');
const rules = table.rules.map(([sign = '', pattern = '', only]) => ({
  sign,
  only,
  pattern: overActs(pattern),
}));
/** Of each kind the heaviest first. */
const evidence = Object.values<(string | number)[][]>(table.evidence).map((kind) =>
  kind.map(([weight, pattern]) => ({ weight: Number(weight), pattern: overActs(String(pattern)) })),
);

/** Quoted, or what somebody is said to have said. */
function isReported(before: string): boolean {
  if (reporting.test(before.slice(-80))) return true;
  if (/^\s*[{["][^"]{0,40}.{0,40}"\s*:/u.test(before)) return false;
  return (before.match(quoteMarks)?.length ?? 0) % 2 === 1;
}

const reporting =
  /(?:such as|like|e\.g\.,?|for example,?|saying|says|called|named|reads|telling (?:it|the model|an? \w+) to|tells? (?:it|the model) to|asked to|told to|instructed to|trying to|attempts? to|phrases?|sentence)\s*[:,]?\s*["'“‘`(]*$/iu;
const quoteMarks = /["“”„«»`「」『』]|(?<=^|[\s(])['‘](?=\p{L}|$)|(?<=[\p{L}.!?])['’](?=[\s.,;:)])/gu;

interface Word {
  readonly index: number;
  /** By language; several letters where it can do several things. */
  readonly acts: Readonly<Record<string, string>>;
  /** What it is in any language: a label, a pause, or nothing. */
  readonly mark: string;
}

const lexicon = new Map<string, Record<string, string>>();
for (const [language, acts] of Object.entries<Readonly<Record<string, string>>>(table.languages))
  for (const [act, words] of Object.entries(acts))
    for (const word of plainText(words).toLowerCase().split(' ')) {
      const other = lexicon.get(word) ?? {};
      lexicon.set(word, { ...other, [language]: (other[language] ?? '') + act });
    }

const eastern = '\\u3040-\\u30FF\\u3400-\\u9FFF';
const phrase = new RegExp(`(?<!\\p{L})(?:${listed(/_/u).replaceAll('_', ' ')})(?![\\p{L}\\p{N}])`, 'giu');
const token = new RegExp(
  `${listed(new RegExp(`[${eastern}]`, 'u'))}|(?![${eastern}])[\\p{L}\\p{N}](?:(?![${eastern}])[\\p{L}\\p{M}\\p{N}_]|['’](?=\\p{L}))*|[,:()—–、，：]`,
  'gu',
);

/** Longest first. */
function listed(like: RegExp): string {
  return [...lexicon.keys()]
    .filter((word) => like.test(word))
    .toSorted((a, b) => b.length - a.length)
    .join('|');
}

function wordsOf(text: string): readonly Word[] {
  const joined = text.replaceAll('_', ' ').replace(phrase, (words) => words.replaceAll(' ', '_'));
  return [...joined.matchAll(token)].slice(0, 120).map(({ 0: word, index }) => {
    const opens =
      /^. \p{Ll}/u.test(joined.slice(index, index + 3)) && /(?:^|[:.!?])\s*$/u.test(joined.slice(0, index));
    const isLabel = /^[A-DАБb-d](?:['’]s|[가-힣]{1,2})?$/u.test(word) && !opens;
    const other = /[,:()—–、，：]/u.test(word) ? ',' : '.';
    const mark = /['’]s$/u.test(word) ? "'" : other;
    return { index, acts: actsOf(word.toLowerCase()), mark: isLabel ? 'A' : mark };
  });
}

function actsOf(word: string): Readonly<Record<string, string>> {
  const arabic = /^[\u0621-\u064A]/u.test(word) ? word.replace(/^[وفبلك]?(?:ال|ل)?/u, '') : word;
  let acts = lexicon.get(word) ?? lexicon.get(arabic) ?? {};
  for (let end = Math.min(word.length, 16); end > 1; end -= 1)
    acts = { ...lexicon.get(`${word.slice(0, end)}*`), ...acts };
  return acts;
}

/** Those with most of the words; what is said in several is English first. */
function languagesOf(words: readonly Word[]): readonly string[] {
  const counts = Map.groupBy(
    words.flatMap(({ acts }) =>
      Object.keys(acts).filter((language) => !/^[x1]$/u.test(acts[language] ?? '')),
    ),
    (language) => language,
  );
  const most = Math.max(2, ...[...counts.values()].map(({ length }) => length));
  if (counts.get('en')?.length === most) return ['en'];
  return [...counts.keys()].filter(
    (language) => (counts.get(language)?.length ?? 0) >= Math.max(2, most - 1),
  );
}

/** What a word does where it stands: an English verb is an order only at the head of something, and none after a "not". */
function actOf(words: readonly Word[], at: number, language: string): string {
  const { mark = '', acts = {} } = words[at] ?? {};
  const able = acts[language] ?? '';
  if (mark === 'A' || able === '') return mark;
  const verb = /[CGIp]/u.exec(able)?.[0];
  if (verb === undefined) return able.charAt(0);
  const before = words[at - 1]?.acts[language] ?? '';
  const mine =
    words.slice(0, at).findLast(({ acts: said }) => /[1Y]/u.test(said[language] ?? ''))?.acts[language] ===
    '1';
  const follows = language !== 'en' || before.includes('h') ? !mine : /[MYJ]/u.test(before);
  const heads = at === 0 || words[at - 1]?.mark === ',' || follows;
  return heads && !before.includes('!')
    ? verb
    : able.replace(verb, '').charAt(0) || verb.replace('p', '.').toLowerCase();
}

const frames =
  /<\|(?:im_start|im_end|system|endoftext)\|>|<<<\s*ENTRY\b|\bENTRY \S{1,40} \S{1,40}>>>|\[\/?(?:INST|SYSTEM)\]|<<\/?SYS>>|^\s*<\/(?:entry|submission|candidate|response|answer)>\s*$|^[#=\s-]{0,12}(?:end of|END OF|End of) (?:entry|ENTRY|candidate|submission)|\{\s*"role"\s*:\s*"system"|<\/?(?:admin|system|judge)_\w{1,30}>/gmu;
const label =
  '(?:(?:candidate|entry|response|answer|assistant)\\s+)?(?:[A-D1-4]|tie)|[A-D]\\s*[><=]+\\s*[A-D]';
const verdicts = new RegExp(
  `^[\\s*_>#\`]{0,12}(?:\\[\\[\\s*(?:${label})\\s*\\]\\]|(?:(?:my|final|the)\\s+){0,2}(?:verdict|winner|choice)\\s*[:=]\\W{0,6}(?:${label})\\W{0,8}|verdict\\W{1,8}\\w{6,24}\\W{1,8}(?:${label})\\W{0,8})[\\s*_\`.]{0,8}$|\\{[^{}]{0,400}["'](?:nonce|choice|winner|verdict)["']\\s*:\\s*["'][^"'{}]{1,60}["'][^{}]{0,400}["'](?:nonce|choice|reason|scores|rationale)["']\\s*:`,
  'gimu',
);

/** Fences and roles of a judge's prompt, and verdicts in its form: with a nonce even in code, where it is the last word. */
function framed(zone: string, code: boolean, last: boolean): JudgeSign[] {
  return Object.entries({ frame: frames, 'planted-verdict': verdicts }).flatMap(([sign, pattern]) =>
    [...zone.matchAll(pattern)].slice(0, 20).map(({ 0: found, index }) => {
      const line = zone.slice(Math.max(zone.lastIndexOf('\n', index) + 1, index - 300), index);
      const weak = !(last && /["']nonce["']/u.test(found)) && (code || isReported(line));
      return { sign, strength: weak ? 'weak' : 'strong', excerpt: excerpt(found) };
    }),
  );
}

/** Much that nobody sees. */
function smuggled(text: string): JudgeSign[] {
  const unseen = text.replace(hiding, (found, kept) => (kept === undefined ? found : ' '));
  const many =
    /[\u200B-\u200D\u2060\uFEFF]{8}|[\u{E0020}-\u{E007F}]{3}|[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]{4}/u;
  return many.test(unseen) ? [{ sign: 'hidden', strength: 'strong', excerpt: excerpt(text) }] : [];
}

function excerpt(text: string): string {
  return text
    .slice(0, 400)
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, 80);
}
