// A model server on the loopback that plays the same scenarios in four protocols; no model is asked.
// The scenario is the model's name: `stub-ok`, `stub-401`, `stub-drop` and so on.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { callScenarios, toolCall } from './tool-call.ts';
import { anthropic } from './wire/anthropic.ts';
import { chat } from './wire/chat.ts';
import { gemini } from './wire/gemini.ts';
import { responses } from './wire/responses.ts';
import type { Body, Reply, Wire } from './wire/wire.ts';

export interface ModelServer extends AsyncDisposable {
  /** Without a path; each CLI adds its own. */
  readonly url: string;
  /** What was asked, in order. */
  readonly asked: readonly Asked[];
  /** How many wait for the last word of `stub-held`, which is not said before it is let go. */
  held(): number;
  letGo(): void;
}

interface Asked {
  readonly path: string;
  readonly model: string;
  readonly tools: readonly string[];
  readonly body: string;
}

interface Question {
  readonly wire: Wire;
  readonly path: string;
  readonly model: string;
  readonly body: Body;
  readonly text: string;
  /** The same was asked before. */
  readonly isRetry: boolean;
}

const wires = [anthropic, responses, chat, gemini];

const deltas: Readonly<Record<string, readonly string[]>> = {
  ok: ['Hello', ' from', ' the stub.'],
  unicode: ['Grüße 👩‍🚀 ', '日本語 ', 'e\u0301 ', '"quoted"\n', 'second line'],
  prose: [
    "You've hit your usage limit. That is what a CLI prints.\n",
    'Error: 429 Too Many Requests means a rate limit; "Not logged in" means 401 Unauthorized. ',
    'API Error: Overloaded is transient.',
  ],
  empty: [],
  blocked: ['I looked at it.\n', 'BLOCKED: the licence', ' has to be chosen'],
  again: ['FINAL ', 'ANSWER'],
};

const failedTry = ['alpha ', 'beta ', 'gamma'];

const messages: Readonly<Record<number, string>> = {
  401: 'Incorrect API key provided: it is not valid.',
  404: 'models/none is not found for API version v1beta.',
  429: "This request would exceed your organization's rate limit of 50,000 input tokens per minute.",
  500: 'Internal server error',
  529: 'Overloaded',
};

export const firstPart = 'Part one, cut in the mid';
export const secondPart = 'dle. Part two.';

export async function startModelServer(): Promise<ModelServer> {
  const asked: Asked[] = [];
  const gate = Promise.withResolvers<void>();
  let held = 0;
  const wait = async () => {
    held += 1;
    await gate.promise;
    held -= 1;
  };
  const server = createServer((request, response) => {
    answer(request, response, { asked, wait }).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    held: () => held,
    letGo: gate.resolve,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

interface Memory {
  readonly asked: Asked[];
  wait(): Promise<void>;
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { asked, wait }: Memory,
): Promise<void> {
  const path = (request.url ?? '/').split('?')[0] ?? '/';
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  const wire = wires.find((candidate) => candidate.owns(path));
  if (wire === undefined || request.method !== 'POST') {
    response.writeHead(404).end();
    return;
  }
  const body = JSON.parse(text) as Body;
  const model = wire.modelOf(path, body);
  const isRetry = asked.some((one) => one.path === path && one.body === text);
  asked.push({ path, model, tools: wire.offered(body), body: text });
  const question = { wire, path, model, body, text, isRetry };
  if (scenarioOf(question) === 'held' && wire.hasToolResult(body)) await wait();
  await play(question, response);
}

async function play(question: Question, response: ServerResponse): Promise<void> {
  const { wire, path, model, body } = question;
  const scenario = scenarioOf(question);
  // A limit that says when to come back.
  const later = scenario === 'later' ? { 'retry-after': '7200' } : {};
  const status = scenario === 'later' ? 429 : Number(scenario);
  if (Number.isInteger(status)) {
    response.writeHead(status, { 'content-type': 'application/json', ...later });
    const failure = wire.failure(
      status,
      messages[status] ?? 'failed',
      scenario === 'later' ? 7200 : undefined,
    );
    response.end(JSON.stringify(failure));
    return;
  }
  const reply = replyTo(question, scenario);
  if (!wire.isStream(path, body) && scenario !== 'drop') {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(wire.whole(reply, model)));
    return;
  }
  const frames = wire.frames(reply, model);
  // Ends without a finish reason, so that the CLI asks again.
  const isFailing = scenario === 'again' && !question.isRetry;
  await stream(response, isFailing ? frames.slice(0, -1) : frames, scenario);
}

async function stream(response: ServerResponse, frames: readonly string[], scenario: string): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  // Far enough that some text has been sent, not so far that it is whole.
  const cut = scenario === 'drop' || scenario === 'slow' ? Math.max(1, frames.length - 3) : frames.length;
  for (const frame of frames.slice(0, cut)) response.write(frame);
  if (scenario === 'slow') {
    await once(response, 'close');
  } else if (scenario === 'drop') {
    await new Promise((done) => setTimeout(done, 50));
    response.destroy();
  } else {
    response.end();
  }
}

/** A real model's name plays by what the prompt asks for. */
function scenarioOf({ model, text }: Question): string {
  const named = /stub-([a-z0-9]+)/.exec(model) ?? /\bPLAY stub-([a-z0-9]+)/.exec(text);
  return named?.[1] ?? (text.includes('WRITE-TO ') ? 'write' : 'ok');
}

function replyTo(question: Question, scenario: string): Reply {
  const { wire, body, text } = question;
  const call = wire.hasToolResult(body) ? undefined : toolCall(scenario, { wire, body, text });
  if (call !== undefined) return call;
  // Cut at the output limit: `cut` goes on when it is asked again, `limit` never does.
  if (scenario === 'cut' && text.includes(firstPart)) return { type: 'text', deltas: [secondPart] };
  if (scenario === 'cut' || scenario === 'limit') return { type: 'text', deltas: [firstPart], cut: true };
  if (scenario === 'again' && !question.isRetry) return { type: 'text', deltas: failedTry };
  const said = callScenarios.has(scenario) ? ['The tool ', 'has spoken.'] : deltas[scenario];
  return { type: 'text', deltas: said ?? deltas['ok'] ?? [] };
}
