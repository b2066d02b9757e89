// What is known of a run of Claude Code after some of its lines.
import type { AgentEnd } from '../../domain/agent-event.ts';
import type { KeptText } from '../../domain/kept-text.ts';
import type { JsonObject } from '../decoder.ts';
import type { Pending } from './tools.ts';

export interface ClaudeState {
  /** The messages before the current one. */
  readonly said: KeptText;
  /** The current message; given up by the CLI when its stream broke, and then replaced by the next one. */
  readonly message: KeptText;
  readonly abandoned: boolean;
  /** The current message came in pieces, so its whole need not be read again. */
  readonly streamed: boolean;
  /** Writing tools whose result is not known yet, by their id. */
  readonly pending: Readonly<Record<string, Pending>>;
  readonly about: Pick<AgentEnd, 'sessionId' | 'model' | 'version'>;
  /** What was printed besides the protocol. */
  readonly loose: KeptText;
  /** The last refusal the CLI was told of while it went on trying. */
  readonly retrying?: JsonObject;
  readonly resetAt?: string;
  /** The category of an error the CLI put in the place of an answer. */
  readonly apiError?: string;
  readonly result?: JsonObject;
}
