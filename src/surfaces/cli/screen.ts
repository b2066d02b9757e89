// What every way of showing a contest has in common.
import type { Observation } from '../../domain/observation.ts';

export interface Screen {
  observe(observation: Observation): void;
  /** A line for people, on standard error. */
  note(text: string): void;
  /** While somebody is asked, nothing moves. */
  pause?(on: boolean): void;
  /** Leaves nothing moving behind. */
  close(): void;
}
