// One stream of the server for several tabs: what they watch together, where it stands, and what was said so far for those who
// come later.

import type { FromTab, LiveState, NewsItem, Said, ToTab } from './live-words.ts';
import { serverMessages } from './server-messages.ts';
import { Voices } from './voices.ts';

interface Tab {
  readonly tell: (told: ToTab) => void;
  watched: ReadonlySet<string>;
}

interface StreamData {
  readonly events?: readonly NewsItem[];
  readonly said?: readonly Said[];
}

const [firstWaitMs, longestWaitMs] = [250, 5000];

export class LiveStream {
  readonly #tabs = new Set<Tab>();
  readonly #voices = new Voices();
  #token = '';
  /** Up to where the record was heard. */
  #seq: string | undefined;
  #state: LiveState = { type: 'connecting' };
  /** Contests the stream was opened for. */
  #asked = '';
  #leave = new AbortController();

  join(tell: (told: ToTab) => void): { say(said: FromTab): void } {
    const tab: Tab = { tell, watched: new Set() };
    return { say: (said) => this.#heard(tab, said) };
  }

  #heard(tab: Tab, said: FromTab): void {
    switch (said.type) {
      case 'token':
        this.#enter(tab, said.token);
        break;
      case 'watch':
        this.#watch(tab, new Set(said.contests));
        break;
      case 'leave':
        this.#tabs.delete(tab);
        this.#retune();
        break;
      case 'tab':
    }
  }

  #enter(tab: Tab, token: string): void {
    const isNew = token !== this.#token || this.#tabs.size === 0;
    this.#token = token;
    this.#tabs.add(tab);
    tab.tell({ type: 'state', state: this.#state });
    if (isNew) this.#open();
  }

  #watch(tab: Tab, watched: ReadonlySet<string>): void {
    const added = [...watched].filter((contest) => !tab.watched.has(contest));
    tab.watched = watched;
    const said = this.#voices.of(added);
    if (said.length > 0) tab.tell({ type: 'said', said });
    this.#retune();
  }

  /** Another set of contests is another stream, from where this one stands. */
  #retune(): void {
    const wanted = this.#wanted();
    this.#voices.keep(new Set(wanted));
    if (this.#tabs.size === 0) {
      this.#leave.abort();
      this.#asked = '';
      this.#seq = undefined;
    } else if (wanted.join() !== this.#asked) this.#open();
  }

  #wanted(): readonly string[] {
    return [...new Set([...this.#tabs].flatMap(({ watched }) => [...watched]))].toSorted();
  }

  #open(): void {
    this.#leave.abort();
    this.#leave = new AbortController();
    const wanted = this.#wanted();
    this.#asked = wanted.join();
    void this.#listen(wanted, this.#leave.signal);
  }

  async #listen(watched: readonly string[], signal: AbortSignal): Promise<void> {
    let waitMs = firstWaitMs;
    while (!signal.aborted) {
      try {
        const answer = await this.#ask(watched, signal);
        if (answer === undefined) return;
        for await (const { id, event, data } of serverMessages(answer)) {
          if (signal.aborted) return;
          // From here on the stream has everything that goes on record.
          if (event === 'hello') this.#says({ type: 'live' });
          waitMs = firstWaitMs;
          this.#hear(event, data as StreamData);
          [this.#seq] = id.split('.');
        }
      } catch {
        // Cut off: told below, and tried again.
      }
      if (signal.aborted) return;
      this.#says({ type: 'cut', why: 'The server does not answer; trying again.' });
      await new Promise((again) => setTimeout(again, waitMs));
      waitMs = Math.min(longestWaitMs, waitMs * 2);
    }
  }

  async #ask(
    watched: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | undefined> {
    const query = new URLSearchParams(watched.map((contest) => ['watch', contest]));
    const answer = await fetch(`/api/events?${query}`, {
      signal,
      headers: {
        authorization: `Bearer ${this.#token}`,
        ...(this.#seq !== undefined && { 'last-event-id': `${this.#seq}${this.#voices.places()}` }),
      },
    });
    if (answer.status === 401 || answer.status === 403) {
      this.#says({
        type: 'refused',
        why: 'The token is missing or wrong: open the address that joust serve prints.',
      });
      return undefined;
    }
    if (!answer.ok || answer.body === null) throw new Error(String(answer.status));
    return answer.body;
  }

  #hear(event: string, { events = [], said = [] }: StreamData): void {
    if (event === 'resync') {
      this.#voices.clear();
      for (const { tell } of this.#tabs) tell({ type: 'resync' });
    }
    const told = this.#voices.hear(said);
    for (const { tell, watched } of this.#tabs) {
      if (events.length > 0) tell({ type: 'news', news: events });
      const own = told.filter(({ contest }) => watched.has(contest));
      if (own.length > 0) tell({ type: 'said', said: own });
    }
  }

  #says(state: LiveState): void {
    this.#state = state;
    for (const { tell } of this.#tabs) tell({ type: 'state', state });
  }
}
