// The OpenAI Responses protocol, as codex speaks it.
import { type Body, event, type Reply, records, served, type Wire } from './wire.ts';

export const responses: Wire = {
  owns: (path) => path.endsWith('/responses'),
  modelOf: (_path, body) => String(body['model']),
  isStream: () => true,
  offered: (body) => records(body['tools']).map((tool) => String(tool['name'])),
  hasToolResult: (body) =>
    records(body['input']).some((item) => String(item['type']).endsWith('_call_output')),
  frames(reply, model) {
    const named = (data: Body) => event(data, String(data['type']));
    const item = itemOf(reply);
    const texts = reply.type === 'text' ? reply.deltas : [];
    return [
      named({ type: 'response.created', response: { id: 'resp_stub', model } }),
      named({
        type: 'response.output_item.added',
        output_index: 0,
        item: { ...item, status: 'in_progress' },
      }),
      ...texts.map((delta) =>
        named({
          type: 'response.output_text.delta',
          item_id: 'item_stub',
          output_index: 0,
          content_index: 0,
          delta,
        }),
      ),
      named({ type: 'response.output_item.done', output_index: 0, item }),
      named({
        type: isCut(reply) ? 'response.incomplete' : 'response.completed',
        response: responses.whole(reply, model) as Body,
      }),
    ];
  },
  whole: (reply, model) => ({
    id: 'resp_stub',
    object: 'response',
    ...(isCut(reply)
      ? { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } }
      : { status: 'completed' }),
    model,
    output: [itemOf(reply)],
    usage: {
      input_tokens: served.input,
      input_tokens_details: { cached_tokens: served.cached },
      output_tokens: served.visible + served.reasoning,
      output_tokens_details: { reasoning_tokens: served.reasoning },
      total_tokens: served.input + served.visible + served.reasoning,
    },
  }),
  failure: (status, message) => ({
    error: { message, type: status === 429 ? 'rate_limit_exceeded' : 'invalid_request_error', code: null },
  }),
};

function isCut(reply: Reply): boolean {
  return reply.type === 'text' && reply.cut === true;
}

function itemOf(reply: Reply): Body {
  if (reply.type === 'text') {
    const content = [{ type: 'output_text', text: reply.deltas.join(''), annotations: [] }];
    return { type: 'message', id: 'item_stub', role: 'assistant', status: 'completed', content };
  }
  // Patches are free text, everything else is called with JSON.
  const patch = reply.input['patch'];
  if (patch !== undefined)
    return { type: 'custom_tool_call', call_id: 'call_stub', name: reply.name, input: patch };
  const call = { id: 'item_stub', call_id: 'call_stub', name: reply.name, status: 'completed' };
  const of = reply.server === undefined ? {} : { namespace: reply.server };
  return { type: 'function_call', ...call, ...of, arguments: JSON.stringify(reply.input) };
}
