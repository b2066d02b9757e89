// What lies between two trees: changed files with their content, and the same as a patch.
import type { FileMode } from '../../domain/change.ts';
import { type GitPlace, git } from '../../process/git/git.ts';

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

export async function treeChange(
  { gitDir }: GitPlace,
  before: string,
  after: string,
): Promise<readonly TreeFileChange[]> {
  const place = { gitDir };
  const told = async (how: string) =>
    (await git(place, ['diff-tree', '-r', '-z', how, '--no-renames', before, after])).toString('utf8');
  const [files, counts] = await Promise.all([told('--raw'), told('--numstat')]);
  const [raw, lines] = [readRaw(files), readLines(counts)];
  const oids = raw.flatMap((file) => [file.before?.oid, file.after?.oid]).filter((oid) => oid !== undefined);
  const contents = await blobContents(place, oids);
  for (const { path, ...file } of raw)
    if (!lines.has(path) && isSource(path, file, contents))
      lines.set(path, countLines(contents.get(file.before?.oid ?? ''), contents.get(file.after?.oid ?? '')));
  const withContent = (file: RawFile): TreeFile => ({
    mode: file.mode,
    content: contents.get(file.oid) ?? new Uint8Array(),
  });
  return raw.map((file) => ({
    path: file.path,
    ...(file.before !== undefined && { before: withContent(file.before) }),
    ...(file.after !== undefined && { after: withContent(file.after) }),
    ...lines.get(file.path),
  }));
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

/** As `git apply` takes it, binary files included. */
export function treePatch({ gitDir }: GitPlace, before: string, after: string): Promise<Buffer> {
  const how = ['--binary', '--full-index', '--no-renames', '--no-ext-diff', '--no-textconv', '--no-color'];
  return git({ gitDir }, ['diff-tree', '-r', '-p', ...how, before, after]);
}

/** `:100644 100755 OID OID M`, then the path, each ended by NUL. */
function readRaw(text: string): readonly RawChange[] {
  const fields = text.split('\0');
  const found: RawChange[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [from = '', to = '', old = '', now = ''] = (fields[at] ?? '').slice(1).split(' ');
    const before = file(from, old);
    const after = file(to, now);
    // A submodule that is linked to another commit is no file.
    if (before !== undefined || after !== undefined)
      found.push({ path: fields[at + 1] ?? '', ...(before && { before }), ...(after && { after }) });
  }
  return found;
}

function file(mode: string, oid: string): RawFile | undefined {
  return mode === '100644' || mode === '100755' || mode === '120000' ? { mode, oid } : undefined;
}

/** `added TAB removed TAB path`; dashes for binary files. */
function readLines(text: string): Map<string, { added: number; removed: number }> {
  const found = new Map<string, { added: number; removed: number }>();
  for (const line of text.split('\0')) {
    const [, added = '', removed = '', path = ''] = /^(\d+)\t(\d+)\t(.*)$/s.exec(line) ?? [];
    if (path !== '') found.set(path, { added: Number(added), removed: Number(removed) });
  }
  return found;
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
