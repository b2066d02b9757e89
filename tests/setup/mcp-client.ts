// A client of joust mcp: the official one, over standard input and output of the built program, in either era of the protocol.
import { pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { cliProgram, type Project } from './project.ts';

export const eras = ['2025-11-25', '2026-07-28'] as const;
export type Era = (typeof eras)[number];

export interface McpPlace extends AsyncDisposable {
  readonly client: Client;
  readonly transport: StdioClientTransport;
  /** What a tool gave; `isError` where it refused. */
  call(name: string, args?: Record<string, unknown>, options?: CallOptions): Promise<Called>;
}

type CallOptions = NonNullable<Parameters<Client['callTool']>[1]>;

export interface Called {
  readonly isError: boolean;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: what a test looks into is what it asserts
  readonly told: any;
}

export interface McpOptions {
  readonly era?: Era;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** As the client calls itself. */
  readonly name?: string;
  /** Folders that the client says it works in. */
  readonly roots?: readonly string[];
  /** A program that starts it. */
  readonly through?: readonly string[];
}

export async function mcpClient(place: Project, options: McpOptions = {}): Promise<McpPlace> {
  const { era = '2025-11-25', args = [], env = {}, name = 'test', through = [], roots } = options;
  const [command = '', ...line] = [...through, process.execPath, cliProgram, 'mcp', ...args];
  const transport = new StdioClientTransport({
    command,
    args: line,
    cwd: place.folder,
    env: { ...place.env, ...env },
  });
  const mode = era === '2025-11-25' ? 'legacy' : { pin: era };
  const client = new Client(
    { name, version: '1' },
    { versionNegotiation: { mode }, ...(roots && { capabilities: { roots: {} } }) },
  );
  if (roots !== undefined)
    client.setRequestHandler('roots/list', () => ({
      roots: roots.map((folder) => ({ uri: pathToFileURL(folder).href })),
    }));
  await client.connect(transport);
  return {
    client,
    transport,
    async call(tool, given = {}, more) {
      const { isError, content, structuredContent } = await client.callTool(
        { name: tool, arguments: given },
        more,
      );
      const [first] = content;
      const text = first?.type === 'text' ? first.text : '';
      return {
        isError: isError === true,
        text,
        told: isError === true ? { error: errorIn(text) } : structuredContent,
      };
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}

/** `usage: what is wrong`, and a hint on the next line. */
function errorIn(text: string) {
  const [, code, message, hint] = /^([a-z-]+): ([^\n]*)(?:\n(.*))?$/s.exec(text) ?? [];
  return { code, message, hint };
}
