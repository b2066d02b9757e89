// What an agent that asks for permission is told: decided by the tier and by where it wants to write.
import type { Tier } from '../../domain/contestant.ts';
import { list, object, text } from '../decoder.ts';

/** A tool call as far as it is known when permission is asked for. */
export interface AskedTool {
  readonly kind: string | undefined;
  /** Absolute, with links resolved. */
  readonly paths: readonly string[];
}

export type PermissionAnswer =
  | { readonly outcome: 'selected'; readonly optionId: string }
  | { readonly outcome: 'cancelled' };

const readKinds = new Set(['read', 'search', 'think', 'fetch']);
const editKinds = new Set(['edit', 'delete', 'move']);

export function isAllowed({ kind = 'other', paths }: AskedTool, tier: Tier, cwd: string): boolean {
  if (tier === 'full') return true;
  if (readKinds.has(kind)) return true;
  // An edit that does not say where is not an edit inside the workspace.
  return (
    tier === 'write' && editKinds.has(kind) && paths.length > 0 && paths.every((path) => isInside(path, cwd))
  );
}

/** `always` would outlive the question, so it is chosen only where everything is allowed. */
export function answerFor(options: unknown, allowed: boolean, tier: Tier): PermissionAnswer {
  const yes = tier === 'full' ? ['allow_once', 'allow_always'] : ['allow_once'];
  const no = ['reject_once', 'reject_always'];
  const optionId = pick(options, allowed ? yes : []) ?? pick(options, no);
  return optionId === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId };
}

export function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}

function pick(options: unknown, kinds: readonly string[]): string | undefined {
  for (const kind of kinds) {
    const found = list(options).find((option) => object(option)?.['kind'] === kind);
    const id = text(object(found)?.['optionId']);
    if (id !== undefined) return id;
  }
  return undefined;
}
