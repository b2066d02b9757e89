// Finds verdicts said in plain sentences: "Therefore, Output (a) is better.", "I would choose B", "It is a tie".
import { entryNouns, type LabelNames } from './label-names.ts';
import type { Statement } from './statement.ts';

const noun = `(?:${entryNouns}|one|fit|job|work)`;
const adverb =
  '(?:clearly|slightly|much|significantly|definitely|generally|overall|still|also|far|marginally|therefore|thus|ultimately|' +
  'indeed|considered|judged|deemed|just|simply|somewhat|obviously|undoubtedly|probably|likely|clear|obvious|final|to be|as|' +
  'the|a|an|my|our|by far)';
const gap = `(?:\\s+${adverb}){0,4}`;
const being =
  "(?:is|['’]s|was|are|seems|appears|remains|emerges|stands out|comes out|should be|can be|has to be|must be|as)";
const good = '(?:better|best|superior|preferable|preferred|stronger|strongest|winner|winning|choice|pick)';
/** What may follow: "better at naming" and "better formatted" say less than "better". */
const unlimited = `(?=\\s*(?:$|[.,;:!)("*—–-]|(?:${noun}|because|since|as|than|over|for|due|given|overall|and|of the|of these|between|here|from|by|while|whereas|but|in this|in every|in general|in following|in terms of following|at following|to)\\b))`;
const ended = '(?=\\s*(?:$|[.,;:!("*—–-]|(?:because|since|as|for|due|by|over|which|with|overall|here)\\b))';
const choosing =
  '(?:choose|chose|pick|select|selected|prefer|favou?r|vote for|go with|side with|opt for|recommend|declare|award|' +
  'lean (?:slightly )?(?:to|towards?)|give (?:it|this|the win|the edge|the nod) to)';

/** Ways of preferring somebody; each has one group, the name. */
function preferencePatterns(plainName: string): readonly RegExp[] {
  const name = `(${plainName})(?:['’]s(?:\\s+(?:\\w+\\s+)?${noun})?)?`;
  return [
    `${name}(?:,[^,.;]{1,60},)?\\s*${being}${gap}\\s+${good}${unlimited}`,
    `${name}\\s+(?:is|was)\\s+[^.;?!]{4,120}?,?\\s+and\\s+(?:is\\s+)?(?:(?:therefore|thus|hence|so)\\s+)?(?:is\\s+)?(?:the\\s+)?better(?=\\s*(?:$|[.,;!]|${noun}))`,
    `${name}\\s+(?:provides|gives|offers|has|delivers|presents|does)${gap}\\s+(?:better|best|superior|stronger)\\s+(?:overall\\s+)?${noun}\\b`,
    `${name}\\s+(?:(?:clearly|narrowly|easily|slightly|overall)\\s+){0,2}(?:wins|prevails|comes out (?:ahead|on top)|takes (?:it|the win|the edge)|has the edge|gets (?:my vote|the edge|the nod)|beats|outperforms|surpasses|outshines|edges out)(?!\\s+(?:on|at|in|when|if)\\b)`,
    `(?:winner|better|best|stronger|superior|preferred|preferable|winning|chosen)(?:\\s+${noun})?(?:\\s+(?:overall|here|of the two|between the two|for (?:the|this|me)\\b[^,.;]{0,60}))?\\s+(?:is|was|must be|has to be)(?:\\s+(?:clearly|therefore|thus|definitely|overall)){0,2}:?\\s+${name}${ended}`,
    `\\b(?:i|we|i['’]d|i['’]ll)\\b(?:\\s+(?:would|will|must|have to|do|can|therefore|thus|also|still|personally|strongly|slightly|clearly|have|to|ultimately)){0,3}\\s+${choosing}\\s+${name}(?!\\s+(?:if|when|unless|or)\\b)`,
    `(?:in favou?r of|(?:win|victory|edge|point|vote|preference|nod|award|verdict|decision) (?:(?:goes|is|should go) )?(?:to|for)|(?:my|the final) (?:final )?(?:verdict|choice|pick|vote|decision|preference|answer|winner) (?:is|goes to|would be):?|the (?:verdict|choice|decision) (?:is|goes to):?)\\s+${name}${ended}`,
    `\\b(?:choosing|selecting|preferring|picking)\\s+${name}\\s+(?:as|over)\\b`,
  ].map((source) => new RegExp(source, 'giu'));
}

