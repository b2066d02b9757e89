// Signs that an entry speaks to its judge instead of answering the task. A flag, not a proof.
import { textZones } from './text-zones.ts';

interface JudgeSign {
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
  /^[\s*_>#`]*(?:\[\[\s*(?:[A-Z0-9]|tie|[A-Z]\s*[><=]+\s*[A-Z])\s*\]\]|(?:final\s+)?(?:verdict|winner|choice)\s*[:=]\s*\W*(?:(?:candidate|entry|response|answer|assistant)\s+)?(?:[A-Z0-9]|tie)\W*|verdict\W{1,8}\w{6,24}\W{1,8}(?:[A-Z0-9]|tie)\W*)[\s*_`.]*$/iu;
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

const judges = '(?:judge|evaluator|grader|assessor|adjudicator)s?';
/** The head of a sentence or a line: where an order stands. */
const head = '(?:^|[.!?:;\\n—]\\s*|\\b(?:please|now|and|then|so|must|should|you)\\s+)[*_>\\s"\'(]{0,6}';
const own = '(?:this|my|the above|the following|our)';
const work = '(?:\\s+(?:answer|response|entry|solution|submission|one|work|output))?';
const top = '(?:full|top|max\\w{0,6}|highest|perfect|best)';

type SignKind = 'orders' | 'role' | 'salutation' | 'score' | 'pick' | 'frame';

interface SignPattern {
  readonly sign: SignKind;
  readonly pattern: RegExp;
  /** Said in ordinary answers too. */
  readonly weak?: true;
}

const judgeSigns: readonly SignPattern[] = [
  {
    sign: 'orders',
    pattern: new RegExp(
      `${head}(?:ignore|disregard|forget|override)\\s+(?:all\\s+|any\\s+|the\\s+|your\\s+|of\\s+|these\\s+)*(?:(?:previous|prior|above|earlier|preceding|other|original)\\s+)+(?:instructions?|prompts?|rules|criteria|rubric|guidelines|directions|text|entr(?:y|ies)|candidates?|responses?|answers?)`,
      'giu',
    ),
  },
  {
    sign: 'orders',
    pattern: new RegExp(
      `${head}(?:ignore|disregard|forget)\\s+(?:all\\s+)?(?:your|the)\\s+(?:instructions|rubric|criteria|system prompt)`,
      'giu',
    ),
  },
  {
    sign: 'role',
    pattern: new RegExp(
      `\\b(?:you are|you['’]re|acting as|as)\\s+(?:the|an?|our|my)\\s+(?:\\w+\\s+){0,2}${judges}\\b(?!\\s+of\\b)(?=[,.:;!]|\\s+(?:you|and|who|in|for|must|should))`,
      'giu',
    ),
  },
  {
    sign: 'salutation',
    pattern: new RegExp(
      `(?:^|\\n)[\\s*_>#[(]{0,6}(?:(?:dear|hello|hi|hey|attention|note (?:to|for)|message (?:to|for)|instructions? (?:to|for)|to|for)\\s*:?\\s+)(?:the\\s+|all\\s+|any\\s+|our\\s+)?(?:ai\\s+|llm\\s+)?${judges}\\b`,
      'giu',
    ),
  },
  {
    sign: 'salutation',
    pattern: new RegExp(
      `(?:^|\\n|[.!?]\\s)[\\s*_>#[(]{0,6}@?(?:ai|llm|automated|model)[\\s-]+${judges}\\s*[:,\\])]`,
      'giu',
    ),
  },
  {
    sign: 'score',
    pattern: new RegExp(
      `${head}(?:(?:rate|score|grade)\\s+(?:${own}|it|me|us)\\b${work}\\s*(?:(?:as|with|at|a|an|the)\\s+)*(?:(?:10|100|5)\\b|${top})|(?:give|award|assign|mark)\\s+(?:${own}|it|me|us)\\b${work}\\s*(?:(?:as|with|at|a|an|the)\\s+)*(?:(?:10|100|5)\\s*(?:\\/|out of)\\s*\\d|${top}\\s+(?:possible\\s+)?(?:score|marks?|points|rating|grade)))`,
      'giu',
    ),
  },
  {
    sign: 'pick',
    pattern: new RegExp(
      `${head}(?:choose|pick|select|prefer|vote for|declare|favou?r)\\s+(?:${own}\\s+(?:answer|response|entry|submission)|(?:(?:candidate|entry|response|answer|option|assistant)\\s+)?[A-Z1-9]\\b\\s+(?:as|to be)\\s+(?:the\\s+)?(?:winner|best|better|correct))`,
      'giu',
    ),
  },
  {
    sign: 'pick',
    pattern:
      /\b(?:this|my|the above)\s+(?:answer|response|entry|submission)\s+(?:is|should be (?:considered|judged|ranked)|deserves)\s+(?:clearly\s+)?(?:better than|superior to|the winner|the best (?:answer|response|entry)|to win|ranked first|first place)/giu,
  },
  {
    sign: 'pick',
    pattern:
      /\bthe other\s+(?:answers?|responses?|entr(?:y|ies)|candidates?|submissions?)\s+(?:is|are|should be)\s+(?:\w+\s+)?(?:wrong|incorrect|worse|inferior|plagiari[sz]ed|ignored|disqualified|rejected)/giu,
    weak: true,
  },
  {
    sign: 'frame',
    pattern:
      /<\|(?:im_start|im_end|system|endoftext)\|>|<<<\s*ENTRY\b|\bENTRY \S+ \S+>>>|\[\/?INST\]|\[SYSTEM\]|(?:^|\n)#{0,4}\s*end of (?:entry|entries|candidates?|submissions?)\b/giu,
  },
];
