// The MCP server: tools, resources and prompts over what can be done with joust, for both eras of the protocol; on standard input
// and output, or over HTTP.
import { fileURLToPath } from 'node:url';
import {
  type CallToolRequestParams,
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  createMcpHandler,
  inputRequired,
  inputResponse,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { joustVersion } from '../../domain/version.ts';
import { visible, visibleValues } from '../../views/visible.ts';
import { promptNamed, prompts } from './prompts.ts';
import { openRoom, type Room, type RoomRequest } from './room.ts';
import type { Desk, Tool } from './tool.ts';
import { changesFiles, namesStrangers } from './tool-names.ts';
import { countTurns, type Turns } from './turns.ts';

interface StdioRequest extends RoomRequest {
  /** Whose caps of an oracle count; absent: a session is one connection. */
  readonly session?: string | undefined;
  readonly signal: AbortSignal;
}

/** Until the client leaves or the signal comes. */
export async function serveMcp(asked: StdioRequest): Promise<void> {
  const { machine, session, signal } = asked;
  if (namesStrangers(asked)) await (await import('./tools/all.ts')).loadBrought(machine);
  await using room = openRoom(asked);
  const connection = `mcp-${machine.random(8)}`;
  const turns = countTurns(connection, machine.elapsed);
  const over = Promise.withResolvers<void>();
  const served = serveStdio(() => {
    const server = mcpServer(room, () => ({ session: session ?? connection, turns }));
    server.onclose = over.resolve;
    return server;
  });
  process.stdin.once('end', over.resolve);
  signal.addEventListener('abort', () => over.resolve(), { once: true });
  await over.promise;
  await served.close();
}

export interface McpOverHttp extends AsyncDisposable {
  fetch(request: Request): Promise<Response>;
}

/** Requests there are no connections of: a session is what a client of one name asks while the server runs. */
export function mcpOverHttp(asked: RoomRequest): McpOverHttp {
  const { machine, report } = asked;
  const room = openRoom({ ...asked, remote: true });
  const sessions = new Map<string, Session>();
  const serving = `serve-${machine.random(8)}`;
  const sessionOf = (client = 'unnamed') => {
    const session = `${serving}-${client.slice(0, 40)}`;
    const known = sessions.get(client) ?? { session, turns: countTurns(session, machine.elapsed) };
    sessions.set(client, known);
    return known;
  };
  const { fetch, close } = createMcpHandler(() => mcpServer(room, sessionOf), { onerror: report });
  return {
    fetch: (request) => fetch(request),
    async [Symbol.asyncDispose]() {
      await close();
      await room[Symbol.asyncDispose]();
    },
  };
}

interface Session {
  readonly session: string;
  readonly turns: Turns;
}

function mcpServer(room: Room, sessionOf: (client: string | undefined) => Session): Server {
  const server = new Server(
    { name: 'joust', title: 'joust', version: joustVersion },
    { capabilities: { tools: {}, resources: {}, prompts: {} }, instructions },
  );
  server.setRequestHandler('tools/list', async () => {
    const { tools, desk } = await room.enter();
    return { tools: tools.map((tool) => listed(tool, desk)) };
  });
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const { call } = await room.enter();
    const { signal, _meta } = context.mcpReq;
    if (needsRoots(params) && hasRoots(server, context) && !hasAnswered(context))
      return inputRequired({ inputRequests: { roots: inputRequired.listRoots() } });
    const client = clientOf(server, context);
    const { session, turns } = sessionOf(client);
    const { turn, end } = turns.begin(_meta);
    const roots = rootsSaid(context);
    const caller = { client, session, turn, signal, roots, progress: progressOf(context) };
    const { isError, text, structured } = await call(params.name, params.arguments ?? {}, caller);
    end();
    const content = [{ type: 'text' as const, text: visible(text) }];
    // An error doesn't fit the output schema of its tool, which clients check.
    if (isError) return { content, isError };
    return { content, structuredContent: visibleValues({ ...structured }) };
  });
  server.setRequestHandler('prompts/list', async () => ({ prompts: [...prompts] }));
  server.setRequestHandler('prompts/get', async ({ params }) => promptNamed(params.name, params.arguments));
  offerResources(server, room);
  return server;
}

/** What they hold is loaded when somebody asks. */
function offerResources(server: Server, room: Room): void {
  const load = async () => ({
    desk: (await room.enter()).desk,
    ...(await import('./resources.ts')),
  });
  server.setRequestHandler('resources/templates/list', async () => ({
    resourceTemplates: [...(await load()).resourceTemplates],
  }));
  server.setRequestHandler('resources/list', async () => {
    const { desk, latestResources } = await load();
    return { resources: await latestResources(desk) };
  });
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    const { desk, readResource } = await load();
    return { contents: [await readResource(uri, desk, room.report)] };
  });
}

const instructions =
  'joust puts one task to several other AI agents and gives back their answers, a merged answer, a ranking or a measured change. ' +
  'Contests cost money and take minutes. One that is still played when a call returns has state "playing": call contest_result with its id. ' +
  'State "waiting" means that a person has to decide: tell your user the command in `next`; you cannot answer for them.';

/** In the older era it was said once, in the newer one with each request. */
function clientOf(server: Server, { mcpReq }: ServerContext): string | undefined {
  const envelope: Readonly<Record<string, unknown>> = { ...mcpReq.envelope };
  const said = envelope[CLIENT_INFO_META_KEY] as { readonly name?: string } | undefined;
  return said?.name ?? server.getClientVersion()?.name;
}

function listed({ name, title, description, input, output, annotations }: Tool, { leave }: Desk) {
  return {
    name,
    title,
    description,
    annotations,
    inputSchema: input(leave),
    ...(output === undefined ? {} : { outputSchema: output }),
  };
}

/** What such a call names may lie in a folder that only the client knows of. */
function needsRoots({ name, arguments: said = {} }: CallToolRequestParams): boolean {
  const namesPaths = ['cwd', 'folder', 'files', 'target'].some((one) => said[one] !== undefined);
  return namesPaths || changesFiles(name);
}

function hasRoots(server: Server, { mcpReq }: ServerContext): boolean {
  const envelope: Readonly<Record<string, unknown>> = { ...mcpReq.envelope };
  const said = envelope[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities();
  return typeof said === 'object' && said !== null && 'roots' in said;
}

function hasAnswered({ mcpReq }: ServerContext): boolean {
  return mcpReq.inputResponses !== undefined;
}

/** Folders of this machine among them. */
function rootsSaid({ mcpReq }: ServerContext): readonly string[] {
  const said = inputResponse(mcpReq.inputResponses, 'roots');
  if (said.kind !== 'roots') return [];
  return said.roots.flatMap((root: { readonly uri?: unknown } | null) => {
    try {
      return [fileURLToPath(String(root?.uri))];
    } catch {
      return [];
    }
  });
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
