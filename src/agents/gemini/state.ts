// What is known of a run of Gemini CLI after some of its lines.
import type { AgentEnd } from '../../domain/agent-event.ts';
import type { KeptText } from '../../domain/kept-text.ts';
import type { Usage } from '../../domain/usage.ts';
import type { JsonObject } from '../decoder.ts';

export interface GeminiState {
  /** What was said since the last tool. */
  readonly current: KeptText;
  /** The last thing said before a tool; the answer where nothing follows it. */
  readonly earlier: KeptText;
  /** Writing tools whose result is not known yet, by their id. */
  readonly pending: Readonly<Record<string, { readonly name: string; readonly path: string }>>;
  readonly about: Pick<AgentEnd, 'sessionId' | 'model'>;
  readonly usage?: Usage;
  /** The last error line. */
  readonly trouble?: string;
  readonly result?: JsonObject;
}
