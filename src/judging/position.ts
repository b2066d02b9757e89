// The position that closes a debate turn: its last line, `POSITION: ...`.

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
