// The server of joust: the page, and below /api/ what can be done with joust. Contests are played by processes of their own,
// so that it may come and go.
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { isIPv6 } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { JoustError, unreadable } from '../../domain/joust-error.ts';
import type { Machine } from '../../process/machine.ts';
import { openArchive, withoutNamesIn } from '../../record/archive.ts';
import type { McpOverHttp } from '../mcp/mcp-server.ts';
import { errorAnswer, json, refusal } from './errors.ts';
import { checkPlace, checkToken, type Door, notTooLarge, onlyJson, withHeaders } from './guard.ts';
import { LiveHub, type LiveLimits } from './live/live-hub.ts';
import { openapi } from './openapi.ts';
import { type Desk, mount, type Route } from './route.ts';
import { contestRoutes } from './routes/contest-routes.ts';
import { eventRoutes } from './routes/event-routes.ts';
import { operationRoutes } from './routes/operation-routes.ts';
import { playRoutes } from './routes/play-routes.ts';
import { suiteRoutes } from './routes/suite-routes.ts';
import { staticFiles } from './static-files.ts';

export interface ServeRequest {
  readonly machine: Machine;
  readonly home: string;
  readonly token: string;
  /** Each is tried until one is free; 0 is any. */
  readonly ports: readonly number[];
  /** Loopback where nothing is said. */
  readonly address?: string;
  /** The address on which a proxy is reached: `https://joust.example.org`. */
  readonly proxied?: string;
  readonly tls?: { readonly cert: string; readonly key: string };
  readonly live?: Partial<LiveLimits>;
  /** Told what is joust's own fault. */
  report(error: unknown): void;
}

export interface RunningServer extends AsyncDisposable {
  /** Without the token. */
  readonly url: string;
  /** Where a proxy finds it. */
  readonly listens: string;
}

const ownRoutes: readonly Route[] = [...contestRoutes, ...playRoutes, ...suiteRoutes, ...eventRoutes];

export async function everyRoute(): Promise<readonly Route[]> {
  return [...ownRoutes, ...(await operationRoutes())];
}

/** The description as it is shipped: schema/openapi.json. */
export async function openapiText(): Promise<string> {
  return `${JSON.stringify(openapi(await everyRoute()), null, 2)}\n`;
}

export async function startServer(asked: ServeRequest): Promise<RunningServer> {
  const { machine, home, token, address = '127.0.0.1' } = asked;
  const scheme = asked.tls === undefined ? 'http' : 'https';
  const node = nodeServer(asked);
  const port = await listening(node, asked.ports, address);
  const own = `${scheme}://${isIPv6(address) ? `[${address}]` : address}:${port}`;
  const leaving = new AbortController();
  const archive = openArchive(home, machine);
  const shown = withoutNamesIn(archive);
  const live = new LiveHub(shown, asked.report, asked.live);
  const desk = { archive: shown, live, place: { machine, home }, signal: leaving.signal };
  const [nearby, byName] = [nearNames(address), certifiedNames(asked)].map((names) =>
    names.map((name) => `${scheme}://${name}:${port}`),
  ) as [string[], string[]];
  const origins = [own, ...nearby, ...byName, ...(asked.proxied === undefined ? [] : [asked.proxied])];
  const mcp = mcpDoor(asked);
  const routes = await everyRoute();
  const app = application(desk, { token, origins }, { report: asked.report, mcp, routes });
  node.on('request', getRequestListener(app.fetch, { overrideGlobalObjects: false }));
  return {
    // Who listens on every address is found by a name.
    url: asked.proxied ?? (['0.0.0.0', '::'].includes(address) ? (byName[0] ?? nearby[0] ?? own) : own),
    listens: own,
    async [Symbol.asyncDispose]() {
      leaving.abort();
      await live.close();
      await mcp[Symbol.asyncDispose]();
      const closed = new Promise((resolve) => node.close(resolve));
      node.closeAllConnections();
      await closed;
      await archive[Symbol.asyncDispose]();
    },
  };
}

/** Joust for other agents, loaded by the first of them; what they may is what `joust mcp` lets them by default. */
function mcpDoor({ machine, home, report }: ServeRequest): McpOverHttp {
  let opened: Promise<McpOverHttp> | undefined;
  const open = async () => {
    const { mcpOverHttp } = await import('../mcp/mcp-server.ts');
    return mcpOverHttp({ machine, home, report, tools: ['all'], allowWrite: false });
  };
  return {
    async fetch(request) {
      opened ??= open();
      return await (await opened).fetch(request);
    },
    [Symbol.asyncDispose]: async () => await (await opened)?.[Symbol.asyncDispose](),
  };
}

/** The names under which a browser of this machine comes to it. */
function nearNames(address: string): readonly string[] {
  const near = ['127.0.0.1', '::1', '0.0.0.0', '::'];
  return near.includes(address) ? ['127.0.0.1', 'localhost', '[::1]'] : [];
}

/** Whatever the certificate is for is a name of this server. */
function certifiedNames({ tls }: Pick<ServeRequest, 'tls'>): readonly string[] {
  const { subjectAltName = '' } = tls === undefined ? {} : new X509Certificate(readFileSync(tls.cert));
  return [...subjectAltName.matchAll(/(?:DNS|IP Address):([^,\s*]+)/g)].map(([, name = '']) =>
    isIPv6(name) ? `[${name}]` : name.toLowerCase(),
  );
}

interface Besides extends Pick<ServeRequest, 'report'> {
  readonly mcp: Pick<McpOverHttp, 'fetch'>;
  readonly routes: readonly Route[];
}

function application(desk: Desk, door: Door, { report, mcp, routes }: Besides): Hono {
  const app = new Hono();
  const description = openapi(routes);
  app.use(withHeaders, checkPlace(door));
  app.use('/api/*', checkToken(door), onlyJson, notTooLarge);
  app.use('/mcp', checkToken(door), onlyJson, notTooLarge);
  app.all('/mcp', ({ req }) => mcp.fetch(req.raw));
  app.get('/api/openapi.json', () => json(description));
  mount(app, routes, desk);
  app.use(staticFiles());
  app.notFound(() => refusal(404, { code: 'not-found', message: 'There is nothing here.' }));
  app.onError((error) => errorAnswer(error, report));
  return app;
}

function nodeServer({ tls }: Pick<ServeRequest, 'tls'>): Server {
  if (tls === undefined) return createServer();
  const read = (path: string) => {
    try {
      return readFileSync(path);
    } catch (cause) {
      throw unreadable(`the file ${path}`, path, cause);
    }
  };
  try {
    return createTlsServer({ cert: read(tls.cert), key: read(tls.key) });
  } catch (cause) {
    if (cause instanceof JoustError) throw cause;
    throw new JoustError(`${tls.cert} and ${tls.key} are no certificate and its key`, {
      code: 'usage',
      hint: 'Both are PEM files; the certificate comes first in its own, then those it rests on.',
      cause,
    });
  }
}

async function listening(node: Server, ports: readonly number[], address: string): Promise<number> {
  for (const [at, port] of ports.entries()) {
    const trouble = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
      node.once('error', resolve);
      node.listen(port, address, () => {
        node.off('error', resolve);
        resolve(undefined);
      });
    });
    if (trouble === undefined) break;
    if (trouble.code === 'EADDRINUSE' && at < ports.length - 1) continue;
    throw new JoustError(`${address}:${port} cannot be listened on: ${trouble.message}`, {
      code: 'usage',
      hint: 'Name another with --port; 0 takes any that is free.',
      cause: trouble,
    });
  }
  const bound = node.address();
  return typeof bound === 'object' && bound !== null ? bound.port : 0;
}
