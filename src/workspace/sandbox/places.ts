// A policy as places in the order in which they are laid over each other: what is seen where, and what of it may be written.
import type { SandboxPolicy } from './sandbox.ts';

export interface Found {
  /** Without symbolic links. */
  readonly real: string;
  readonly isFolder: boolean;
}

export interface Place {
  readonly target: string;
  readonly access: 'hide' | 'read' | 'write';
  /** What is seen at the target; absent for what is hidden, unless something stands in for it. */
  readonly source?: string;
  readonly isFolder: boolean;
}

/** Everybody's temporary files: seeing them would show rivals, writing there would reach them. */
const temporary = ['/tmp', '/var/tmp'];
/** Sockets of services that act for the user outside: containers, the session bus, the keyring, agents of ssh and gpg. */
const sockets = ['/run', '/var/run'];
/** What name look-ups and the programs of some systems need of it. */
const neededOfRun = [
  '/run/systemd/resolve',
  '/run/resolvconf',
  '/run/NetworkManager/resolv.conf',
  '/run/nscd',
  '/run/current-system',
  '/run/booted-system',
  '/run/opengl-driver',
  '/var/run/mDNSResponder',
];
const systemSecrets = ['/etc/shadow', '/etc/gshadow', '/etc/shadow-', '/etc/gshadow-', '/etc/sudoers'];

const openness = ['hide', 'read', 'write'] as const;

/** Whatever is not named is readable and not writable. Parents come before what lies in them. */
export function placesOf(policy: SandboxPolicy, look: (path: string) => Found | undefined): readonly Place[] {
  const tmp = look(policy.tmp);
  const hidden = [...sockets, ...systemSecrets, ...policy.hidden].flatMap((path) => hiddenPlace(look(path)));
  const stoodIn = temporary.flatMap((path) =>
    hiddenPlace(look(path)).map((place) => ({ ...place, ...(tmp && { source: tmp.real }) })),
  );
  const secrets = policy.hidden.flatMap((path) => named(path, look(path)));
  const writable = [policy.tmp, ...policy.writable].map(withoutSlash);
  const shown = (access: 'read' | 'write', paths: readonly string[]) =>
    paths
      .flatMap((path) => named(path, look(path)))
      .filter((place) => !isPlanted(place, { secrets, writable }))
      .flatMap((place) => shownPlaces(access, place));
  const all = [
    ...hidden,
    ...stoodIn,
    ...shown('read', [...neededOfRun, ...policy.readable]),
    ...shown('write', [policy.tmp, ...policy.writable]),
  ];
  return withoutRepetition(all);
}

function hiddenPlace(found: Found | undefined): readonly Place[] {
  return found === undefined
    ? []
    : [{ target: found.real, access: 'hide' as const, isFolder: found.isFolder }];
}

interface Named extends Found {
  /** As the policy has it. */
  readonly path: string;
}

function named(path: string, found: Found | undefined): readonly Named[] {
  return found === undefined ? [] : [{ path: withoutSlash(path), ...found }];
}

/**
 * Whoever played before may have left a link in what it could write: it must open nothing. What lies in a writable
 * place is writable already, and no link leads into what is hidden.
 */
function isPlanted(
  { path, real }: Named,
  { secrets, writable }: { readonly secrets: readonly Named[]; readonly writable: readonly string[] },
): boolean {
  if (writable.some((folder) => folder !== path && contains(folder, path))) return true;
  return secrets.some(
    (secret) => contains(secret.real, real) && !contains(secret.real, path) && !contains(secret.path, path),
  );
}

function contains(folder: string, path: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

function withoutSlash(path: string): string {
  return path.replace(/(?<=.)\/+$/, '');
}

/** Also under the name that it was given by: the link on the way may lie in what is hidden. */
function shownPlaces(access: 'read' | 'write', { path, real, isFolder }: Named): readonly Place[] {
  return [...new Set([real, path])].map((target) => ({ target, access, source: real, isFolder }));
}

/** The most open one of each target, and only what differs from the place it lies in. */
function withoutRepetition(places: readonly Place[]): readonly Place[] {
  const byTarget = new Map<string, Place>();
  for (const place of places.toSorted((a, b) => openness.indexOf(a.access) - openness.indexOf(b.access)))
    byTarget.set(place.target, place);
  const kept: Place[] = [];
  for (const place of [...byTarget.values()].sort((a, b) => (a.target < b.target ? -1 : 1)))
    if (!isRepetition(place, nearest(kept, place.target))) kept.push(place);
  return kept;
}

function nearest(places: readonly Place[], target: string): Place | undefined {
  return places.findLast((place) => target.startsWith(`${place.target}/`));
}

function isRepetition(place: Place, around: Place | undefined): boolean {
  const outer = around?.access ?? 'read';
  if (place.access === 'hide') return outer === 'hide';
  if (outer === 'hide') return false;
  // A name that leads to it by links which are seen inside needs no place of its own.
  return place.source !== place.target || place.access === 'read' || outer === 'write';
}
