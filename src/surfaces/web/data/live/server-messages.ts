// Server-Sent Events out of the body of an answer.

export interface ServerMessage {
  readonly id: string;
  readonly event: string;
  readonly data: unknown;
}

export async function* serverMessages(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<ServerMessage> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const messages = (rest + value).split('\n\n');
    rest = messages.pop() ?? '';
    for (const message of messages) if (!message.startsWith(':')) yield messageOf(message);
  }
}

function messageOf(message: string): ServerMessage {
  const fields = new Map(
    message.split('\n').map((line) => {
      const at = line.indexOf(': ');
      return [line.slice(0, at), line.slice(at + 2)];
    }),
  );
  return {
    id: fields.get('id') ?? '',
    event: fields.get('event') ?? 'message',
    data: JSON.parse(fields.get('data') ?? '{}'),
  };
}
