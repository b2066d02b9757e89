// A moderator's answer to "is this debate settled?": DONE ends it, anything else goes on.

/** The last statement that has one of the two words decides; doubt, denial or both words mean CONTINUE. */
export function readDone(reply: string): 'DONE' | 'CONTINUE' {
  const statements = reply
    .slice(-20_000)
    .split(/(?<=[.!?])\s+|[\r\n]+/u)
    .map((statement) => statement.replace(/[*_`#>"'“”‘’[\](){}]/gu, ' ').trim());
  const last = statements.findLast((statement) => bare.test(statement) || word.test(statement));
  if (last === undefined) return 'CONTINUE';
  const unsure = /\bCONTINUE\b/u.test(last) || last.endsWith('?') || doubt.test(last);
  return unsure || /^continue\b/iu.test(last) ? 'CONTINUE' : 'DONE';
}

/** In any case where it stands alone, in capitals where it stands in a sentence: "I have done my best" is talk. */
const bare = /^(?:(?:final\s+)?(?:verdict|answer|decision|status|result)\s*[:=-]\s*)?(?:done|continue)\W*$/iu;
const word = /\b(?:DONE|CONTINUE)\b/u;
const doubt =
  /\b(?:not|never|isn|aren|wasn|hardly|almost|nearly|if|unless|until|once|when|before|would|could|might|may|should|or|far from|un)\b|n[’' ]t\b/iu;
