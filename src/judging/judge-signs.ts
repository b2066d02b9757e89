// How texts speak to a judge: orders, roles, salutations, wishes for a score or a choice, forged frames.

const judges = '(?:judge|evaluator|grader|assessor|adjudicator)s?';
/** The head of a sentence or a line: where an order stands. */
const head = '(?:^|[.!?:;\\n—]\\s*|\\b(?:please|now|and|then|so|must|should|you)\\s+)[*_>\\s"\'(]{0,6}';
const own = '(?:this|my|the above|the following|our)';
const work = '(?:\\s+(?:answer|response|entry|solution|submission|one|work|output))?';
const top = '(?:full|top|max\\w{0,6}|highest|perfect|best)';

export type SignKind = 'orders' | 'role' | 'salutation' | 'score' | 'pick' | 'frame';

interface SignPattern {
  readonly sign: SignKind;
  readonly pattern: RegExp;
  /** Said in ordinary answers too. */
  readonly weak?: true;
}

export const judgeSigns: readonly SignPattern[] = [
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
