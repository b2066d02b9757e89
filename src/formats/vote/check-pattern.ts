// Refuses patterns that can take forever: what cannot be interrupted must not be started.

/**
 * Why a pattern is not used; undefined: it is. The rule is plain and a little strict: a group that is repeated holds
 * neither a repetition without limit nor alternatives, since their combinations grow beyond all bounds.
 */
export function checkPattern(pattern: string): string | undefined {
  try {
    new RegExp(pattern, 'gm');
  } catch (cause) {
    return (cause as Error).message;
  }
  return holdsRiskyRepeat(pattern) ? 'a repeated group holds a repetition or alternatives' : undefined;
}

/** Escapes and classes as a whole; groups with what repeats them; repetitions without limit; alternatives. */
const tokens = /\\.|\[(?:\\.|[^\]\\])*\]|\(|\)(?:[*+]|\{\d+,?\d*\})?|[*+|]|\{\d+,\}/gsu;

function holdsRiskyRepeat(pattern: string): boolean {
  const open = [false];
  for (const [token] of pattern.matchAll(tokens)) {
    if (token === '(') open.push(false);
    else if (token.startsWith(')')) {
      const risky = open.pop() === true;
      const repeated = token.length > 1;
      if (risky && repeated) return true;
      if (risky || repeated) open[open.length - 1] = true;
    } else if (/^[*+|{]/u.test(token)) open[open.length - 1] = true;
  }
  return false;
}
