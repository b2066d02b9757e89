// What lies between two trees: changed files with their content, and the same as a patch.
import { createHash } from 'node:crypto';
import type { FileMode } from '../../domain/change.ts';
import { type GitPlace, git } from '../../process/git/git.ts';
import { givingWay } from '../../process/give-way.ts';

export interface TreeFile {
  readonly mode: FileMode;
  readonly content: Uint8Array;
}

/** A changed file with its content at hand, before the ledger has it. */
export interface TreeFileChange {
  readonly path: string;
  readonly before?: TreeFile;
  readonly after?: TreeFile;
  readonly added?: number;
  readonly removed?: number;
}

interface RawChange {
  readonly path: string;
  readonly before?: RawFile;
  readonly after?: RawFile;
}

interface RawFile {
  readonly mode: FileMode;
  readonly oid: string;
}

export interface TreeDiff {
  readonly change: readonly TreeFileChange[];
  /** As `git apply` takes it, binary files included; empty: nothing changed. */
  readonly patch: Buffer;
}

/** All that is told of a change at once: which files, how many lines, the patch. */
const told = [
  '-z',
  '--raw',
  '--numstat',
  '-p',
  '--binary',
  '--full-index',
  '--no-renames',
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
];

export async function treeDiff({ gitDir }: GitPlace, before: string, after: string): Promise<TreeDiff> {
  return await diffAtHand({ gitDir }, { before, after }, () => undefined);
}

/** The same, where some of the contents are at hand. */
export async function diffAtHand(
  { gitDir }: GitPlace,
  { before, after }: { readonly before: string; readonly after: string },
  atHand: AtHand,
): Promise<TreeDiff> {
  if (before === after) return { change: [], patch: Buffer.alloc(0) };
  const out = await git({ gitDir }, ['diff-tree', '-r', ...told, before, after]);
  return await readDiff({ gitDir }, out, atHand);
}

/** For `readDiff`: what lies between a tree and an index. */
export function indexDiff(before: string): readonly string[] {
  return ['diff-index', '--cached', ...told, before];
}

/** Where the content of an object may be at hand; it is looked at whether it is that. */
export type AtHand = (path: string, side: 'before' | 'after') => Uint8Array | undefined;

export async function readDiff(
  { gitDir }: GitPlace,
  out: Buffer,
  atHand: AtHand = () => undefined,
): Promise<TreeDiff> {
  const { raw, lines, patch } = readTold(out);
  const contents = await contentsOf(raw, { gitDir }, atHand);
  for (const { path, ...file } of raw)
    if (!lines.has(path) && isSource(path, file, contents))
      lines.set(path, countLines(contents.get(file.before?.oid ?? ''), contents.get(file.after?.oid ?? '')));
  const withContent = (file: RawFile): TreeFile => ({
    mode: file.mode,
    content: contents.get(file.oid) ?? new Uint8Array(),
  });
  const change = raw.map((file) => ({
    path: file.path,
    before: file.before === undefined ? undefined : withContent(file.before),
    after: file.after === undefined ? undefined : withContent(file.after),
    ...lines.get(file.path),
  }));
  return { change, patch };
}

async function contentsOf(
  raw: readonly RawChange[],
  place: GitPlace,
  atHand: AtHand,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const found = new Map<string, Uint8Array>();
  const missing: string[] = [];
  const sides = raw.flatMap(({ path, ...file }) =>
    (['before', 'after'] as const).map((side) => ({ path, side, oid: file[side]?.oid })),
  );
  const giveWay = givingWay();
  for (const { path, side, oid } of sides) {
    await giveWay();
    if (oid === undefined || found.has(oid)) continue;
    const content = atHand(path, side);
    if (content !== undefined && isBlob(content, oid)) found.set(oid, content);
    else missing.push(oid);
  }
  return new Map([...found, ...(await blobContents(place, missing))]);
}

function isBlob(content: Uint8Array, oid: string): boolean {
  return objectHead(content, oid.length === 64 ? 'sha256' : 'sha1').oid === oid;
}

