// The OpenAI Chat Completions protocol, as opencode speaks it to compatible servers.
import { type Body, event, type Reply, records, served, type Wire } from './wire.ts';

export const chat: Wire = {
  owns: (path) => path.endsWith('/chat/completions'),
  modelOf: (_path, body) => String(body['model']),
  isStream: (_path, body) => body['stream'] === true,
  offered: (body) =>
    records(body['tools']).map((tool) => String((tool['function'] as Body | undefined)?.['name'])),
  hasToolResult: (body) => records(body['messages']).some((message) => message['role'] === 'tool'),
  frames(reply, model) {
    const chunk = (delta: Body, finish: string | null = null) =>
      event({
        ...head(model, 'chat.completion.chunk'),
        choices: [{ index: 0, delta, finish_reason: finish }],
      });
    const body =
      reply.type === 'text'
        ? reply.deltas.map((content) => chunk({ content }))
        : [chunk({ tool_calls: [{ index: 0, ...toolCall(reply) }] })];
    return [
      chunk({ role: 'assistant', content: '' }),
      ...body,
      chunk({}, finishReason(reply)),
      event({ ...head(model, 'chat.completion.chunk'), choices: [], usage }),
      'data: [DONE]\n\n',
    ];
  },
  whole: (reply, model) => ({
    ...head(model, 'chat.completion'),
    choices: [{ index: 0, message: message(reply), finish_reason: finishReason(reply) }],
    usage,
  }),
  failure: (status, text) => ({
    error: { message: text, type: status === 429 ? 'rate_limit_error' : 'invalid_request_error', code: null },
  }),
};

const usage = {
  prompt_tokens: served.input,
  completion_tokens: served.visible + served.reasoning,
  total_tokens: served.input + served.visible + served.reasoning,
  prompt_tokens_details: { cached_tokens: served.cached },
  completion_tokens_details: { reasoning_tokens: served.reasoning },
};

function head(model: string, object: string): Body {
  return { id: 'chatcmpl-stub', object, created: 1_760_000_000, model };
}

function message(reply: Reply): Body {
  if (reply.type === 'text') return { role: 'assistant', content: reply.deltas.join('') };
  return { role: 'assistant', content: null, tool_calls: [toolCall(reply)] };
}

function toolCall(reply: Extract<Reply, { type: 'tool' }>): Body {
  const call = { name: reply.name, arguments: JSON.stringify(reply.input) };
  return { id: 'call_stub', type: 'function', function: call };
}

function finishReason(reply: Reply): string {
  if (reply.type === 'tool') return 'tool_calls';
  return reply.cut === true ? 'length' : 'stop';
}
