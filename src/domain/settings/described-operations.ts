// The table of all operations, made from their descriptions (npm run schema): commands, help and completion read it without
// loading a schema library.

import table from './operations.json' with { type: 'json' };
import { revived, type Setting } from './settings.ts';

/** What an operation can do to the user's things. It decides who may call it, and who is asked. */
export type Effect = 'read' | 'record' | 'change' | 'destroy' | 'publish' | 'spend';
export type Caller = 'people' | 'programs';

export interface OperationAbout {
  /** One word, or two: `preferences forget`. */
  readonly name: string;
  readonly group: 'decide' | 'change' | 'record' | 'setup';
  readonly summary: string;
  readonly details?: string;
  readonly examples: readonly string[];
  /** The page about it under docs/, without its ending. */
  readonly page: string;
  readonly effect: Effect;
  readonly callers: readonly Caller[];
  /** Inputs that are plain words on a command line, in this order. */
  readonly words?: readonly string[];
}

export interface DescribedOperation extends OperationAbout {
  readonly settings: readonly Setting[];
  /** A person sees more than JSON. */
  readonly hasDocument: boolean;
}

/** These show what they will do, and ask. */
const asking: ReadonlySet<Effect> = new Set(['change', 'destroy', 'publish', 'spend']);

export function asksFirst({ effect }: Pick<OperationAbout, 'effect'>): boolean {
  return asking.has(effect);
}

export const describedOperations: readonly DescribedOperation[] = table.map(({ settings, ...about }) => ({
  ...(about as Omit<DescribedOperation, 'settings'>),
  settings: revived(settings),
}));
