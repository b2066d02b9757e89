// What few commands need, loaded when they call it: no start of joust pays for it.

type Apply = typeof import('./apply.ts');
type Diff = typeof import('./entry-diff.ts');
type Undo = typeof import('./undo.ts');
type WhatIf = typeof import('../ranking/race-what-if.ts');

export async function prepareApply(
  ...given: Parameters<Apply['prepareApply']>
): Promise<Awaited<ReturnType<Apply['prepareApply']>>> {
  return await (await import('./apply.ts')).prepareApply(...given);
}

export async function undoApply(
  ...given: Parameters<Undo['undoApply']>
): Promise<Awaited<ReturnType<Undo['undoApply']>>> {
  return await (await import('./undo.ts')).undoApply(...given);
}

export async function entryDiff(
  ...given: Parameters<Diff['entryDiff']>
): Promise<Awaited<ReturnType<Diff['entryDiff']>>> {
  return await (await import('./entry-diff.ts')).entryDiff(...given);
}

export async function whatIf(...given: Parameters<WhatIf['whatIf']>): Promise<ReturnType<WhatIf['whatIf']>> {
  return (await import('../ranking/race-what-if.ts')).whatIf(...given);
}
