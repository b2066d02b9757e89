// What the loopback model server needs to know of one provider's protocol.

export type Body = Readonly<Record<string, unknown>>;

export type Reply =
  | {
      readonly type: 'text';
      readonly deltas: readonly string[];
      /** It ends at the model's output limit. */
      readonly cut?: boolean;
    }
  | {
      readonly type: 'tool';
      readonly name: string;
      readonly input: Readonly<Record<string, unknown>>;
      /** Of a tool of a server, where the protocol names that apart. */
      readonly server?: string;
    };

export interface Wire {
  owns(path: string): boolean;
  modelOf(path: string, body: Body): string;
  isStream(path: string, body: Body): boolean;
  /** Names of the tools the CLI offers the model. */
  offered(body: Body): readonly string[];
  /** Whether the request already brings a tool's result. */
  hasToolResult(body: Body): boolean;
  /** The reply as server-sent events, ready to be written. */
  frames(reply: Reply, model: string): readonly string[];
  whole(reply: Reply, model: string): unknown;
  failure(status: number, message: string, retryAfterS?: number): unknown;
}

/** Every protocol reports these figures in its own way; joust has to read the same out of all of them. */
export const served = { input: 1234, cached: 1000, visible: 5, reasoning: 7 } as const;

export function event(data: unknown, name?: string): string {
  return `${name === undefined ? '' : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`;
}

export function records(value: unknown): readonly Body[] {
  return Array.isArray(value) ? (value as readonly Body[]) : [];
}