const tieStatements =
  /\b(?:(?:it(?:['’]s| is)|this is|call(?:ing)? (?:it|this)|declare|result is|verdict is|ends? in|as)\s+(?:a\s+|an?\s+\w+\s+)?(?:tie|draw)\b|(?:both|they|the two|all)\b[^.;?!]{0,120}\b(?:are|is|were|equally|stand)\s+(?:(?:both|all|roughly|about|essentially)\s+)?(?:equally\s+(?:good|bad|valid|strong|helpful|matched|correct|well)|equal|tied|equivalent|indistinguishable)\b(?!\s+(?:in|on|at)\b)|(?:is|are)\s+(?:tied|equally good)\b(?!\s+(?:in|on|at)\b)|neither\b[^.;?!]{0,80}\b(?:is|be)\s+(?:considered\s+)?(?:clearly\s+)?better\b|no clear (?:winner|preference)|no preference either way)/giu;

const concluding =
  /\b(?:therefore|thus|hence|overall|in conclusion|to conclude|in summary|to sum up|ultimately|finally|in the end|all things considered|on balance|all in all|consequently|as a result|accordingly|based on|considering|given (?:this|these|the|that)|taking|so|however|but|on closer|upon (?:closer|further)|on reflection|having (?:reviewed|weighed|considered|compared)|after (?:careful|review|evaluat|consider|compar|weigh)\w*|it is clear|i (?:have )?(?:conclude|determine|decide|find|choose|pick|select|prefer)d?|i (?:would|must|will) (?:choose|pick|select|go with|say)|winner|verdict|final)\b/iu;
const finalWords = /\b(?:final(?:ly)?|in conclusion|to conclude|ultimately|in the end|my verdict|winner)\b/iu;

const uncertain =
  /\b(?:if|unless|whether|assuming|suppose|supposing|provided that|depend(?:s|ing)?|arguably|hypothetically|perhaps|maybe|were it not|had it|one (?:could|might|may)|some (?:may|might|could|would)|either)\b/iu;
const negated = /\b(?:not|never|neither|nor|cannot|hardly|nobody|no one|no|nothing|isn|without)\b|n[’']t\b/iu;
const harmless =
  /\b(?:not only|no doubt|no question|without (?:a )?(?:doubt|question)|not just|not (?:very )?close)\b/giu;
const reported =
  /\b(?:claims?|claimed|argues?|argued|argument|states?|stated|says?|said|asserts?|believes?|insists?|instructs?|instruction to|asks?|tells?|told|demands?|requests?|wants?|pretends?|announces?|tries|attempts?|writes?|wrote|ends with|contains|suggested|suggests?|evaluates?|evaluated|planted|quote[sd]?)\b/iu;
const conceding =
  /^[\s,"*]*(?:and\s+|but\s+|even\s+)?(?:while|although|though|whereas|despite|even if|granted|admittedly)\b/iu;

/** "In terms of clarity, ..." says who is better in one respect. */
const limiting =
  /^(?:\W*(?:and|but|however|also|first(?:ly)?|second(?:ly)?|third(?:ly)?|lastly),?\s+)?(?:in terms of|with respect to|regarding|concerning|as for|when it comes to|on (?:the )?(?:\w+ )?(?:point|matter|criterion|count|side|style|clarity|accuracy|correctness|speed))\b/iu;

export function proseVerdicts(reply: string, names: LabelNames): readonly Statement[] {
  const patterns = preferencePatterns(names.pattern);
  return sentences(reply).flatMap(({ text, at }) => {
    if (text.length > 2_000 || text.trimEnd().endsWith('?')) return [];
    const sides = patterns.flatMap((pattern) =>
      [...text.matchAll(pattern)].flatMap((match) => {
        const label = names.labelOf(match[1] ?? '');
        return label === undefined || !meant(text, match.index, match[0]) ? [] : [{ label, match }];
      }),
    );
    const ties = [...text.matchAll(tieStatements)]
      .filter((match) => meant(text, match.index, match[0].replace(/\b(?:neither|nor|no)\b/giu, '')))
      .map((match) => ({ label: null, match }));
    return [...sides, ...ties].map(({ label, match }) => {
      const before = text.slice(0, match.index + match[0].length);
      const weight = weightOf(before);
      return { label, at: at + match.index, words: match[0], weight, reason: text };
    });
  });
}

function weightOf(before: string): Statement['weight'] {
  if (finalWords.test(before)) return 'final';
  return concluding.test(before) ? 'conclusion' : 'mention';
}

/** Said by the judge, as it is: not denied, not conditional, not conceded, not quoted, not somebody else's claim. */
function meant(sentence: string, at: number, words: string): boolean {
  const before = sentence.slice(0, at);
  const clause = before.slice(Math.max(0, before.search(/[^,;:]*$/u)));
  const said = `${clause}${words}`.replace(harmless, '');
  if (uncertain.test(before) || uncertain.test(words) || negated.test(said)) return false;
  if (/^[^.,;]*\b(?:if|unless|provided|depending)\b/iu.test(sentence.slice(at + words.length))) return false;
  if (conceding.test(clause) || limiting.test(before)) return false;
  const quotes = before.match(/["“”`]/gu)?.length ?? 0;
  if (quotes % 2 === 1) return false;
  return !reported.test(clause) || /\b(?:i|we|my)\b/iu.test(clause);
}

function sentences(reply: string): readonly { readonly text: string; readonly at: number }[] {
  const found: { text: string; at: number }[] = [];
  let start = 0;
  for (const end of reply.matchAll(/[.!?]["”*)]{0,4}(?=\s|$)|[\r\n]+|$/gu)) {
    const stop = end.index + end[0].length;
    const text = reply.slice(start, stop).replace(/\s+/gu, ' ').trim();
    if (text !== '') found.push({ text, at: start });
    start = stop;
  }
  return found;
}
