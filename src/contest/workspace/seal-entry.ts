// What a contestant left in its workspace as an event and its contents, and what that makes of the attempt's end.
import type { AgentEnd } from '../../domain/agent-event.ts';
import type { Change, FileChange, FileState } from '../../domain/change.ts';
import type { EntrySealed } from '../../domain/events/entry-event.ts';
import { longSecrets } from '../../domain/kept-text.ts';
import { findSecrets } from '../../domain/secrets/secret-shapes.ts';
import type { Ledger, StagedBlob } from '../../ledger/ledger.ts';
import { type GiveWay, givingWay } from '../../process/give-way.ts';
import type { TreeFile, TreeFileChange } from '../../workspace/base/tree-change.ts';
import type { AttemptStep } from '../handle/step.ts';
import type { Player } from '../play/player.ts';
import type { StepWorkspace } from './step-workspace.ts';

export interface SealedEntry {
  readonly event: EntrySealed;
  readonly blobs: readonly StagedBlob[];
}

interface EntryToSeal {
  readonly step: AttemptStep;
  readonly run: number;
  readonly inputs: string;
  readonly place: StepWorkspace;
  readonly end: AgentEnd;
  readonly secrets: Readonly<Record<string, string>>;
  /** Signs that it looked outside; undefined: cannot be told. */
  readonly looked: readonly string[] | undefined;
}

export async function sealEntry({ ledger }: Player, sealing: EntryToSeal): Promise<SealedEntry> {
  const { step, run, inputs, place, end, secrets, looked } = sealing;
  const sealed = await place.workspace.seal();
  const { base, tree, altered } = sealed;
  const { change, blobs } = await stageChange(ledger, sealed.change);
  const patch = sealed.patch && (await ledger.stage(sealed.patch));
  const found = secretsInChange(sealed.change, secrets);
  const secret = found.secrets ?? [];
  // What is shown to nobody is as good as not there.
  const required = step.workspace?.kind === 'folder' ? step.workspace.required : [];
  const missing = [...sealed.missing, ...required.filter((path) => secret.includes(path))];
  const event: EntrySealed = {
    type: 'entry.sealed',
    v: 1,
    key: step.key,
    run,
    contestant: step.contestant.name,
    inputs,
    base,
    tree,
    change,
    kind: sealed.kind !== 'change' ? sealed.kind : undefined,
    patch: patch?.ref,
    partial: (end.outcome !== 'ok' && end.outcome !== 'empty') || undefined,
    leftOut: sealed.leftOut.length > 0 ? [...sealed.leftOut] : undefined,
    missing: missing.length > 0 ? [...missing] : undefined,
    altered: altered.length > 0 ? [...altered] : undefined,
    ...found,
    looked: looked && [...looked],
  };
  return { event, blobs: patch === undefined ? blobs : [...blobs, patch] };
}

/** A contestant is measured by what it left, not by what it said. */
export function endWithEntry(end: AgentEnd, { event }: SealedEntry): AgentEnd {
  if (end.outcome !== 'ok' && end.outcome !== 'empty') return end;
  const { blocked } = lastWord(end.text);
  if (blocked !== undefined) return { ...end, outcome: 'blocked', reason: blocked };
  const { missing = [], leftOut: left = [] } = event;
  if (missing.length > 0)
    return { ...end, outcome: 'incomplete', reason: `not handed in: ${someOf(missing, ', ')}` };
  // A change that lacks a file is another change; files on their own are told without it.
  if (left.length > 0 && event.kind !== 'folder') {
    const named = left.map(({ path, why }) => `${path}: ${why}`);
    return { ...end, outcome: 'incomplete', reason: `left out: ${someOf(named, '; ')}` };
  }
  if (event.change.files.length === 0) return { ...end, outcome: 'empty', reason: 'it changed nothing' };
  const { reason: _reason, ...rest } = end;
  return end.outcome === 'ok' ? end : { ...rest, outcome: 'ok' };
}

function someOf(named: readonly string[], between: string): string {
  const more = named.length > 3 ? ` and ${named.length - 3} more` : '';
  return `${named.slice(0, 3).join(between)}${more}`;
}

/** Files that hold something which is redacted everywhere else, and which the base does not hold there; and what that is. */
export function secretsInChange(
  change: readonly TreeFileChange[],
  values: Readonly<Record<string, string>>,
): Pick<EntrySealed, 'secrets' | 'secretKinds'> {
  const known = longSecrets(values);
  const secrets: string[] = [];
  const kinds = new Set<string>();
  for (const { path, before, after } of change) {
    if (after === undefined) continue;
    const old = before === undefined ? '' : textOf(before);
    const found = secretsIn(textOf(after), known).filter(({ text }) => !old.includes(text));
    if (found.length > 0) secrets.push(path);
    for (const { kind } of found) kinds.add(kind);
  }
  return secrets.length === 0 ? {} : { secrets, secretKinds: [...kinds] };
}

function secretsIn(
  text: string,
  known: ReturnType<typeof longSecrets>,
): readonly { readonly kind: string; readonly text: string }[] {
  const values = known.filter(([, value]) => text.includes(value));
  return [
    ...values.map(([name, value]) => ({ kind: `the value of ${name}`, text: value })),
    ...findSecrets(text).map(({ from, to, kind }) => ({ kind, text: text.slice(from, to) })),
  ];
}

function textOf({ content }: TreeFile): string {
  return Buffer.from(content).toString('utf8');
}

interface StagedChange {
  readonly change: Change;
  readonly blobs: readonly StagedBlob[];
}

/** A change between two trees as the ledger keeps it: its contents staged, and named by what goes on record. */
export async function stageChange(ledger: Ledger, changed: readonly TreeFileChange[]): Promise<StagedChange> {
  const blobs: StagedBlob[] = [];
  const state = async ({ mode, content }: TreeFile): Promise<FileState> => {
    const staged = await ledger.stage(content);
    blobs.push(staged);
    return { mode, content: staged.ref };
  };
  const [files, giveWay]: [FileChange[], GiveWay] = [[], givingWay()];
  for (const { path, before, after, added, removed } of changed) {
    await giveWay();
    files.push({
      path,
      before: before && (await state(before)),
      after: after && (await state(after)),
      added,
      removed,
    });
  }
  return { change: { files }, blobs };
}

/** Longer than any reason a person reads. */
const maxReason = 500;

/** What a contestant's last message says of itself: `BLOCKED: reason` asks for a person. Only the last line counts: a message that merely speaks of being blocked is not. */
export function lastWord(text: string): { readonly blocked?: string } {
  const word = lastLine(text);
  // The emphasis may end before the colon, after it, or with the line.
  const head = /^BLOCKED[*_`~]{0,6}:[*_`~]{0,6}/u.exec(word)?.[0];
  const reason = head === undefined ? '' : plain(word.slice(head.length));
  return reason === '' ? {} : { blocked: reason.slice(0, maxReason) };
}

/** Lines of nothing but decoration, such as the end of a code block, are none. */
function lastLine(text: string): string {
  for (let end = text.length; end > 0; ) {
    const start = text.lastIndexOf('\n', end - 1) + 1;
    const line = plain(text.slice(start, end));
    if (line !== '') return line;
    end = start - 1;
  }
  return '';
}

/** Without the emphasis and the code marks around it. */
function plain(line: string): string {
  let [start, end] = [0, line.length];
  while (start < end && isDecoration(line[start])) start += 1;
  while (end > start && isDecoration(line[end - 1])) end -= 1;
  return line.slice(start, end);
}

function isDecoration(character = ''): boolean {
  return /[\s*_`~]/u.test(character);
}
