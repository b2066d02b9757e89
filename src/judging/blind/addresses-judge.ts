// Signs that an entry speaks to its judge instead of answering the task. A flag, not a proof. The text is made plain and read
// sentence by sentence as what its words do (judge-acts.ts); what that weighs was fitted to labelled texts (judge-weights.json).

import { textZones, type Zone } from '../text/text-zones.ts';
import { actsIn, languagesOf, type Word, wordsOf } from './judge-acts.ts';
import fitted from './judge-weights.json' with { type: 'json' };
import table from './judge-words.json' with { type: 'json' };
import { codedIn, hiding, plainText } from './plain-letters.ts';

interface JudgeSign {
  /** spoken, frame, planted-verdict or hidden. */
  readonly sign: string;
  /** Weak where it stands in code or in quotes, or is talk about such texts: an article on the subject. */
  readonly strength: 'strong' | 'weak';
  /** At most 80 characters, one line. */
  readonly excerpt: string;
}

const mostSigns = 50;

/** Reads all of the entry, in time that grows with its length alone. Strong signs come first; weak ones never replace them. */
export function addressesJudge(entry: string): readonly JudgeSign[] {
  const zones = zonesOf(entry);
  const frames = zones.flatMap(({ kind, text: zone }, at) =>
    framed(zone, kind === 'code', at === zones.length - 1),
  );
  const signs: JudgeSign[] = [...smuggled(entry), ...frames];
  let strong = signs.filter(isStrong).length;
  for (const one of passagesIn(entry, zones)) {
    if (strong >= mostSigns) break;
    const found = spoken(one);
    strong += found.filter(isStrong).length;
    signs.push(...found);
  }
  return [...signs.filter(isStrong), ...signs.filter((one) => !isStrong(one))].slice(0, mostSigns);
}

function isStrong({ strength }: JudgeSign): boolean {
  return strength === 'strong';
}

/** What each passage of an entry that could be held against it shows, as weights are fitted to it. */
export function evidenceIn(entry: string): readonly (readonly string[])[] {
  const all = passagesIn(entry, zonesOf(entry)).flatMap(readings);
  return all.flatMap(({ features, weak }) => (weak ? [] : [features]));
}

function zonesOf(text: string): readonly Zone[] {
  const zones = textZones(plainText(text).replace(/\s{3,}/gu, squeezed));
  return zones.filter((zone) => zone.text.trim() !== '');
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
  readonly words: readonly Word[];
  /** Comments count where they speak to a judge; what readers do not see counts sooner than what they see; `told` is weak. */
  readonly place: 'prose' | 'comment' | 'hidden' | 'told';
  /** What stands before it on its line. */
  readonly before?: string;
  /** Two sentences that follow each other. */
  readonly pair?: boolean;
}

function passage(text: string, place: Passage['place'], before = ''): Passage {
  return { text, words: wordsOf(text), place, before };
}

function passagesIn(text: string, zones: readonly Zone[]): readonly Passage[] {
  const about = subject.test(text.slice(0, 20_000));
  return [
    ...zones.flatMap(({ kind, text: zone }) =>
      kind === 'code' ? codePassages(zone) : prosePassages(zone, about),
    ),
    ...codedIn(text).flatMap((said) => unseenPassages(plainText(said))),
  ];
}

/** As a whole, and sentence by sentence: of a long text only the first words are read. */
function unseenPassages(text: string): readonly Passage[] {
  const parts = text.split('\n').flatMap((line) => sentencesIn(line).map(({ text: one }) => one));
  const all = parts.length === 1 ? parts : [text, ...parts];
  return all.map((one) => passage(one, 'hidden'));
}

interface Sentence {
  readonly text: string;
  readonly index: number;
}

/** A sentence longer than the words that are read counts in overlapping pieces as well. */
function sentencesIn(line: string): readonly Sentence[] {
  return [...line.matchAll(sentence)].flatMap(({ 0: text, index }) => {
    if (text.length <= longSentence) return [{ text, index }];
    const pieces = [];
    for (let at = 0; at < text.length; at += longSentence / 2) {
      const from = at === 0 ? 0 : text.indexOf(' ', at) + 1 || at;
      pieces.push({ text: text.slice(from, at + longSentence), index: index + from });
    }
    return pieces;
  });
}

