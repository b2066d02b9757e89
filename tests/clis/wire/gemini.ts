// The Gemini generateContent protocol, as gemini speaks it.
import { type Body, event, type Reply, records, served, type Wire } from './wire.ts';

export const gemini: Wire = {
  owns: (path) => /:(?:stream)?[gG]enerateContent$/.test(path),
  modelOf: (path) => /models\/([^:]+):/.exec(path)?.[1] ?? '',
  isStream: (path) => path.endsWith(':streamGenerateContent'),
  offered: (body) =>
    records(body['tools'])
      .flatMap((tool) => records(tool['functionDeclarations']))
      .map((declared) => String(declared['name'])),
  hasToolResult: (body) => JSON.stringify(body['contents'] ?? []).includes('"functionResponse"'),
  frames(reply, model) {
    if (reply.type === 'tool') return [event(gemini.whole(reply, model))];
    const pieces = reply.deltas.map((text) => event(content([{ text }], model)));
    return [...pieces, event({ ...content([{ text: '' }], model, finishOf(reply)), usageMetadata })];
  },
  whole: (reply, model) => ({ ...content([partOf(reply)], model, finishOf(reply)), usageMetadata }),
  failure: (status, message, retryAfterS) => ({
    error: {
      code: status,
      message,
      status: statusNames[status] ?? 'INTERNAL',
      ...(retryAfterS !== undefined && {
        details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: `${retryAfterS}s` }],
      }),
    },
  }),
};

const statusNames: Readonly<Record<number, string>> = {
  401: 'UNAUTHENTICATED',
  429: 'RESOURCE_EXHAUSTED',
};

const usageMetadata = {
  promptTokenCount: served.input,
  cachedContentTokenCount: served.cached,
  candidatesTokenCount: served.visible,
  thoughtsTokenCount: served.reasoning,
  totalTokenCount: served.input + served.visible + served.reasoning,
};

function content(parts: readonly Body[], model: string, finishReason?: string): Body {
  const candidate = { content: { role: 'model', parts }, index: 0, ...(finishReason && { finishReason }) };
  return { candidates: [candidate], modelVersion: model };
}

function finishOf(reply: Reply): string {
  return reply.type === 'text' && reply.cut === true ? 'MAX_TOKENS' : 'STOP';
}

function partOf(reply: Reply): Body {
  if (reply.type === 'text') return { text: reply.deltas.join('') };
  return { functionCall: { name: reply.name, args: reply.input } };
}