/** Of an object with this content: what git writes before it, and its name. */
export function objectHead(
  content: Uint8Array,
  format: 'sha1' | 'sha256',
  type: 'blob' | 'tree' = 'blob',
): { head: string; oid: string } {
  const head = `${type} ${content.length}\0`;
  return { head, oid: createHash(format).update(head).update(content).digest('hex') };
}

const sourceNames =
  /[.](?:[cm]?[jt]sx?|py|rb|go|rs|java|kt|c|h|cc|cpp|hpp|cs|php|swift|sh|pl|lua|sql|html?|css|vue|svelte|json|ya?ml|toml|md)$/i;

/** A byte that makes git take a program for binary does not make it short. */
function isSource(
  path: string,
  { before, after }: Omit<RawChange, 'path'>,
  contents: ReadonlyMap<string, Uint8Array>,
): boolean {
  if (after === undefined || after.mode === '120000') return false;
  const old = before && contents.get(before.oid);
  return sourceNames.test(path) || (old !== undefined && !old.subarray(0, 8000).includes(0));
}

/** Lines that only one side has, wherever they stand. */
export function countLines(
  before: Uint8Array = new Uint8Array(),
  after: Uint8Array = new Uint8Array(),
): { added: number; removed: number } {
  const old = linesOf(before);
  const seen = new Map<string, number>();
  for (const line of old) seen.set(line, (seen.get(line) ?? 0) + 1);
  const kept = linesOf(after).filter((line) => {
    const left = seen.get(line) ?? 0;
    if (left > 0) seen.set(line, left - 1);
    return left > 0;
  }).length;
  return { added: linesOf(after).length - kept, removed: old.length - kept };
}

function linesOf(content: Uint8Array): readonly string[] {
  const text = Buffer.from(content).toString('latin1');
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

interface Told {
  readonly raw: readonly RawChange[];
  readonly lines: Map<string, { added: number; removed: number }>;
  readonly patch: Buffer;
}

/** Fields that end with NUL: the files, their lines, then an empty one; and the patch. */
function readTold(out: Buffer): Told {
  const fields: string[] = [];
  let at = 0;
  for (let end = out.indexOf(0); end > at; end = out.indexOf(0, at)) {
    fields.push(out.subarray(at, end).toString('utf8'));
    at = end + 1;
  }
  const raw: RawChange[] = [];
  const lines: Told['lines'] = new Map();
  for (let next = 0; next < fields.length; next += 1) {
    const text = fields[next] ?? '';
    if (text.startsWith(':')) {
      next += 1;
      raw.push(...rawChange(text, fields[next] ?? ''));
      continue;
    }
    // Dashes for binary files.
    const [, added = '', removed = '', path = ''] = /^(\d+)\t(\d+)\t(.*)$/s.exec(text) ?? [];
    if (path !== '') lines.set(path, { added: Number(added), removed: Number(removed) });
  }
  return { raw, lines, patch: out.subarray(at + 1) };
}

/** `:100644 100755 OID OID M`. A submodule that is linked to another commit is no file. */
function rawChange(text: string, path: string): readonly RawChange[] {
  const [from = '', to = '', old = '', now = ''] = text.slice(1).split(' ');
  const before = file(from, old);
  const after = file(to, now);
  if (before === undefined && after === undefined) return [];
  return [{ path, before, after }];
}

function file(mode: string, oid: string): RawFile | undefined {
  return mode === '100644' || mode === '100755' || mode === '120000' ? { mode, oid } : undefined;
}

async function blobContents(place: GitPlace, oids: readonly string[]): Promise<Map<string, Uint8Array>> {
  const wanted = [...new Set(oids)];
  const found = new Map<string, Uint8Array>();
  if (wanted.length === 0) return found;
  const out = await git(place, ['cat-file', '--batch'], wanted.map((oid) => `${oid}\n`).join(''));
  for (let at = 0; at < out.length; ) {
    const end = out.indexOf(10, at);
    const [oid = '', , size = '0'] = out.subarray(at, end).toString('utf8').split(' ');
    found.set(oid, out.subarray(end + 1, end + 1 + Number(size)));
    at = end + 1 + Number(size) + 1;
  }
  return found;
}
