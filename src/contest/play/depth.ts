// Stops joust calling joust calling joust: each level passes its depth on, and what its limits leave.
import { JoustError } from '../../domain/joust-error.ts';
import type { Limits } from '../../domain/usage.ts';

const variable = 'JOUST_DEPTH';
const deepest = 2;

type Environment = Readonly<Record<string, string | undefined>>;

export function nextDepth(env: Environment): Readonly<Record<string, string>> {
  return { [variable]: String(depthOf(env) + 1) };
}

/** A contestant may ask for a second opinion; a contestant of that one may not. */
export function checkDepth(env: Environment): void {
  if (depthOf(env) < deepest) return;
  throw new JoustError(
    `this joust was started by a contestant of a contestant (${variable}=${env[variable]})`,
    {
      code: 'depth',
      hint: 'Answer without joust here, or unset JOUST_DEPTH if this is a mistake.',
    },
  );
}

function depthOf(env: Environment): number {
  const depth = Number.parseInt(env[variable] ?? '0', 10);
  return Number.isNaN(depth) ? 0 : depth;
}

const leftVariables = { usd: 'JOUST_LEFT_USD', tokens: 'JOUST_LEFT_TOKENS' } as const;

/** What a contest that a contestant starts may take at most. */
export function passedOn(left: Pick<Limits, 'usd' | 'tokens'>): Readonly<Record<string, string>> {
  const { usd, tokens } = left;
  return {
    ...(usd !== undefined && { [leftVariables.usd]: String(Math.max(0, usd)) }),
    ...(tokens !== undefined && { [leftVariables.tokens]: String(Math.max(0, Math.floor(tokens))) }),
  };
}

/** No more than the contest leaves in which this one is started. */
export function withinEnclosing(limits: Limits, env: Environment): Limits {
  const [usd, tokens] = [leftIn(env, leftVariables.usd), leftIn(env, leftVariables.tokens)];
  if (usd === 0 || tokens === 0)
    throw new JoustError('nothing is left of the limits of the contest in which this one would be played', {
      code: 'budget',
      hint: 'Answer without joust here.',
    });
  return {
    ...limits,
    ...(usd !== undefined && { usd: Math.min(usd, limits.usd ?? usd) }),
    ...(tokens !== undefined && { tokens: Math.min(tokens, limits.tokens ?? tokens) }),
  };
}

function leftIn(env: Environment, name: string): number | undefined {
  const left = Number(env[name] ?? 'none');
  return Number.isFinite(left) && left >= 0 ? left : undefined;
}
