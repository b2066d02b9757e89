// What the ACP call program reads from its standard input.
import type { Tier } from '../../domain/contestant.ts';

export interface AcpRequest {
  readonly prompt: string;
  readonly tier: Tier;
  /** Nothing at all is granted, not even reading. */
  readonly bare: boolean;
  /** The agent's program and its arguments. */
  readonly command: readonly string[];
  /** Chosen in the session where the agent lets its client choose. */
  readonly model?: string;
}
