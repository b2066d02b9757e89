// What one attempt says while it runs, followed once for all who watch it; the last part of it is kept for those who come later.

import type { AgentEvent } from '../../../domain/agent-event.ts';
import type { NewsItem } from '../../../record/news.ts';
import { contestSummary } from '../../../views/contest-summary.ts';

/** An attempt, by the place of its start in the record. */
export interface Speaker {
  readonly started: number;
  readonly contest: string;
  readonly key: string;
  readonly contestant: string;
  readonly run: number;
}

/** Whoever serves is heard by what it comes to. */
export function speakerOf({ seq, contest, event }: NewsItem): Speaker | undefined {
  if (event.type !== 'attempt.started' || event.role !== undefined || event.spool === undefined)
    return undefined;
  const { key, contestant, run } = event;
  return { started: seq, contest, key, contestant, run };
}

export function endsRun(event: NewsItem['event'], { key, run }: Speaker): boolean {
  switch (event.type) {
    case 'attempt.ended':
    case 'attempt.interrupted':
    case 'attempt.parked':
    case 'attempt.retried':
    case 'attempt.lost':
      return event.key === key && event.run === run;
    case 'contest.closed':
    case 'contest.cancelled':
      return true;
    default:
      return false;
  }
}

/** Those of a contest that are open, by its record as it may be seen. */
export function speakersIn(contest: string, record: readonly NewsItem[]): readonly Speaker[] {
  const open = (contestSummary(contest, record)?.attempts ?? []).filter(({ state }) => state === 'open');
  return record.flatMap((stored) => {
    const speaker = speakerOf(stored);
    const isOpen = open.some(({ key, run }) => key === speaker?.key && run === speaker.run);
    return speaker !== undefined && isOpen ? [speaker] : [];
  });
}

/** Text counts by its characters, everything else as one. */
type Piece =
  | { readonly from: number; readonly kind: 'text' | 'thought'; readonly text: string }
  | { readonly from: number; readonly kind: 'tool' | 'notice' | 'usage'; readonly event: AgentEvent };

/** More than a pane shows; the whole is asked for by itself. */
const keptUnits = 256 * 1024;

export class Follower {
  readonly speaker: Speaker;
  readonly #pieces: Piece[] = [];
  readonly #leaving = new AbortController();
  /** By where somebody stands: most stand at the same place. */
  readonly #texts = new Map<number, string>();
  #units = 0;
  readonly over: Promise<void>;

  constructor(speaker: Speaker, tail: (signal: AbortSignal) => AsyncIterable<AgentEvent>, heard: () => void) {
    this.speaker = speaker;
    this.over = this.#follow(tail(this.#leaving.signal), heard);
  }

  /** How much was said so far. */
  get units(): number {
    return this.#units;
  }

  /** What comes after this place, as JSON; empty: nothing. What is not kept any more is passed over, as `from` tells. */
  after(units: number): string {
    if (units >= this.#units) return '';
    const known = this.#texts.get(units);
    if (known !== undefined) return known;
    const { started, contest, key, contestant, run } = this.speaker;
    const pieces = this.#pieces.flatMap((piece) => behind(piece, units) ?? []);
    const text = JSON.stringify({ started, contest, key, contestant, run, pieces });
    this.#texts.set(units, text);
    return text;
  }

  stop(): void {
    this.#leaving.abort();
  }

  async #follow(said: AsyncIterable<AgentEvent>, heard: () => void): Promise<void> {
    for await (const event of said) {
      if (this.#leaving.signal.aborted) return;
      const piece = pieceOf(event, this.#units);
      if (piece === undefined) continue;
      this.#keep(piece);
      heard();
    }
  }

  #keep(piece: Piece): void {
    const last = this.#pieces.at(-1);
    const joins = last !== undefined && 'text' in last && 'text' in piece && last.kind === piece.kind;
    if (joins && last.text.length < mostInAPiece)
      this.#pieces.splice(-1, 1, { ...last, text: last.text + piece.text });
    else this.#pieces.push(piece);
    this.#units = piece.from + unitsOf(piece);
    this.#texts.clear();
    const [first, second] = this.#pieces;
    if (first !== undefined && second !== undefined && this.#units - second.from > keptUnits)
      this.#pieces.shift();
  }
}

const mostInAPiece = 4096;

function unitsOf(piece: Piece): number {
  return 'text' in piece ? piece.text.length : 1;
}

function pieceOf(event: AgentEvent, from: number): Piece | undefined {
  switch (event.type) {
    case 'text':
    case 'thought':
      return event.delta === '' ? undefined : { from, kind: event.type, text: event.delta };
    case 'tool':
    case 'notice':
    case 'usage':
      return { from, kind: event.type, event };
    // How it ended is on record.
    case 'about':
    case 'answered':
    case 'ended':
      return undefined;
  }
}

/** The part of it behind a place. */
function behind(piece: Piece, units: number): Piece | undefined {
  const left = units - piece.from;
  if (left <= 0) return piece;
  if (left >= unitsOf(piece) || !('text' in piece)) return undefined;
  return { ...piece, from: units, text: piece.text.slice(left) };
}
