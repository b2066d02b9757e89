// What a host of a pool may be asked to do.

/** Answer; change code in workspaces; work on a brief; play a suite. */
export const poolKinds = ['read', 'race', 'brief', 'suite'] as const;
export type PoolKind = (typeof poolKinds)[number];
