// A served project: joust serve as a process of its own, and requests to it as a page of its own would send them.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import type { Project } from './project.ts';
import { until } from './until.ts';

export interface Served extends AsyncDisposable {
  readonly url: string;
  readonly token: string;
  /** With the token; the answer's status and what it holds. */
  get(path: string): Promise<Answered>;
  post(path: string, body?: object): Promise<Answered>;
  /** The live stream; it is left when the loop is. */
  events(query: string, lastId?: string): AsyncGenerator<ServerEvent>;
  /** As they are, whatever a browser would make of the headers. */
  raw(options: RawRequest): Promise<RawAnswer>;
  readonly process: ChildProcess;
  /** On standard error. */
  said(): string;
}

export interface Answered {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: what a test looks into is what it asserts
  readonly body: any;
}

export interface ServerEvent {
  readonly id: string;
  readonly event: string;
  // biome-ignore lint/suspicious/noExplicitAny: what a test looks into is what it asserts
  readonly data: any;
}

export interface RawRequest {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** `port`: where it was before, for a second start. */
export async function serve(
  place: Project,
  { port = '0', more = [] as readonly string[], env = {} as Readonly<Record<string, string>> } = {},
): Promise<Served> {
  const child = place.start(['serve', '--port', port, ...more], { env });
  let [said, complaint] = ['', ''];
  child.stdout?.on('data', (chunk) => {
    said += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    complaint += chunk;
  });
  await until(() => said.includes('\n') || child.exitCode !== null);
  const [, url = '', token = ''] = /^(https?:\S+)\/#token=(\S+)\n/.exec(said) ?? [];
  if (url === '') throw new Error(`joust serve did not start: ${said}${complaint}`);
  const headers = { authorization: `Bearer ${token}` };
  const sent = async (path: string, init: { method: string; body?: string }) =>
    await answered(
      await fetch(`${url}/api${path}`, {
        ...init,
        headers: { ...headers, 'content-type': 'application/json' },
      }),
    );
  return {
    url,
    token,
    process: child,
    said: () => complaint,
    get: async (path) => await answered(await fetch(`${url}/api${path}`, { headers })),
    post: (path, body = {}) => sent(path, { method: 'POST', body: JSON.stringify(body) }),
    events: (query, lastId) =>
      serverEvents(`${url}/api/events${query}`, {
        ...headers,
        ...(lastId !== undefined && { 'last-event-id': lastId }),
      }),
    raw: (options) => raw(/listens on (http:\S+) /.exec(complaint)?.[1] ?? url, options),
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const left = once(child, 'exit');
      child.kill('SIGTERM');
      await left;
    },
  };
}

export async function* serverEvents(
  url: string,
  headers: Readonly<Record<string, string>>,
): AsyncGenerator<ServerEvent> {
  const leaving = new AbortController();
  try {
    const answer = await fetch(url, { headers, signal: leaving.signal });
    if (answer.status !== 200 || answer.body === null) throw new Error(`${answer.status}`);
    let rest = '';
    for await (const text of answer.body.pipeThrough(new TextDecoderStream())) {
      const messages = (rest + text).split('\n\n');
      rest = messages.pop() ?? '';
      for (const message of messages.filter((one) => !one.startsWith(':'))) {
        const fields = new Map(
          message.split('\n').map((line) => line.split(/: (.*)/s, 2) as [string, string]),
        );
        const data = JSON.parse(fields.get('data') ?? 'null');
        yield { id: fields.get('id') ?? '', event: fields.get('event') ?? '', data };
      }
    }
  } finally {
    leaving.abort();
  }
}

async function answered(answer: Response): Promise<Answered> {
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true;
  return { status: answer.status, body: isJson ? JSON.parse(text) : text };
}

function raw(url: string, { path, method = 'GET', headers = {}, body }: RawRequest): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request(`${url}${path}`, { method, headers, agent: false }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk) => {
        text += chunk;
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
