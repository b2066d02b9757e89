// What happens, as a page hears it: what is recorded of all contests, and what the attempts of watched ones say.
import { LiveStream } from './live-stream.ts';
import type { FromTab, LiveState, NewsItem, Said, ToTab } from './live-words.ts';

export type { LiveState, NewsItem, Said } from './live-words.ts';

export interface Live {
  onNews(hear: (news: readonly NewsItem[]) => void): () => void;
  /** All that is shown has to be read anew. */
  onResync(hear: () => void): () => void;
  /** What the attempts of this contest have said so far, and go on saying. */
  watch(contest: string, hear: (said: readonly Said[]) => void): () => void;
  onState(hear: (state: LiveState) => void): () => void;
}

/** One stream for all tabs of the browser, by a worker that they share; a stream of its own where there are none. */
export function openLive(token: () => string): Live {
  const hearers = new Hearers();
  const send = typeof SharedWorker === 'undefined' ? ownStream(hearers) : sharedStream(hearers);
  send({ type: 'token', token: token() });
  hearers.watchedChanged = () => send({ type: 'watch', contests: hearers.watched() });
  addEventListener('pagehide', () => send({ type: 'leave' }));
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    send({ type: 'token', token: token() });
    send({ type: 'watch', contests: hearers.watched() });
  });
  return hearers;
}

function ownStream(hearers: Hearers): (said: FromTab) => void {
  const stream = new LiveStream();
  const tab = stream.join((told) => hearers.hear(told));
  return (said) => tab.say(said);
}

function sharedStream(hearers: Hearers): (said: FromTab) => void {
  // Written like this, the bundler sees a program of its own.
  const { port } = new SharedWorker(new URL('./live-worker.ts', import.meta.url), { type: 'module' });
  port.onmessage = ({ data }: MessageEvent<ToTab>) => hearers.hear(data);
  // Held for as long as this page lives: so the worker knows when it is gone, whatever way it went. It is told once it is held.
  const lock = `joust.tab.${crypto.randomUUID()}`;
  const held = () => {
    port.postMessage({ type: 'tab', lock } satisfies FromTab);
    return new Promise(() => undefined);
  };
  navigator.locks?.request(lock, held).catch(() => undefined);
  return (said) => port.postMessage(said);
}

class Hearers implements Live {
  readonly #news = new Set<(news: readonly NewsItem[]) => void>();
  readonly #resync = new Set<() => void>();
  readonly #state = new Set<(state: LiveState) => void>();
  readonly #said = new Map<string, Set<(said: readonly Said[]) => void>>();
  #last: LiveState = { type: 'connecting' };
  watchedChanged: () => void = () => undefined;

  watched(): readonly string[] {
    return [...this.#said.keys()];
  }

  hear(told: ToTab): void {
    switch (told.type) {
      case 'news':
        for (const hear of this.#news) hear(told.news);
        return;
      case 'said':
        for (const [contest, said] of Map.groupBy(told.said, ({ contest }) => contest))
          for (const hear of this.#said.get(contest) ?? []) hear(said);
        return;
      case 'resync':
        for (const hear of this.#resync) hear();
        return;
      case 'state':
        this.#last = told.state;
        for (const hear of this.#state) hear(told.state);
    }
  }

  onNews(hear: (news: readonly NewsItem[]) => void): () => void {
    this.#news.add(hear);
    return () => this.#news.delete(hear);
  }

  onResync(hear: () => void): () => void {
    this.#resync.add(hear);
    return () => this.#resync.delete(hear);
  }

  onState(hear: (state: LiveState) => void): () => void {
    this.#state.add(hear);
    hear(this.#last);
    return () => this.#state.delete(hear);
  }

  watch(contest: string, hear: (said: readonly Said[]) => void): () => void {
    const known = this.#said.get(contest) ?? new Set();
    known.add(hear);
    this.#said.set(contest, known);
    this.watchedChanged();
    return () => {
      known.delete(hear);
      if (known.size > 0) return;
      this.#said.delete(contest);
      this.watchedChanged();
    };
  }
}
