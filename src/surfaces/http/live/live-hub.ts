// The live stream: one reader of the record and one follower of each attempt for all who watch, while somebody does.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Archive } from '../../../record/archive.ts';
import type { NewsItem } from '../../../record/news.ts';
import { safeJson } from '../../../views/visible.ts';
import { endsRun, Follower, type Speaker, speakerOf, speakersIn } from './follower.ts';
import { type LivePlace, placeText } from './live-place.ts';
import { type Outbox, outbox } from './outbox.ts';

export interface LiveLimits {
  /** Between two messages to a reader. */
  readonly batchMs: number;
  /** Between two looks at the record. */
  readonly lookMs: number;
  /** Waiting for one reader. */
  readonly mostBytes: number;
  /** Events a reader who comes back gets at once; for more it has to read anew. */
  readonly mostMissed: number;
}

const usualLimits: LiveLimits = { batchMs: 30, lookMs: 15, mostBytes: 1024 * 1024, mostMissed: 5000 };
const heartbeatMs = 15_000;

interface Reader {
  readonly box: Outbox;
  readonly watched: ReadonlySet<string>;
  seq: number;
  readonly said: Map<number, number>;
}

interface Told {
  readonly seq: number;
  readonly json: string;
}

export interface Watch {
  /** Contests whose attempts are heard. */
  readonly contests: readonly string[];
  /** Where it was when it was cut off. */
  readonly after?: LivePlace | undefined;
}

export class LiveHub {
  readonly #archive: Archive;
  readonly #limits: LiveLimits;
  readonly #readers = new Set<Reader>();
  readonly #joining: { readonly reader: Reader; readonly after: LivePlace | undefined }[] = [];
  readonly #followers = new Map<number, Follower>();
  /** Of the messages that are being sent, by the way from place to place. */
  readonly #frames = new Map<string, Uint8Array | undefined>();
  #running: { readonly leave: AbortController; readonly over: Promise<void> } | undefined;
  #heard = Promise.withResolvers<void>();
  readonly #report: (error: unknown) => void;

  constructor(archive: Archive, report: (error: unknown) => void, limits: Partial<LiveLimits> = {}) {
    this.#archive = archive;
    this.#report = report;
    this.#limits = { ...usualLimits, ...limits };
  }

