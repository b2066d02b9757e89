// Stops joust calling joust calling joust: each level passes its depth on.
import { JoustError } from '../../domain/joust-error.ts';

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
