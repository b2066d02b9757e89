// What a host of a pool may be asked to do.

/** Answer; change code in workspaces; work on a brief. The cells of a suite are such contests. */
export const poolKinds = ['read', 'race', 'brief'] as const;
export type PoolKind = (typeof poolKinds)[number];
