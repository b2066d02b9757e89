// What a crowded local lane means in time, in one sentence.

export interface CrowdedLane {
  readonly lane: string;
  readonly capacity: number;
  /** The median time of each one's past attempts, where there are any. */
  readonly times: readonly (number | undefined)[];
  readonly limitMs: number;
}

export function deepLaneText({ lane, capacity, times, limitMs }: CrowdedLane): string {
  const known = times.filter((time) => time !== undefined);
  const atOnce = capacity === 1 ? 'one at a time' : `${capacity} at a time`;
  const rounds = Math.ceil(times.length / capacity);
  const usual = known.reduce((sum, time) => sum + time, 0) / (known.length || 1);
  const guess =
    known.length === 0
      ? `up to ${minutes(rounds * limitMs)} at the time limit of each`
      : `about ${minutes(rounds * usual)} going by past attempts`;
  const sum = capacity === 1 ? 'it takes the sum of their times' : 'they wait for each other';
  return `${times.length} contestants share the lane ${lane}, which runs ${atOnce}: ${sum}, ${guess}.`;
}

function minutes(ms: number): string {
  return ms < 90_000 ? `${Math.ceil(ms / 1000)} s` : `${Math.ceil(ms / 60_000)} min`;
}
