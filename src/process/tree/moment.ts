// Moments as the processes of the machine tell them: who was born before, and who since.
import { readFileSync } from 'node:fs';

/** A moment as the processes of the machine tell it. */
export interface Moment {
  /** How many were born until then. */
  readonly born: number;
  /** Their start times are counted in these. */
  readonly ticks: number;
}

/** The last pid that was given; undefined: nobody tells. */
export function youngest(): string | undefined {
  return ofSystem('loadavg')?.trim().split(' ').at(-1);
}

/** Undefined: nobody tells. */
export function momentNow(): Moment | undefined {
  const ticks = Math.floor(Number(ofSystem('uptime')?.split(' ')[0]) * ticksPerSecond);
  const born = bornSoFar();
  return Number.isNaN(ticks) || Number.isNaN(born) ? undefined : { born, ticks };
}

/** The moment just before a wrapper is started. Those that are started together count from the first. */
export function startMoment(): Moment | undefined {
  const now = Date.now();
  if (noted === undefined || Math.abs(now - noted.at) > togetherMs) noted = { at: now, moment: momentNow() };
  return noted.moment;
}
const togetherMs = 1000;
let noted: { readonly at: number; readonly moment: Moment | undefined } | undefined;

/** Of Linux, whatever its clock does. */
const ticksPerSecond = 100;

/** Processes and threads since the machine was started. */
export function bornSoFar(): number {
  return Number(/^processes (\d+)$/m.exec(ofSystem('stat') ?? '')?.[1]);
}

export function ofSystem(name: 'loadavg' | 'stat' | 'uptime' | 'sys/kernel/pid_max'): string | undefined {
  try {
    return readFileSync(`/proc/${name}`, 'utf8');
  } catch {
    return undefined;
  }
}
