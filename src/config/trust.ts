// What a project's file may say before the user trusts it: choose among what the user has, and tighten limits. Nothing else.
import { join } from 'node:path';
import { JoustError } from '../domain/joust-error.ts';
import type { ProjectPlace } from '../process/files/config-file.ts';
import { readSmallFile, replaceFile } from '../process/files/small-file.ts';
import { joustHome, type Machine } from '../process/machine.ts';
import { type Entry, keyText, visible } from './config.ts';
import { type NamedFiles, namedFiles } from './named-files.ts';
import { type Judged, judgeEntries } from './project-rule.ts';

type TrustMachine = Pick<Machine, 'env' | 'home' | 'platform'>;

/** A file of a project that makes joust run something, with the files that it names. */
export interface ProjectFile {
  /** As the file system spells it. */
  readonly path: string;
  readonly sha256: string;
  /** What in it may name files: command lines, scripts, rubrics. */
  readonly texts: readonly string[];
  /** The folder of the project. */
  readonly folder: string;
  /** Where it is used: names may count from there. */
  readonly cwd: string;
  /** False: a link takes it out of its project. It is never trusted then, for its content is not the project's. */
  readonly inside: boolean;
}

interface TrustRecord extends Pick<ProjectFile, 'path' | 'sha256'> {
  /** Absent: it named none, or was trusted when they did not count. */
  readonly files?: NamedFiles;
  readonly at: string;
}

export interface ProjectLayerInput {
  readonly place: ProjectPlace;
  /** Of the bytes that `entries` were read from. */
  readonly sha256: string;
  readonly entries: readonly Entry[];
  /** What holds without the project's file. */
  readonly below: ReadonlyMap<string, Entry>;
  readonly cwd: string;
  readonly machine: TrustMachine;
}

/** The entries that may take effect now, and a notice about those that may not. */
export function trustedOnly(input: ProjectLayerInput): {
  readonly entries: readonly Entry[];
  readonly notices: readonly string[];
} {
  const { entries, below, machine } = input;
  const judged = judgeEntries(entries, below);
  if (judged.withheld.length === 0) return { entries: judged.allowed, notices: [] };
  const file = configAsFile(input);
  const why = whyUntrusted(machine, file);
  if (why === undefined) return { entries, notices: [] };
  return { entries: judged.allowed, notices: [noticeOf(file, why, judged)] };
}

/** A project's config, to be trusted. What it merely copies into a workspace is not run by its word. */
export function configAsFile({
  place,
  sha256,
  entries,
  cwd,
}: Pick<ProjectLayerInput, 'place' | 'sha256' | 'entries' | 'cwd'>): ProjectFile {
  const texts = entries
    .filter(({ path }) => path.at(-1) !== 'copy')
    .flatMap(({ value }) => (Array.isArray(value) ? value.map(String) : [String(value)]));
  return { path: place.file, sha256, texts, folder: place.folder, cwd, inside: place.inside };
}

/** Undefined: it is trusted, it and every file it names as they are now. */
export function whyUntrusted(machine: TrustMachine, file: ProjectFile): string | undefined {
  const record = trustRecords(machine).find(({ path }) => path === file.path);
  if (!file.inside || record === undefined) return 'it is not trusted';
  if (record.sha256 !== file.sha256) return 'it is not trusted any more, for it changed';
  const { files: known = {} } = record;
  // Also those that were named from another folder than this one.
  const now = filesOf(file, Object.keys(known));
  const other = [...new Set([...Object.keys(known), ...Object.keys(now)])].find(
    (name) => known[name] !== now[name],
  );
  if (other === undefined) return undefined;
  const how = known[other] === undefined ? 'was not there before' : 'changed';
  return `it is not trusted any more, for ${visible(other)}, which it names, ${how}`;
}

export function filesOf({ texts, folder, cwd }: ProjectFile, more: readonly string[] = []): NamedFiles {
  return namedFiles([...texts, ...more], { project: folder, cwd });
}

export function trustFile(
  machine: TrustMachine,
  { path, sha256 }: ProjectFile,
  { files, at }: { readonly files: NamedFiles; readonly at: string },
): void {
  const others = trustRecords(machine).filter((record) => record.path !== path);
  const named = Object.keys(files).length > 0 && { files };
  writeRecords(machine, [...others, { path, sha256, at, ...named }]);
}

/** False when there was nothing to revoke. */
export function revokeTrust(machine: TrustMachine, path: string): boolean {
  const records = trustRecords(machine);
  const kept = records.filter((record) => record.path !== path);
  if (kept.length === records.length) return false;
  writeRecords(machine, kept);
  return true;
}

/** A trust file that cannot be read trusts nothing. */
export function trustRecords(machine: TrustMachine): readonly TrustRecord[] {
  try {
    const data: unknown = JSON.parse(readSmallFile(recordsFile(machine)) ?? '{}');
    const list: unknown = isObject(data) ? data['trusted'] : undefined;
    return Array.isArray(list) ? list.filter(isRecord) : [];
  } catch {
    return [];
  }
}

function noticeOf({ path, inside }: ProjectFile, why: string, { withheld }: Judged): string {
  const keys = withheld.map(({ entry }) => {
    const line = entry.origin.from === 'project' ? ` (line ${entry.origin.line})` : '';
    return `${keyText(entry.path)}${line}`;
  });
  const next = inside
    ? 'Run `joust trust` to see and allow them.'
    : 'The file is a link out of the project, which cannot be trusted.';
  return `${visible(path)}: ${why}; ignored: ${keys.join(', ')}. ${next}`;
}

function recordsFile(machine: TrustMachine): string {
  return join(joustHome(machine), 'trust.json');
}

function writeRecords(machine: TrustMachine, trusted: readonly TrustRecord[]): void {
  const file = recordsFile(machine);
  try {
    replaceFile(file, `${JSON.stringify({ v: 1, trusted }, null, 2)}\n`);
  } catch (cause) {
    throw new JoustError(`${visible(file)} cannot be written`, {
      code: 'config',
      hint: 'Make the folder writable, or choose another with JOUST_HOME.',
      cause,
    });
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function isRecord(value: unknown): value is TrustRecord {
  return isObject(value) && ['path', 'sha256', 'at'].every((key) => typeof value[key] === 'string');
}
