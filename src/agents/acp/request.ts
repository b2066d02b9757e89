// What the ACP call program reads from its standard input.
import type { Tier } from '../../domain/contestant.ts';

export interface AcpRequest {
  readonly prompt: string;
  readonly tier: Tier;
  /** The agent's program and its arguments. */
  readonly command: readonly string[];
  /** Chosen in the session where the agent lets its client choose. */
  readonly model?: string;
}