const longSentence = 400;

function prosePassages(zone: string, about: boolean): readonly Passage[] {
  const hidden = [...zone.matchAll(unshown)].flatMap((match) => unseenPassages(match[1] ?? match[2] ?? ''));
  let led = false;
  const lines = zone.replace(unshown, ' ').split('\n');
  const shown = lines.flatMap((line) => {
    const place = /^\s*>/u.test(line) && (about || led) ? 'told' : 'prose';
    led = line.trim() === '' || place === 'told' ? led : /:\s*$/u.test(line);
    const shownLine = line.replace(/<[^<>]{1,200}>/gu, ' | ');
    return sentencesIn(shownLine).map(({ text, index }) =>
      passage(text, place, line.slice(Math.max(0, index - 300), index)),
    );
  });
  return [...hidden, ...shown, ...shown.slice(1).flatMap((second, at) => pairOf(shown[at], second))];
}

function pairOf(first: Passage | undefined, second: Passage): readonly Passage[] {
  if (first === undefined || [first, second].some((one) => one.place === 'told' || hasQuote(one))) return [];
  const text = `${first.text}: ${second.text}`;
  const pause = { index: first.text.length, acts: {}, mark: ',' };
  const later = second.words.map((word) => ({ ...word, index: word.index + first.text.length + 2 }));
  return [{ text, words: [...first.words, pause, ...later], place: second.place, pair: true }];
}

function hasQuote({ text }: Passage): boolean {
  return text.search(quoteMarks) >= 0;
}

