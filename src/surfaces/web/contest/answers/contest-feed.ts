// What the attempts of one contest say, heard once for all panes that show them; the last part is kept for those that come later.
import { createContext, useContext, useEffect, useState } from 'react';
import type { Piece, Said } from '../../data/live/live-words.ts';
import { compact, mostLoose, unitsOf } from '../../data/live/voices.ts';
import { useSource } from '../../data/source.ts';
import { shownLive } from './live-pane.ts';

export interface Listener {
  hear(pieces: readonly Piece[]): void;
  clear(): void;
}

interface Voice {
  started: number;
  pieces: Piece[];
  /** Pieces that came since they were put together. */
  loose: number;
  units: number;
  readonly listeners: Set<Listener>;
}

/** By the key of the attempt. */
export class ContestFeed {
  readonly #voices = new Map<string, Voice>();

  hear(said: readonly Said[]): void {
    for (const { key, started, pieces } of said) {
      const voice = this.#voice(key);
      if (started < voice.started) continue;
      if (started > voice.started) begin(voice, started);
      voice.pieces.push(...pieces);
      voice.loose += pieces.length;
      if (voice.loose > mostLoose) {
        voice.pieces = compact(voice.pieces);
        voice.loose = 0;
      }
      voice.units += pieces.reduce((sum, piece) => sum + unitsOf(piece), 0);
      forget(voice);
      for (const listener of voice.listeners) listener.hear(pieces);
    }
  }

  /** Gets what was said, then what is said. */
  listen(key: string, listener: Listener): () => void {
    const voice = this.#voice(key);
    voice.listeners.add(listener);
    if (voice.pieces.length > 0) listener.hear(voice.pieces);
    return () => voice.listeners.delete(listener);
  }

  #voice(key: string): Voice {
    const known = this.#voices.get(key) ?? {
      started: 0,
      pieces: [],
      loose: 0,
      units: 0,
      listeners: new Set<Listener>(),
    };
    this.#voices.set(key, known);
    return known;
  }
}

/** Another run of it: what the one before said is gone. */
function begin(voice: Voice, started: number): void {
  const isFirst = voice.started === 0;
  voice.started = started;
  voice.pieces = [];
  voice.loose = 0;
  voice.units = 0;
  if (!isFirst) for (const listener of voice.listeners) listener.clear();
}

function forget(voice: Voice): void {
  if (voice.units <= 1.25 * shownLive) return;
  let at = 0;
  while (voice.units > shownLive) {
    const piece = voice.pieces[at];
    if (piece === undefined) break;
    voice.units -= unitsOf(piece);
    at += 1;
  }
  voice.pieces.splice(0, at);
}

/** One for all panes of a contest; undefined in a report. */
export function useContestFeed(contest: string): ContestFeed | undefined {
  const { live } = useSource();
  const [feed, setFeed] = useState<ContestFeed>();
  useEffect(() => {
    if (live === undefined) return;
    const made = new ContestFeed();
    setFeed(made);
    return live.watch(contest, (said) => made.hear(said));
  }, [live, contest]);
  return feed;
}

const FeedContext = createContext<ContestFeed | undefined>(undefined);
export const FeedProvider = FeedContext.Provider;
export const useFeed = (): ContestFeed | undefined => useContext(FeedContext);
