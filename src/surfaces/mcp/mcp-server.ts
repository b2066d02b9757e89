// The MCP server: tools over what can be done with joust. One factory for every connection and both eras of the protocol.
import {
  type CallToolResult,
  CLIENT_INFO_META_KEY,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Machine } from '../../app/host.ts';
import { joustVersion } from '../../domain/version.ts';
import type { Desk, Told, Tool } from './tool.ts';
import { refusal, toolError } from './tool-error.ts';
import { type Offer, offeredTools, whyNotOffered } from './tool-names.ts';
import { countTurns } from './turns.ts';

export interface McpRequest extends Offer {
  readonly machine: Machine;
  /** Who calls, where whoever set it up says so: an agent, a family, or none. */
  readonly caller?: string | undefined;
  /** Whose caps of an oracle count; absent: a session is one connection. */
  readonly session?: string | undefined;
  /** Told what is joust's own fault. */
  report(error: unknown): void;
}

/** Until the client leaves or the signal comes. */
export async function serveMcp(asked: McpRequest & { readonly signal: AbortSignal }): Promise<void> {
  await using room = openRoom(asked);
  const over = Promise.withResolvers<void>();
  const served = serveStdio(() => {
    const server = mcpServer(room, asked);
    server.onclose = over.resolve;
    return server;
  });
  process.stdin.once('end', over.resolve);
  asked.signal.addEventListener('abort', () => over.resolve(), { once: true });
  await over.promise;
  await served.close();
}

/** The tools that are offered and what they work with. */
interface Entered {
  readonly tools: readonly Tool[];
  readonly desk: Desk & AsyncDisposable;
  /** By the name of a client. */
  callers(client: string | undefined): readonly string[] | undefined;
}

/** Loaded by the first who asks. */
interface Room extends AsyncDisposable {
  enter(): Promise<Entered>;
  /** Waits for what is under way when everybody is gone: what was cancelled is ended. */
  busy<T>(work: Promise<T>): Promise<T>;
}

function openRoom({ machine, tools, allowWrite, caller }: McpRequest): Room {
  const offered = offeredTools({ tools, allowWrite });
  let entered: Promise<Entered> | undefined;
  const enter = async (): Promise<Entered> => {
    const { allTools, openDesk, callersOf } = await import('./tools/all.ts');
    return {
      tools: allTools.filter(({ name }) => offered.includes(name)),
      desk: openDesk({ machine, mayWrite: allowWrite }),
      callers: (client) => callersOf(caller, client),
    };
  };
  const working = new Set<Promise<unknown>>();
  return {
    async enter() {
      entered ??= enter();
      return await entered;
    },
    async busy(work) {
      working.add(work);
      try {
        return await work;
      } finally {
        working.delete(work);
      }
    },
    async [Symbol.asyncDispose]() {
      await Promise.allSettled(working);
      await (await entered)?.desk[Symbol.asyncDispose]();
    },
  };
}

function mcpServer(room: Room, { machine, session: named, report }: McpRequest): Server {
  const connection = `mcp-${machine.random(8)}`;
  const session = named ?? connection;
  const turns = countTurns(connection, machine.elapsed);
  const server = new Server(
    { name: 'joust', title: 'joust', version: joustVersion },
    { capabilities: { tools: {} }, instructions },
  );
  server.setRequestHandler('tools/list', async () => {
    const { tools, desk } = await room.enter();
    return { tools: tools.map((tool) => listed(tool, desk)) };
  });
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const { tools, desk, callers } = await room.enter();
    const found = tools.find(({ name }) => name === params.name);
    if (found === undefined)
      return failed(refusal({ code: 'not-offered', message: whyNotOffered(params.name) }));
    const { turn, end } = turns.begin(context.mcpReq._meta);
    try {
      const who = callers(clientOf(server, context));
      const call = {
        ...{ desk, session, turn, signal: context.mcpReq.signal, progress: progressOf(context) },
        ...(who !== undefined && { callers: who }),
      };
      const { text, structured } = await room.busy(found.run(params.arguments ?? {}, call));
      return { content: [{ type: 'text', text }], structuredContent: structured };
    } catch (error) {
      return failed(toolError(error, report));
    } finally {
      end();
    }
  });
  return server;
}

/** In the older era it was said once, in the newer one with each request. */
function clientOf(server: Server, { mcpReq }: ServerContext): string | undefined {
  const envelope: Readonly<Record<string, unknown>> = { ...mcpReq.envelope };
  const said = envelope[CLIENT_INFO_META_KEY] as { readonly name?: string } | undefined;
  return said?.name ?? server.getClientVersion()?.name;
}

function listed({ name, title, description, input, output, annotations }: Tool, { leave }: Desk) {
  return {
    ...{ name, title, description, annotations: { title, ...annotations } },
    inputSchema: input(leave) as { type: 'object' },
    outputSchema: output as { type: 'object' },
  };
}

const instructions =
  'joust puts one task to several other AI agents and gives back their answers, a merged answer, a ranking or a measured change. ' +
  'Contests cost money and take minutes. One that is still played when a call returns has state "playing": call contest_result with its id. ' +
  'State "waiting" means that a person has to decide: tell your user the command in `next`; you cannot answer for them.';

function failed({ structured, text }: Told): CallToolResult {
  return { isError: true, content: [{ type: 'text', text }], structuredContent: structured };
}

/** Strictly increasing, as the protocol has it; nobody is told who did not ask for it. */
function progressOf({ mcpReq }: ServerContext): (message: string) => Promise<void> {
  const progressToken = mcpReq._meta?.progressToken;
  let progress = 0;
  return async (message) => {
    if (progressToken === undefined || mcpReq.signal.aborted) return;
    progress += 1;
    // A caller that is gone is no reason to stop.
    await mcpReq
      .notify({ method: 'notifications/progress', params: { progressToken, progress, message } })
      .catch(() => undefined);
  };
}
