// What few commands need, loaded when they call it: no start of joust pays for it.

type Apply = typeof import('./apply/apply.ts');
type Diff = typeof import('./apply/entry-diff.ts');
type Undo = typeof import('./apply/undo.ts');
type WhatIf = typeof import('../formats/race/what-if.ts');

export async function prepareApply(
  ...given: Parameters<Apply['prepareApply']>
): Promise<Awaited<ReturnType<Apply['prepareApply']>>> {
  return await (await import('./apply/apply.ts')).prepareApply(...given);
}

export async function undoApply(
  ...given: Parameters<Undo['undoApply']>
): Promise<Awaited<ReturnType<Undo['undoApply']>>> {
  return await (await import('./apply/undo.ts')).undoApply(...given);
}

export async function entryDiff(
  ...given: Parameters<Diff['entryDiff']>
): Promise<Awaited<ReturnType<Diff['entryDiff']>>> {
  return await (await import('./apply/entry-diff.ts')).entryDiff(...given);
}

export async function whatIf(...given: Parameters<WhatIf['whatIf']>): Promise<ReturnType<WhatIf['whatIf']>> {
  return (await import('../formats/race/what-if.ts')).whatIf(...given);
}
