// Where one is: the part of the address behind `#`, so that the same links work on a server and in a report opened from disk.
import { useSyncExternalStore } from 'react';

export interface Route {
  /** `#/contests/ID/diffs` is contests, ID, diffs. */
  readonly path: readonly string[];
  readonly query: Readonly<Record<string, string>>;
}

type Query = Readonly<Record<string, string | undefined>>;

export function readRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  return {
    path: path.split('/').filter(Boolean).map(decoded),
    query: Object.fromEntries(new URLSearchParams(query)),
  };
}

/** A typed address may hold anything. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** What is undefined in a query is not said. */
export function hrefTo(path: readonly string[], query: Query = {}): string {
  const said = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const words = new URLSearchParams(said).toString();
  return `#/${path.map(encodeURIComponent).join('/')}${words === '' ? '' : `?${words}`}`;
}

export function contestHref(id: string, ...more: readonly string[]): string {
  return hrefTo(['contests', id, ...more]);
}

/** As a link would. */
export function goTo(href: string): void {
  location.hash = href;
}

/** Where one already is, said better: the back button does not stop here. */
export function replaceHash(href: string): void {
  history.replaceState(null, '', href);
  for (const tell of listeners) tell();
}

/** The same place with other words behind `?`. */
export function withQuery({ path, query }: Route, changes: Query): string {
  return hrefTo(path, { ...query, ...changes });
}

const listeners = new Set<() => void>();
let last: { readonly hash: string; readonly route: Route } | undefined;

export function useRoute(): Route {
  return useSyncExternalStore(subscribe, current);
}

function current(): Route {
  if (last?.hash !== location.hash) last = { hash: location.hash, route: readRoute(location.hash) };
  return last.route;
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell);
  addEventListener('hashchange', tell);
  return () => {
    listeners.delete(tell);
    removeEventListener('hashchange', tell);
  };
}
