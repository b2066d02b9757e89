// The pool of hosts, told: who is there, what each plays, and what waits for one of them.
import { plural } from '../domain/figures.ts';
import { type Document, type TableBlock, text } from '../views/document.ts';
import { duration } from '../views/units.ts';
import type { PoolJson } from '../views/wire/pool-json.ts';

type ToldHost = PoolJson['hosts'][number];
type ToldWaiting = PoolJson['waiting'][number];

export function poolDocument({ hosts, waiting }: Pick<PoolJson, 'hosts' | 'waiting'>): Document {
  const working = hosts.filter(({ state }) => state === 'here');
  const free = working.reduce((sum, { places, busy }) => sum + Math.max(0, places - busy), 0);
  const gist =
    working.length === 0
      ? 'No host takes contests. Start one with: joust worker'
      : `${plural(working.length, 'host')} with ${plural(free, 'free place')}; ${plural(waiting.length, 'contest')} ${waiting.length === 1 ? 'waits' : 'wait'}.`;
  return [
    { type: 'text', lines: [gist], gist: true },
    ...(hosts.length === 0 ? [] : [hostTable(hosts)]),
    ...(waiting.length === 0 ? [] : [waitingTable(waiting)]),
    ...stuck(working, waiting),
  ];
}

const states = {
  here: 'takes contests',
  draining: 'takes no more',
  left: 'has left',
  lost: 'given up',
} as const;

function hostTable(hosts: readonly ToldHost[]): TableBlock {
  const columns = ['host', 'state', 'places', 'labels', 'takes', 'joust', 'heard of', 'plays'];
  return {
    type: 'table',
    columns: columns.map((title) => ({ title, align: title === 'places' ? 'right' : 'left' })),
    rows: hosts.map(({ name, state, busy, places, labels, kinds, joust, protocol, silentMs, contests }) => [
      name,
      states[state],
      `${busy}/${places}`,
      labels.join(', '),
      kinds.join(', '),
      `${joust} (protocol ${protocol})`,
      `${duration(silentMs)} ago`,
      contests.join(', '),
    ]),
    tones: hosts.map(({ state }) => (state === 'lost' ? 'bad' : undefined)),
  };
}

function waitingTable(waiting: readonly ToldWaiting[]): TableBlock {
  return {
    type: 'table',
    title: 'waiting',
    columns: ['contest', 'label', 'kind', 'for'].map((title) => ({ title, align: 'left' })),
    rows: waiting.map((one) => [one.contest, one.label, one.kind, one.for]),
  };
}

type Takes = Pick<ToldHost, 'labels' | 'kinds' | 'protocol' | 'state'>;
type Wanted = Pick<ToldWaiting, 'label' | 'kind' | 'protocol'>;

export function mayTake({ labels, kinds, protocol }: Takes, one: Wanted): boolean {
  return labels.includes(one.label) && kinds.includes(one.kind) && protocol >= one.protocol;
}

/** What it waits for, as the hosts are now. */
export function waitsFor(
  one: Wanted & { readonly state: string; readonly until?: Date; readonly unplayed?: string },
  hosts: readonly Takes[],
): string {
  if (one.unplayed !== undefined) return `a host that can play it: ${one.unplayed}`;
  if (one.state === 'delayed' && one.until !== undefined) return `a quota, until ${one.until.toISOString()}`;
  const working = hosts.filter(({ state }) => state === 'here');
  if (working.some((host) => mayTake(host, one))) return 'a free place';
  const { label, kind, protocol } = one;
  const lacks = [
    ...(working.some(({ labels }) => labels.includes(label)) ? [] : [`the label ${label}`]),
    ...(working.some(({ kinds }) => kinds.includes(kind)) ? [] : [`the kind ${kind}`]),
    ...(working.some((host) => host.protocol >= protocol) ? [] : [`protocol ${protocol} (a newer joust)`]),
  ];
  return working.length === 0 ? 'a host' : `a host with ${lacks.join(', ') || 'all of that at once'}`;
}

/** What no host will ever take as they are. */
function stuck(working: readonly ToldHost[], waiting: readonly ToldWaiting[]): Document {
  const left = waiting.filter((one) => !working.some((host) => mayTake(host, one)));
  if (working.length === 0 || left.length === 0) return [];
  const wanted = [
    ...new Set(left.map(({ label, kind, protocol }) => `${label} (${kind}, protocol ${protocol})`)),
  ];
  return [text(`No host takes what waits for ${wanted.join(', ')}.`)];
}
