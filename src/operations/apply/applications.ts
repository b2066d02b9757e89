// What is on record of applying: what stands, what is begun and taken back; and the user's tree, for one application at a time.
import { isGone, thisOwner } from '../../contest/play/lease.ts';
import type { Player } from '../../contest/play/player.ts';
import type { Change } from '../../domain/change.ts';
import { quotedPath } from '../../domain/changed-file.ts';
import type { JoustEvent } from '../../domain/event.ts';
import type { PatchApplied } from '../../domain/events/entry-event.ts';
import { JoustError } from '../../domain/joust-error.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { ledgerOf } from '../../record/user-ledger.ts';
import type { Clash, Tree } from '../../workspace/apply/apply-change.ts';
import type { OperationContext, Prepared } from '../operation.ts';

export interface ApplyContext {
  readonly ledger: Ledger;
  readonly home: string;
  readonly machine: Player['machine'];
}

export function openApplyContext(
  home: string,
  machine: Player['machine'],
  open = ledgerOf(machine),
): ApplyContext & AsyncDisposable {
  const ledger = open({ home, now: machine.now });
  return { ledger, home, machine, [Symbol.asyncDispose]: () => ledger.close() };
}

/** Opens the ledger to look, and keeps it open until what was prepared is done or refused. */
export async function preparedWith<Output>(
  { home, machine, openLedger }: Pick<OperationContext, 'home' | 'machine' | 'openLedger'>,
  prepare: (context: ApplyContext) => Promise<Prepared<Output>>,
): Promise<Prepared<Output>> {
  const context = openApplyContext(home, machine, openLedger);
  const close = async () => await context[Symbol.asyncDispose]();
  try {
    return { ...(await prepare(context)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Two applications to one tree, of whatever contests, come one after the other. */
export async function holdTree({ ledger, machine }: ApplyContext, top: string): Promise<AsyncDisposable> {
  const owner = { ...thisOwner(), spool: machine.random(12) };
  // A ledger may be shared by machines that have folders of the same name.
  const name = `tree ${owner.host} ${top}`;
  const held = await ledger.takeLease(name, owner, (other) => isGone(other, machine.now()));
  if (held.owner.spool !== owner.spool)
    throw new JoustError(`process ${held.owner.pid} is at work in ${top}`, {
      code: 'busy',
      hint: 'Try again when it is done.',
    });
  return {
    [Symbol.asyncDispose]: () => ledger.releaseLease(name, held.epoch).catch(() => undefined),
  };
}

/** What was applied and not taken back, oldest first; each as it was last recorded. */
export function standing(events: readonly JoustEvent[]): readonly PatchApplied[] {
  const found = new Map<string, PatchApplied>();
  for (const event of events) {
    if (event.type === 'patch.applied') found.set(event.key, event);
    else if (event.type === 'patch.undone') found.delete(event.key);
  }
  return [...found.values()];
}

export function treeOf(
  { ledger }: ApplyContext,
  { folder, key }: Pick<PatchApplied, 'folder' | 'key'>,
): Tree {
  return { top: folder, key, content: (ref) => ledger.blob(ref) };
}

export async function eventsOf({ ledger }: ApplyContext, contest: string): Promise<readonly JoustEvent[]> {
  return (await ledger.events(contest)).map(({ event }) => event);
}

/** With the contents it names that the ledger may not have yet. */
export async function recordApplied(
  { ledger }: ApplyContext,
  { contest, applied }: { readonly contest: string; readonly applied: PatchApplied },
  contents: readonly Uint8Array[],
): Promise<void> {
  const blobs = await Promise.all(contents.map((content) => ledger.stage(content)));
  await ledger.append([{ contest, events: [applied], blobs }]);
}

export async function recordUndone({ ledger }: ApplyContext, contest: string, key: string): Promise<void> {
  await ledger.append([{ contest, events: [{ type: 'patch.undone', v: 1, key }] }]);
}

export function refused(what: string, clashes: readonly Clash[], hint: string): JoustError {
  const lines = clashes.map(({ path, why }) => `\n  ${quotedPath(path)}: ${why}`);
  return new JoustError(`${what}; nothing was written:${lines.join('')}`, { code: 'none-usable', hint });
}

export function pathsOf({ files }: Change): readonly string[] {
  return files.map(({ path }) => path);
}
