// What attempts have said so far, the last part of each: for tabs that come later. Nothing is passed on twice.
import type { Piece, Said } from './live-words.ts';

interface Voice {
  readonly about: Omit<Said, 'pieces'>;
  pieces: Piece[];
  /** Pieces that came since they were put together. */
  loose: number;
  /** Where it stands. */
  units: number;
}

/** As much as the server keeps of one. */
const keptUnits = 256 * 1024;

export class Voices {
  readonly #voices = new Map<number, Voice>();

  /** Takes it in, and gives what was new of it. */
  hear(said: readonly Said[]): readonly Said[] {
    return said.flatMap(({ pieces, ...about }) => {
      const voice = this.#voices.get(about.started) ?? { about, pieces: [], loose: 0, units: 0 };
      this.#voices.set(about.started, voice);
      const fresh = pieces.flatMap((piece) => behind(piece, voice.units) ?? []);
      const last = fresh.at(-1);
      if (last === undefined) return [];
      voice.units = last.from + unitsOf(last);
      voice.pieces.push(...fresh);
      voice.loose += fresh.length;
      if (voice.loose > mostLoose) {
        voice.pieces = compact(voice.pieces);
        voice.loose = 0;
      }
      forgetOld(voice);
      return [{ ...about, pieces: fresh }];
    });
  }

  of(contests: readonly string[]): readonly Said[] {
    return [...this.#voices.values()]
      .filter(({ about }) => contests.includes(about.contest))
      .map(({ about, pieces }) => ({ ...about, pieces }));
  }

  /** Where each stands, as the server writes it behind the place in the record: `.1187:5120`. */
  places(): string {
    return [...this.#voices].map(([started, { units }]) => `.${started}:${units}`).join('');
  }

  /** Only what is watched is kept. */
  keep(contests: ReadonlySet<string>): void {
    for (const [started, { about }] of this.#voices)
      if (!contests.has(about.contest)) this.#voices.delete(started);
  }

  clear(): void {
    this.#voices.clear();
  }
}

/** Characters of one piece that several became. */
const joinedLength = 4096;

/** Words that follow each other, in few pieces: thousands of small ones weigh many times what they say. */
export function compact(pieces: readonly Piece[]): Piece[] {
  const groups: Piece[][] = [];
  let length = 0;
  for (const piece of pieces) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    length += unitsOf(piece);
    if (group !== undefined && last !== undefined && goesOn(last, piece) && length <= joinedLength)
      group.push(piece);
    else {
      groups.push([piece]);
      length = unitsOf(piece);
    }
  }
  return groups.flatMap(([first, ...more]) => {
    if (first === undefined || !('text' in first) || more.length === 0) return first ?? [];
    const texts = [first, ...more].map((piece) => ('text' in piece ? piece.text : ''));
    return { ...first, text: texts.join('') };
  });
}

/** So many may come before they are put together. */
export const mostLoose = 200;

function goesOn(last: Piece, piece: Piece): boolean {
  return 'text' in last && last.kind === piece.kind && last.from + last.text.length === piece.from;
}

export function unitsOf(piece: Piece): number {
  return 'text' in piece ? piece.text.length : 1;
}

/** The part of it behind a place. */
function behind(piece: Piece, units: number): Piece | undefined {
  const left = units - piece.from;
  if (left <= 0) return piece;
  if (left >= unitsOf(piece) || !('text' in piece)) return undefined;
  return { ...piece, from: units, text: piece.text.slice(left) };
}

function forgetOld(voice: Voice): void {
  const { pieces, units } = voice;
  if (units - (pieces[0]?.from ?? 0) < 2 * keptUnits && pieces.length < 20_000) return;
  voice.pieces = pieces.filter(({ from }) => units - from <= keptUnits).slice(-10_000);
}
