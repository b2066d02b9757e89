// What is new on record, for surfaces that show it as it comes: of all contests, as it may be seen by now.
import type { JoustEvent } from '../domain/event.ts';
import {
  blindRecord,
  blindUntil,
  lifts,
  withoutForgotten,
  withoutNames,
} from '../domain/events/blind-pick.ts';
import type { Ledger, StoredEvent } from '../ledger/ledger.ts';
import { exportedEvent } from '../views/manifest.ts';

export interface NewsItem extends StoredEvent {
  /** What was hidden of this contest may be seen from now on: it is to be read again. */
  readonly reveals?: true;
}

export interface News {
  readonly items: readonly NewsItem[];
  /** Up to where the record was read. */
  readonly seq: number;
}

export interface NewsReader {
  /** Where the record ends. */
  end(): Promise<number>;
  after(seq: number): Promise<News>;
  /** Looks at least every `timeoutMs`. */
  wait(seq: number, options: { readonly signal: AbortSignal; readonly timeoutMs: number }): Promise<boolean>;
}

export function newsReader(ledger: Ledger): NewsReader {
  /** Contests that hide nothing; what an arena hides depends on its whole record. */
  const plain = new Set<string>();
  const isPlain = async (contest: string): Promise<boolean> => {
    if (plain.has(contest)) return true;
    const [first] = await ledger.eventsAfter(0, { contest, types: ['contest.opened'] });
    if (first?.event.type !== 'contest.opened' || blindUntil(first.event) !== undefined) return false;
    if (plain.size >= mostKnown) plain.clear();
    plain.add(contest);
    return true;
  };
  return {
    async end() {
      const [newest] = await ledger.contests({ limit: 1 });
      const seq = newest?.seq ?? 0;
      return (await ledger.eventsAfter(seq)).at(-1)?.seq ?? seq;
    },
    async after(from) {
      const stored = await ledger.eventsAfter(from);
      const hiding = new Map<string, ReadonlyMap<number, NewsItem>>();
      for (const contest of new Set(stored.map((one) => one.contest)))
        if (!(await isPlain(contest))) hiding.set(contest, await shownOf(ledger, contest));
      const items = stored.flatMap((one): readonly NewsItem[] => {
        const shown = hiding.get(one.contest);
        const item = shown === undefined ? one : shown.get(one.seq);
        return item === undefined ? [] : [{ ...item, event: exportedEvent(item.event) }];
      });
      return { items, seq: stored.at(-1)?.seq ?? from };
    },
    wait: (seq, options) => ledger.waitForNews(seq, options),
  };
}

const mostKnown = 10_000;

/** By place. */
async function shownOf(ledger: Ledger, contest: string): Promise<ReadonlyMap<number, NewsItem>> {
  const record = await ledger.events(contest);
  const opened = record.map(({ event }) => event).find((event) => event.type === 'contest.opened');
  const gate = opened === undefined ? undefined : blindUntil(opened);
  const reveals = (event: JoustEvent) =>
    gate !== undefined && lifts(event, gate) && { reveals: true as const };
  return new Map(asShown(record).map((stored) => [stored.seq, { ...stored, ...reveals(stored.event) }]));
}

function asShown(record: readonly StoredEvent[]): readonly StoredEvent[] {
  return withoutForgotten(withoutNames(blindRecord(record)));
}
