// The rules of the prose check. Each message says what to write instead.
import { type Passage, sentencesOf, wordsOf } from './passages.ts';

export interface Breach {
  readonly path: string;
  readonly line: number;
  readonly rule: string;
  /** The sentence, or the paragraph if the rule is about paragraphs. */
  readonly text: string;
  readonly instead: string;
}

interface Phrase {
  readonly rule: string;
  readonly pattern: RegExp;
  readonly instead: string;
  /** These kinds of passages may use it. */
  readonly except?: readonly Passage['kind'][];
}

const longestSentence = 20;
const longestParagraph = 80;
const be = '(?:is|are|was|were|be|been|being)';

const phrases: readonly Phrase[] = [
  {
    rule: 'is-said',
    pattern: new RegExp(`\\b${be}(?: \\w+ly| not)? (?:said|told(?! apart))\\b`, 'i'),
    instead: 'name who acts: "the report shows ...", "joust prints ...", "the user sets ..."',
  },
  { rule: 'anew', pattern: /\banew\b/i, instead: '"again", or the action: "restart", "reload", "retry"' },
  {
    rule: 'is-no',
    pattern: new RegExp(`(?<!\\bthere )\\b${be} (?:no(?! longer\\b)|none)\\b`, 'i'),
    instead: '"isn\'t a ..." or "doesn\'t ...": "A rate limit isn\'t a failure."',
  },
  {
    rule: 'none-is',
    pattern: /^none (?:is|are|was|were)\b|\bnone is like\b/i,
    instead: '"no ... matches", or what happens: "No matches"',
  },
  {
    rule: 'for-no',
    pattern: /\bwait(?:s|ing|ed)? for no\b/i,
    instead: '"doesn\'t wait for ..."',
  },
  {
    rule: 'whoever',
    pattern: /\bwho(?:so|m)?ever\b/i,
    instead: 'the person or program: "the caller", "the user", "the contestant that ..."',
  },
  {
    rule: 'nobody',
    pattern: /\b(?:some|any|no)body\b/i,
    instead: 'name who: "no host", "a user", "any judge"',
  },
  {
    rule: 'where',
    pattern:
      /\bwhere (?:nothing|none|nobody|no one|no)\b|^(?:where|wherever) (?!(?:is|are|was|does|do|did|can|to)\b)[^?,:]*,(?!.*\?$)/i,
    instead: 'start the condition with "if" or "when": "If a server is already running, ..."',
  },
  {
    rule: 'what-is-to',
    pattern: new RegExp(`\\bwhat ${be} to\\b`, 'i'),
    instead: 'name the thing: "the pending changes", "the steps left"',
  },
  {
    rule: 'what-who',
    pattern: /^(?:what|who|whose|whom)\b(?!.*\?["')]*$)(?! (?:if|about)\b)/i,
    instead: 'start with the thing or the actor: "the plan of ...", "contestants that ..."',
    except: ['heading'],
  },
  {
    rule: 'in-vain',
    pattern: /\bin vain\b/i,
    instead: '"without success", or what happened: "found nothing"',
  },
  {
    rule: 'patience',
    pattern: /\b(?:with|no|out of) patience\b|\bpatiently\b/i,
    instead: 'the mechanism: "lenient", "timeout", "retry limit"',
  },
  { rule: 'off-the-record', pattern: /\boff the record\b/i, instead: '"deletes"' },
  {
    rule: 'stands',
    pattern: /\b(?:stands?|stood|standing) (?:in|on|at|under|beside|between|there|here|still)\b/i,
    instead: '"is in ...", "contains", or for a program that waits, "blocks"',
  },
  {
    rule: 'strangers',
    pattern: /\bstrangers?\b/i,
    instead: '"processes joust didn\'t start", "other users\' files"',
  },
];

export function breachesOf(passage: Passage): Breach[] {
  const { path, lines, kind, text } = passage;
  const sentences = sentencesOf(passage);
  const breaches: Breach[] = [];
  for (const sentence of sentences) {
    const add = (rule: string, instead: string) =>
      breaches.push({ path, line: sentence.line, rule, text: sentence.text, instead });
    for (const { rule, pattern, instead, except } of phrases)
      if (!except?.includes(kind) && pattern.test(sentence.masked)) add(rule, `write ${instead}`);
    const words = wordsOf(sentence.masked);
    if (words > longestSentence)
      add(
        'long-sentence',
        `${words} words, at most ${longestSentence}: one thought or one condition per sentence`,
      );
  }
  const add = (rule: string, instead: string) =>
    breaches.push({ path, line: lines[0]?.line ?? 1, rule, text, instead });
  const words = sentences.reduce((sum, { masked }) => sum + wordsOf(masked), 0);
  if (words > longestParagraph)
    add('long-paragraph', `${words} words, at most ${longestParagraph}: split it, or make it a list`);
  const semicolons = sentences.reduce((sum, { masked }) => sum + (masked.split(';').length - 1), 0);
  if (semicolons > 1)
    add('semicolons', `${semicolons}, at most one in a paragraph: write sentences or a list`);
  return breaches;
}
