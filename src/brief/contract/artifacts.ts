// artifacts.json of a brief: every file of its folder, what it is, and for whose eyes. What may not leave is decided first.
import { lstatSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { plainInside } from '../../process/files/read-inside.ts';
import { sha256 } from '../../process/machine.ts';
import { entriesOf } from '../../workspace/folder/seal-folder.ts';
import { passedOver } from '../brief-folder.ts';

/** public: for everybody. operator: for whoever runs it. host_only: never leaves this machine. secret: never leaves its place. */
export type ArtifactVisibility = 'public' | 'operator' | 'host_only' | 'secret';

export interface Artifact {
  /** Relative to the folder, with `/`. */
  readonly path: string;
  readonly kind: string;
  readonly visibility: ArtifactVisibility;
  readonly size?: number;
  /** Of files up to 5 MiB. */
  readonly sha256?: string;
  /** It is a link, and was not followed. */
  readonly link?: true;
  /** It is no file: a pipe, a socket, a device. */
  readonly special?: true;
}

export const artifactsName = 'artifacts.json';
const hashedBytes = 5 * 1024 * 1024;
const mostArtifacts = 20_000;

/** `joust/` is where ours lie beside those of multicooker. */
const ours = /^joust\//;
const secret =
  /(?:^|\/)(?:\.auth|\.ssh|\.aws|\.gnupg|\.netrc|\.npmrc|\.pypirc|\.env(?:\.[^/]*)?|auth\.json|\.?credentials(?:\.[^/]*)?|id_(?:rsa|dsa|ecdsa|ed25519)|[^/]+\.(?:pem|key|p12|pfx|keystore))(?:\/|$)/i;
const hostOnly = /^(?:(?:judging|consult|rounds\/[^/]+)\/_|\.[^/]+(?:\/|$)|participants\/|compose\.yaml$)/;
const classes: readonly (readonly [RegExp, kind: string, ArtifactVisibility])[] = [
  [/^(?:BRIEF|JUDGE_BRIEF)\.md$/, 'brief', 'public'],
  [/^brief\.(?:yaml|lock)$/, 'brief', 'operator'],
  [/^(?:leaderboard\.md|summary\.json|report\.html)$/, 'report', 'public'],
  [/^work\/[^/]+\/out\/./, 'work', 'public'],
  [/^rounds\/\d+\/[^/]+\/out\/./, 'round', 'public'],
  [/^judging\/[^/]+\/(?:review\.md|scores\.json)$/, 'judging', 'public'],
  [/^raw\//, 'raw', 'operator'],
  [/^FEEDBACK(?:_[^/]*)?\.md$/, 'feedback', 'operator'],
  [/^status\.json$/, 'status', 'operator'],
  [/^events\.jsonl$/, 'events', 'operator'],
];

/** What is not known is its operator's. */
export function classOf(path: string): { readonly kind: string; readonly visibility: ArtifactVisibility } {
  const inside = path.replace(ours, '');
  const [, kind = 'other', visibility = 'operator'] = classes.find(([shape]) => shape.test(inside)) ?? [];
  if (secret.test(path)) return { kind, visibility: 'secret' };
  return { kind, visibility: hostOnly.test(inside) ? 'host_only' : visibility };
}

export function artifactsIn(folder: string): {
  readonly artifacts: readonly Artifact[];
  readonly more: boolean;
} {
  const artifacts: Artifact[] = [];
  for (const path of pathsBelow(folder, '')) {
    if (path.replace(ours, '') === artifactsName) continue;
    if (artifacts.length === mostArtifacts) return { artifacts, more: true };
    const found = lstatSync(join(folder, path), { throwIfNoEntry: false });
    if (found !== undefined) artifacts.push({ path, ...classOf(path), ...traits(folder, path, found) });
  }
  return { artifacts, more: false };
}

/** `more`: there are more files than are listed. */
export function artifactsText(brief: string, { artifacts, more }: ReturnType<typeof artifactsIn>): string {
  const whole = { madeBy: 'joust', schema_version: 1, brief, more: more || undefined, artifacts };
  return `${JSON.stringify(whole, undefined, 2)}\n`;
}

function traits(
  folder: string,
  path: string,
  found: Stats,
): Pick<Artifact, 'size' | 'sha256' | 'link' | 'special'> {
  if (found.isSymbolicLink()) return { link: true };
  if (!found.isFile()) return { special: true };
  const read = found.size > hashedBytes ? undefined : plainInside(folder, path, hashedBytes);
  const content = read !== undefined && 'content' in read ? read.content : undefined;
  return { size: content?.length ?? found.size, sha256: content && sha256(content) };
}

/** All that is no folder, in order; nothing is followed, and what tools make is passed over. */
export function* pathsBelow(
  folder: string,
  below: string,
  without: ReadonlySet<string> = passedOver,
): Generator<string> {
  for (const entry of entriesOf(join(folder, below))) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (without.has(entry.name) || path.includes('\uFFFD')) continue;
    if (entry.isDirectory()) yield* pathsBelow(folder, path, without);
    else yield path;
  }
}
