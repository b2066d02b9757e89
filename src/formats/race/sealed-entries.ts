// The changes that contestants of a contest handed in, how their attempts ended, and whose is the best.

import type { Player } from '../../contest/play/player.ts';
import { baseStore } from '../../contest/workspace/open-workspace.ts';
import { secretsInChange, stageChange } from '../../contest/workspace/seal-entry.ts';
import type { Base } from '../../domain/change.ts';
import type { ContestOpened, JoustEvent } from '../../domain/event.ts';
import type { EntrySealed } from '../../domain/events/entry-event.ts';
import { winnerIn } from '../../domain/events/whose-word.ts';
import { JoustError } from '../../domain/joust-error.ts';
import type { Outcome } from '../../domain/outcome.ts';
import type { StagedBlob } from '../../ledger/ledger.ts';
import { type AdoptSource, adoptTree } from '../../workspace/base/adopt-tree.ts';
import { treeDiff } from '../../workspace/base/tree-change.ts';
import { type AdoptWish, type GivenEntry, options, options as raceOptions } from './options.ts';

export interface SealedEntry {
  readonly contestant: string;
  readonly sealed: EntrySealed;
  /** Absent: its attempt has not ended. */
  readonly outcome?: Outcome;
  readonly reason?: string;
  /** What the race holds against it: why it can't win. */
  readonly weakness?: string;
}

interface SealedEntries {
  readonly opened: ContestOpened;
  /** In the order of the roster; the last of each contestant. */
  readonly entries: readonly SealedEntry[];
  /** By a person's word, else by the rules; absent: there is none. */
  readonly winner?: string;
}

export function sealedEntries(contest: string, events: readonly JoustEvent[]): SealedEntries {
  const opened = events.find((event) => event.type === 'contest.opened');
  if (opened === undefined)
    throw new JoustError(`contest ${contest} has no beginning on record`, { code: 'not-found' });
  const last = new Map(givenEntries(opened).map((entry) => [entry.contestant, entry]));
  for (const event of events) {
    if (event.type === 'entry.sealed')
      last.set(event.contestant, {
        contestant: event.contestant,
        sealed: event,
        ...endOf(events, event),
      });
  }
  if (last.size === 0)
    throw new JoustError(`contest ${contest} (${opened.format}) has no entries that change files`, {
      code: 'not-found',
      hint: `See what it has with: joust show ${contest}`,
    });
  const places = new Map(opened.roster.map(({ name }, at) => [name, at]));
  const place = ({ contestant }: SealedEntry) => places.get(contestant) ?? places.size;
  const winner = winnerIn(events);
  for (const event of events) {
    const entry = event.type === 'race.candidate' ? last.get(event.contestant) : undefined;
    if (event.type !== 'race.candidate' || entry === undefined) continue;
    const weakness = event.whyNot ?? event.failing;
    last.set(event.contestant, { ...entry, ...(weakness !== undefined && { weakness }) });
  }
  return {
    opened,
    entries: [...last.values()].toSorted((one, other) => place(one) - place(other)),
    winner,
  };
}

/** Entries that a race was opened with. */
function givenEntries({ format, options }: ContestOpened): readonly SealedEntry[] {
  if (format !== 'race') return [];
  const read = raceOptions.safeParse(options);
  return (read.data?.entries ?? []).map(({ contestant, outcome, change, patch, secrets, secretKinds }) => ({
    contestant,
    outcome,
    sealed: {
      type: 'entry.sealed',
      v: 1,
      key: `given/${contestant}`,
      run: 0,
      contestant,
      inputs: '',
      base: read.data?.base.tree ?? '',
      tree: '',
      change,
      patch: patch ?? undefined,
      ...(secrets.length > 0 && { secrets, secretKinds }),
    },
  }));
}

/** The entry of that name; whoever asks for another one is told which there are. */
export function entryNamed({ entries }: SealedEntries, name: string): SealedEntry {
  const found = entries.find(({ contestant }) => contestant === name);
  if (found !== undefined) return found;
  throw new JoustError(`there is no entry of "${name}"`, {
    code: 'unknown-contestant',
    hint: `There are entries of: ${entries.map(({ contestant }) => contestant).join(', ')}.`,
  });
}

/** An end counts for the run that was sealed, and until the attempt is run again. */
function endOf(
  events: readonly JoustEvent[],
  { key, run }: EntrySealed,
): Pick<SealedEntry, 'outcome' | 'reason'> {
  const last = events.findLast(
    (event) => (event.type === 'attempt.ended' || event.type === 'attempt.reopened') && event.key === key,
  );
  if (last?.type !== 'attempt.ended' || last.run !== run) return {};
  return { outcome: last.outcome, reason: last.reason };
}

/** A race whose entries are given. */
interface GivenRace {
  readonly base: Base;
  readonly entries: readonly GivenEntry[];
  readonly blobs: readonly StagedBlob[];
}

/**
 * A race over work that is here already: the entries of another race, and one made elsewhere, a person's own
 * included.
 */
export async function adoptInto(player: Player, { contest, source, name }: AdoptWish): Promise<GivenRace> {
  const events = (await player.ledger.events(contest)).map(({ event }) => event);
  const { opened, entries } = sealedEntries(contest, events);
  const { base } = options.parse(opened.options);
  if (entries.some(({ contestant }) => contestant === name))
    throw new JoustError(`there is an entry of "${name}" already`, {
      code: 'usage',
      hint: 'Give another --name.',
    });
  const whole = entries.flatMap(({ contestant, sealed, outcome }): readonly GivenEntry[] => {
    if (outcome !== 'ok' && outcome !== 'blocked') return [];
    const end = events.findLast((event) => event.type === 'attempt.ended' && event.key === sealed.key);
    const says = end?.type === 'attempt.ended' ? (end.answer ?? null) : null;
    const { change, patch = null, secrets = [], secretKinds, looked = null } = sealed;
    return [{ contestant, outcome, change, patch, says, adopted: false, secrets, secretKinds, looked }];
  });
  const adopted = await adoptedEntry(player, { base, source, name });
  return { base, entries: [...whole, adopted.entry], blobs: adopted.blobs };
}

async function adoptedEntry(
  player: Player,
  { base, source, name }: { base: Base; source: AdoptSource; name: string },
): Promise<{ entry: GivenEntry; blobs: readonly StagedBlob[] }> {
  const { machine, ledger, observe } = player;
  const nonce = machine.random(12);
  const store = await baseStore(player, base);
  const { folder, snapshot } = base;
  const { tree, leftOut } = await adoptTree(source, { store, tree: base.tree, snapshot, folder, nonce });
  if (tree === base.tree)
    throw new JoustError(`${name} changes nothing on the base of the race`, {
      code: 'usage',
      hint: 'There is nothing to enter.',
    });
  for (const { path, why } of leftOut) observe({ type: 'note', text: `Left out: ${path}, ${why}.` });
  const diff = await treeDiff(store, base.tree, tree);
  const { change, blobs } = await stageChange(ledger, diff.change);
  const patch = await ledger.stage(diff.patch);
  const { secrets = [], secretKinds } = secretsInChange(diff.change, {});
  return {
    entry: {
      contestant: name,
      outcome: 'ok',
      change,
      patch: patch.ref,
      says: null,
      adopted: true,
      secrets,
      secretKinds,
      looked: null,
    },
    blobs: [...blobs, patch],
  };
}
