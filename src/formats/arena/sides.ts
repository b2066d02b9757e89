// The two sides of an arena, by its record: which answer is A and which is B, and how much of each may be shown by when.
import { drawInputs, type Random, seededRandom, shuffled } from '../../contest/handle/draw.ts';
import type { Contestant } from '../../domain/contestant.ts';
import type { AttemptEnded, ContestOpened, JoustEvent } from '../../domain/event.ts';
import { scrub } from '../../judging/blind/scrub.ts';
import { evenStyle } from '../../judging/text/even-style.ts';
import { givenAwayBy } from '../judges.ts';

export const labels = ['A', 'B'] as const;

/** Another question, another draw: what was told of the last one must not tell of this. */
export function sidesDraw(keys: readonly string[]): {
  readonly key: string;
  choose(random: Random): readonly number[];
} {
  return {
    key: `sides/${keys.join(' ')}`,
    choose: (random) =>
      shuffled(
        keys.map((_, at) => at),
        random,
      ),
  };
}

interface Asked {
  readonly opened: Pick<ContestOpened, 'roster' | 'options'>;
  readonly prompt: string;
}

/** An answer without what gives its author away. */
export function withoutAuthor(text: string, { opened, prompt }: Asked): ReturnType<typeof scrub> {
  const clean = scrub(text, { task: prompt, names: givenAwayBy(opened.roster) });
  return opened.options['styleBlind'] === true ? { ...clean, text: evenStyle(clean.text) } : clean;
}

/** The end of what is being written may be the beginning of a name. */
const heldBack = 48;

/** As far as it may be shown while it is being written: whole words, and not the last ones. */
export function soFarWithoutAuthor(text: string, asked: Asked): string {
  const safe = text.slice(0, Math.max(0, text.length - heldBack));
  return withoutAuthor(safe.slice(0, Math.max(0, safe.search(/\s\S*$/))), asked).text;
}

export interface SideOnRecord {
  readonly label: string;
  readonly key: string;
  readonly contestant: Contestant;
  /** Absent: it is being written. */
  readonly end?: AttemptEnded;
}

/** As they will be drawn, from when both have begun; none before. */
export function sidesOnRecord(events: readonly JoustEvent[]): readonly SideOnRecord[] {
  const opened = events.find((event) => event.type === 'contest.opened');
  if (opened === undefined) return [];
  const sides = opened.roster.flatMap((contestant) => {
    const begun = events.findLast(
      (event) =>
        (event.type === 'attempt.started' || event.type === 'attempt.ended') &&
        event.contestant === contestant.name,
    );
    return begun !== undefined && 'key' in begun ? [{ contestant, key: begun.key }] : [];
  });
  if (sides.length < opened.roster.length) return [];
  const { key, choose } = sidesDraw(sides.map((side) => side.key));
  const order = choose(seededRandom(drawInputs(opened.seed, key)));
  return order.flatMap((at, place) => {
    const side = sides[at];
    const end = events.findLast((event) => event.type === 'attempt.ended' && event.key === side?.key);
    return side === undefined
      ? []
      : [{ label: labels[place] ?? '', ...side, end: end?.type === 'attempt.ended' ? end : undefined }];
  });
}
