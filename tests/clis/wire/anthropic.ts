// The Anthropic Messages protocol, as claude speaks it.
import { type Body, event, type Reply, records, served, type Wire } from './wire.ts';

export const anthropic: Wire = {
  owns: (path) => path.startsWith('/v1/messages'),
  modelOf: (_path, body) => String(body['model']),
  isStream: (_path, body) => body['stream'] === true,
  offered: (body) => records(body['tools']).map((tool) => String(tool['name'])),
  hasToolResult: (body) => JSON.stringify(body['messages'] ?? []).includes('"tool_result"'),
  frames(reply, model) {
    const named = (data: Body) => event(data, String(data['type']));
    return [
      named({ type: 'message_start', message: { ...message(model), content: [], stop_reason: null, usage } }),
      named({ type: 'content_block_start', index: 0, content_block: emptyBlock(reply) }),
      ...deltas(reply).map((delta) => named({ type: 'content_block_delta', index: 0, delta })),
      named({ type: 'content_block_stop', index: 0 }),
      named({
        type: 'message_delta',
        delta: { stop_reason: stopReason(reply), stop_sequence: null },
        usage: { output_tokens: served.visible + served.reasoning },
      }),
      named({ type: 'message_stop' }),
    ];
  },
  whole: (reply, model) => ({
    ...message(model),
    content: [
      reply.type === 'text'
        ? { type: 'text', text: reply.deltas.join('') }
        : { type: 'tool_use', id: 'toolu_stub', name: reply.name, input: reply.input },
    ],
    stop_reason: stopReason(reply),
    usage: { ...usage, output_tokens: served.visible + served.reasoning },
  }),
  failure: (status, text) => ({
    type: 'error',
    error: { type: errorTypes[status] ?? 'api_error', message: text },
  }),
};

const errorTypes: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  429: 'rate_limit_error',
  529: 'overloaded_error',
};

const usage = {
  input_tokens: served.input - served.cached,
  cache_read_input_tokens: served.cached,
  cache_creation_input_tokens: 0,
  output_tokens: 1,
};

function message(model: string): Body {
  return { id: 'msg_stub', type: 'message', role: 'assistant', model, stop_sequence: null };
}

function emptyBlock(reply: Reply): Body {
  if (reply.type === 'text') return { type: 'text', text: '' };
  return { type: 'tool_use', id: 'toolu_stub', name: reply.name, input: {} };
}

function deltas(reply: Reply): readonly Body[] {
  if (reply.type === 'text') return reply.deltas.map((text) => ({ type: 'text_delta', text }));
  return [{ type: 'input_json_delta', partial_json: JSON.stringify(reply.input) }];
}

function stopReason(reply: Reply): string {
  if (reply.type === 'tool') return 'tool_use';
  return reply.cut === true ? 'max_tokens' : 'end_turn';
}
