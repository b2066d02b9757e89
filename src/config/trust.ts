// What a project's file may say before the user trusts it: choose among what the user has, and tighten limits. Nothing else.
import { join } from 'node:path';
import { JoustError } from '../domain/joust-error.ts';
import type { ProjectPlace } from '../process/files/config-file.ts';
import { readSmallFile, replaceFile } from '../process/files/small-file.ts';
import { joustHome, type Machine } from '../process/machine.ts';
import { type Entry, keyText, visible } from './config.ts';
import { type Judged, judgeEntries } from './project-rule.ts';

type TrustMachine = Pick<Machine, 'env' | 'home' | 'platform'>;

export interface TrustRecord {
  /** The project's config file, as the file system spells it. */
  readonly path: string;
  readonly sha256: string;
  readonly at: string;
}

export interface ProjectLayerInput {
  readonly place: ProjectPlace;
  /** Of the bytes that `entries` were read from. */
  readonly sha256: string;
  readonly entries: readonly Entry[];
  /** What holds without the project's file. */
  readonly below: ReadonlyMap<string, Entry>;
  readonly machine: TrustMachine;
}

/** The entries that may take effect now, and a notice about those that may not. */
export function trustedOnly({ place, sha256, entries, below, machine }: ProjectLayerInput): {
  readonly entries: readonly Entry[];
  readonly notices: readonly string[];
} {
  const judged = judgeEntries(entries, below);
  if (judged.withheld.length === 0) return { entries: judged.allowed, notices: [] };
  if (isTrusted(machine, { place, sha256 })) return { entries, notices: [] };
  return { entries: judged.allowed, notices: [noticeOf(place, judged)] };
}

/** A file that a link takes out of its project is never trusted: its content is not the project's. */
export function isTrusted(
  machine: TrustMachine,
  { place, sha256 }: Pick<ProjectLayerInput, 'place' | 'sha256'>,
): boolean {
  if (!place.inside) return false;
  return trustRecords(machine).some((record) => record.path === place.file && record.sha256 === sha256);
}

export function trustProject(machine: TrustMachine, record: TrustRecord): void {
  const others = trustRecords(machine).filter(({ path }) => path !== record.path);
  writeRecords(machine, [...others, record]);
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
    const data: unknown = JSON.parse(readSmallFile(trustFile(machine)) ?? '{}');
    const list: unknown = isObject(data) ? data['trusted'] : undefined;
    return Array.isArray(list) ? list.filter(isRecord) : [];
  } catch {
    return [];
  }
}

function noticeOf(place: ProjectPlace, { withheld }: Judged): string {
  const keys = withheld.map(({ entry }) => {
    const line = entry.origin.from === 'project' ? ` (line ${entry.origin.line})` : '';
    return `${keyText(entry.path)}${line}`;
  });
  const next = place.inside
    ? 'Run `joust trust` to see and allow them.'
    : 'The file is a link out of the project, which cannot be trusted.';
  return `${visible(place.file)} is not trusted; ignored: ${keys.join(', ')}. ${next}`;
}

function trustFile(machine: TrustMachine): string {
  return join(joustHome(machine), 'trust.json');
}

function writeRecords(machine: TrustMachine, trusted: readonly TrustRecord[]): void {
  const file = trustFile(machine);
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