  /** What is sent to one reader, as Server-Sent Events. */
  join({ contests, after }: Watch): ReadableStream<Uint8Array> {
    const { mostBytes } = this.#limits;
    const box = outbox({ mostBytes, left: () => this.#leave(reader) });
    const reader: Reader = {
      box,
      watched: new Set(contests),
      seq: after?.seq ?? 0,
      said: new Map(after?.said),
    };
    this.#readers.add(reader);
    this.#joining.push({ reader, after });
    this.#running ??= this.#start();
    this.#heard.resolve();
    return box.stream;
  }

  /** Everybody is sent away; they come back with where they were. */
  async close(): Promise<void> {
    const { over } = this.#running ?? {};
    for (const reader of [...this.#readers]) {
      reader.box.close();
      this.#leave(reader);
    }
    await over;
  }

  /** How many attempts are followed; nobody watches: none. */
  get following(): number {
    return this.#followers.size;
  }

  #leave(reader: Reader): void {
    this.#readers.delete(reader);
    this.#dropUnwatched();
    if (this.#readers.size > 0) return;
    this.#running?.leave.abort();
    this.#running = undefined;
  }

  #start() {
    const leave = new AbortController();
    const over = this.#run(leave.signal).catch((error) => {
      this.#report(error);
      for (const { box } of this.#readers) box.close();
      this.#readers.clear();
      this.#running = undefined;
    });
    return { leave, over };
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { news } = this.#archive;
    const { batchMs, lookMs } = this.#limits;
    let seq = await news.end();
    let lastBeat = performance.now();
    while (!signal.aborted) {
      const found = await news.after(seq);
      if (signal.aborted) return;
      seq = found.seq;
      this.#followStarted(found.items);
      for (const { reader, after } of this.#joining.splice(0)) await this.#welcome(reader, { after, seq });
      this.#tell(found.items.map(told), seq);
      this.#dropEnded(found.items);
      if (performance.now() - lastBeat > heartbeatMs) {
        lastBeat = performance.now();
        for (const { box } of this.#readers) if (box.isEmpty) box.push(heartbeat);
      }
      const toldAt = performance.now();
      await this.#something(seq, { signal, lookMs });
      await sleep(Math.max(0, toldAt + batchMs - performance.now()), undefined, { signal }).catch(
        () => undefined,
      );
    }
  }

  /** Until something is recorded or said, or it is time to look. */
  async #something(seq: number, { signal, lookMs }: { signal: AbortSignal; lookMs: number }): Promise<void> {
    const enough = new AbortController();
    const news = this.#archive.news.wait(seq, {
      signal: AbortSignal.any([signal, enough.signal]),
      timeoutMs: lookMs,
    });
    await Promise.race([news, this.#heard.promise]);
    enough.abort();
    await news;
    this.#heard = Promise.withResolvers<void>();
  }

  /** Says where it begins, and what was missed since it was here last. */
  async #welcome(
    reader: Reader,
    { after, seq }: { after: LivePlace | undefined; seq: number },
  ): Promise<void> {
    for (const contest of reader.watched)
      for (const speaker of speakersIn(contest, await this.#archive.events(contest))) this.#follow(speaker);
    // Whose end is on record is not in the next id.
    for (const started of reader.said.keys()) if (!this.#followers.has(started)) reader.said.delete(started);
    const missed = after === undefined ? [] : (await this.#archive.news.after(after.seq)).items;
    const isLost = after !== undefined && (after.seq > seq || missed.length > this.#limits.mostMissed);
    this.#frames.clear();
    const known = missed.filter((item) => item.seq <= seq).map(told);
    reader.seq = isLost || after === undefined ? seq : after.seq;
    reader.box.push(message('hello', reader, { seq: reader.seq }));
    if (isLost) this.#resync(reader, seq);
    else this.#send(reader, known, seq);
  }

  #followStarted(items: readonly NewsItem[]): void {
    for (const item of items) {
      const speaker = speakerOf(item);
      if (speaker !== undefined && this.#isWatched(speaker.contest)) this.#follow(speaker);
    }
  }

  #follow(speaker: Speaker): void {
    const { started, contest, key } = speaker;
    if (this.#followers.has(started)) return;
    const follower = new Follower(
      speaker,
      (signal) => this.#archive.tail(contest, key, signal),
      () => this.#heard.resolve(),
    );
    follower.over.catch(this.#report);
    this.#followers.set(started, follower);
  }

  #tell(events: readonly Told[], seq: number): void {
    this.#frames.clear();
    for (const reader of this.#readers)
      if (!this.#joining.some((one) => one.reader === reader)) this.#send(reader, events, seq);
  }

  #send(reader: Reader, events: readonly Told[], seq: number): void {
    const had = { seq: reader.seq, said: new Map(reader.said) };
    // Who was here before may have more than was read again by now.
    for (const [started, { speaker, units }] of this.#followers)
      if (reader.watched.has(speaker.contest))
        reader.said.set(started, Math.max(had.said.get(started) ?? 0, units));
    reader.seq = Math.max(reader.seq, seq);
    const frame = this.#frame(events, { had, reader });
    if (frame !== undefined && !reader.box.push(frame)) this.#resync(reader, seq);
  }

  /** What lies between two places; most readers go the same way, and it is written once for all of them. */
  #frame(
    events: readonly Told[],
    { had, reader }: { readonly had: LivePlace; readonly reader: Reader },
  ): Uint8Array | undefined {
    const way = `${placeText(had)} ${placeText(reader)}`;
    if (this.#frames.has(way)) return this.#frames.get(way);
    const news = events.filter(({ seq }) => seq > had.seq).map(({ json }) => json);
    const said = [...reader.said.keys()].flatMap((started) => {
      const text = this.#followers.get(started)?.after(had.said.get(started) ?? 0) ?? '';
      return text === '' ? [] : [text];
    });
    const data = `{"events":[${news.join(',')}],"said":[${said.join(',')}]}`;
    const frame = news.length + said.length === 0 ? undefined : framed('news', reader, data);
    this.#frames.set(way, frame);
    return frame;
  }

  /** It missed something: what it shows is to be read anew, then it goes on from here. */
  #resync(reader: Reader, seq: number): void {
    reader.seq = seq;
    for (const [started, { units, speaker }] of this.#followers)
      if (reader.watched.has(speaker.contest)) reader.said.set(started, units);
    reader.box.push(message('resync', reader, { seq }));
  }

  /** Whose end is on record says nothing more. */
  #dropEnded(items: readonly NewsItem[]): void {
    for (const { contest, event } of items)
      for (const [started, { speaker }] of this.#followers)
        if (speaker.contest === contest && endsRun(event, speaker)) this.#drop(started);
  }

  #dropUnwatched(): void {
    for (const [started, { speaker }] of this.#followers)
      if (!this.#isWatched(speaker.contest)) this.#drop(started);
  }

  #drop(started: number): void {
    this.#followers.get(started)?.stop();
    this.#followers.delete(started);
    for (const { said } of this.#readers) said.delete(started);
  }

  #isWatched(contest: string): boolean {
    return [...this.#readers].some(({ watched }) => watched.has(contest));
  }
}

const told = (item: NewsItem): Told => ({ seq: item.seq, json: safeJson(item) });

const encoder = new TextEncoder();
const heartbeat = encoder.encode(': \n\n');

function message(name: string, reader: Reader, data: object): Uint8Array {
  return framed(name, reader, JSON.stringify(data));
}

/** JSON has no line break of its own. */
function framed(name: string, place: LivePlace, data: string): Uint8Array {
  return encoder.encode(`id: ${placeText(place)}\nevent: ${name}\ndata: ${data}\n\n`);
}