const unshown = /<!--((?:(?!<!--)[\s\S])*?)-->|^\[(?:\/\/|comment)\]:\s*#\s*[("']([^\n]*)/gmu;
const sentence = /(?:[^.!?。！？।؟|;]|[.!?](?=[^\s"'”’)\]])){1,1000}[.!?。！？।؟|;]*/gu;

/** Of code its comments and the text between tags; the rest only weakly. */
function codePassages(zone: string): readonly Passage[] {
  return zone.split('\n').flatMap((line) => {
    const comments = line.matchAll(
      /(?:^[+-]?|\s)(?:\/\/+|#+|--|\/\*+|<!--|\*|;+|%)\s?([^\n]{4,})$|>([^<>]{4,})</gu,
    );
    const said = [...comments].flatMap((match) => {
      const comment = match[1] ?? match[2] ?? '';
      return comment.length <= longSentence
        ? [passage(comment, 'comment')]
        : sentencesIn(comment).map(({ text }) => passage(text, 'comment'));
    });
    return [...said, passage(line.slice(0, 1000), 'told')];
  });
}

function spoken(one: Passage): readonly JudgeSign[] {
  for (const { features, weak } of readings(one)) {
    const score = features.reduce((sum, feature) => sum + (weights.get(feature) ?? 0), fitted.bias);
    if (score > fitted.enough)
      return [{ sign: 'spoken', strength: weak ? 'weak' : 'strong', excerpt: excerpt(one.text) }];
  }
  return [];
}

const weights = new Map(Object.entries<number>(fitted.weights));

interface Reading {
  readonly features: readonly string[];
  /** Told of, not said. */
  readonly weak: boolean;
}

/** In each language it may be in. */
function readings({ text, words, place, before = '', pair = false }: Passage): readonly Reading[] {
  return languagesOf(words).flatMap((language) => {
    const acts = actsIn(words, language);
    const places = language === 'en' ? [place] : [place, 'foreign'];
    if (!telling.test(acts) || (place === 'comment' && !toJudge.test(acts))) return [];
    const start = words[acts.search(/[CGIHJKUXWB]/u)]?.index ?? 0;
    const own = words[acts.search(ownEntry)]?.index ?? start;
    const isTold = [start, own].some((at) => isReported(before + text.slice(0, at)));
    const features = [
      ...places,
      ...(pair ? ['pair'] : []),
      ...(!pair && rules.some((rule) => rule.test(acts)) ? ['rule'] : []),
      ...levelsOf(acts),
      ...neighboursIn(acts),
    ];
    return [{ features, weak: place === 'told' || (place === 'prose' && isTold) }];
  });
}

/** Without any of these it cannot be meant for a judge. */
const telling = /[JKVCGcgtTS#LNDlBIrRUW2]/u;
const toJudge = /J|I.{0,6}[rR]|[Km].*t|z.{0,3}[Vg]/u;

/** How much there is of each kind (who judges, what is judged, how well, a demand), alone, by two and by three. */
function levelsOf(acts: string): readonly string[] {
  const levels = evidence.map(({ kind, patterns }) => {
    const met = patterns.find(({ pattern }) => pattern.test(acts))?.level ?? 0;
    return met > 0 ? Array.from({ length: met }, (_, at) => `${kind}${at + 1}`) : [`${kind}${-met}`];
  });
  const singles = levels.flat();
  const after = (some: readonly string[], from: number) =>
    levels
      .slice(from)
      .flatMap((more, at) =>
        more.flatMap((level) => some.map((one) => ({ key: `${one} ${level}`, next: from + at + 1 }))),
      );
  const doubles = levels.flatMap((some, at) => after(some, at + 1));
  const triples = doubles.flatMap(({ key, next }) => after([key], next));
  return [...singles, ...[...doubles, ...triples].map(({ key }) => key)];
}

/** Each act, and each two that stand next to each other or have one word between them. */
function neighboursIn(acts: string): readonly string[] {
  const row = `^${shortened(acts)}$`;
  const found = new Set<string>();
  for (let at = 0; at < row.length; at += 1) {
    const act = row.charAt(at);
    if (act === '.') continue;
    if (!/[\^$,]/u.test(act)) found.add(act);
    for (const other of row.slice(at + 1, at + 3)) if (other !== '.') found.add(act + other);
  }
  return [...found];
}

/** With one sign for this entry, for one with a label and for the others, and no long gaps. */
function shortened(acts: string): string {
  return acts
    .replace(/O[.LTPx]?E|EO|U/gu, '@')
    .replace(/O[.LTPx]?F|FO/gu, '&')
    .replace(/[EF]x?[Aa]|[Aa]x?[EF]/gu, '%')
    .replace(/[XW].?[EF]|W/gu, '~')
    .replace(/[.x_]+/gu, ({ length }) => '.'.repeat(Math.min(3, length)));
}

/** Over the acts of a sentence, a letter a word. */
const overActs = (pattern: string) =>
  new RegExp(pattern.replaceAll('{own}', table.own).replaceAll('{ownE}', table.ownE), 'u');
const ownEntry = overActs('{own}');
/** What is said to nobody but a judge. */
const rules = table.rules.map(overActs);
/** Of each kind the highest first; what speaks against it has levels below 0. */
const evidence = Object.entries<(string | number)[][]>(table.evidence).map(([kind, patterns]) => ({
  kind,
  patterns: patterns.map(([level, pattern]) => ({
    level: Number(level),
    pattern: overActs(String(pattern)),
  })),
}));

/** Quoted, or what somebody is said to have said. */
function isReported(before: string): boolean {
  if (reporting.test(before.slice(-80))) return true;
  if (/^\s*[{["][^"]{0,40}.{0,40}"\s*:/u.test(before)) return false;
  return (before.match(quoteMarks)?.length ?? 0) % 2 === 1;
}

const reporting =
  /(?:such as|like|e\.g\.,?|for example,?|saying|says|called|named|reads|telling (?:it|the model|an? \w+) to|tells? (?:it|the model) to|asked to|told to|instructed to|trying to|attempts? to|phrases?|sentence)\s*[:,]?\s*["'“‘`(]*$/iu;
const quoteMarks = /["“”„«»`「」『』]|(?<=^|[\s(])['‘](?=\p{L}|$)|(?<=[\p{L}.!?])['’](?=[\s.,;:)])/gu;

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
    [...zone.matchAll(pattern)].map(({ 0: found, index }) => {
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
