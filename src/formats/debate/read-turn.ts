// What the turns of a debate end in: a position, its last line `POSITION: ...`, or a moderator's DONE or CONTINUE.

const maxLength = 300;

/** Undefined where the turn does not close with one: a position is never guessed from the talk above it. */
export function readPosition(turn: string): string | undefined {
  const last = turn
    .slice(-20_000)
    .split(/[\r\n]+/u)
    .filter((line) => /[\p{L}\p{N}]/u.test(line))
    .at(-1);
  const said = /^[ \t>#*_`-]{0,12}position[*_` \t]{0,6}[:：][*_` \t]{0,6}(.*)$/iu.exec(last ?? '')?.[1];
  const position = (said ?? '')
    .slice(0, 2_000)
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
  const bare = position.replace(/^["“`*_]+|["”`*_]+$/gu, '').trim();
  // `POSITION: ...` and `POSITION: <your position>` are the template, not a position.
  if (!/[\p{L}\p{N}]/u.test(bare) || /^[<[][^>\]]*[>\]]\.?$/u.test(bare)) return undefined;
  return bare.length <= maxLength
    ? bare
    : `${bare.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/u, '')}…`;
}

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
