// The call program of every model API: one streamed request, told line by line.
import {
  APICallError,
  type FinishReason,
  type LanguageModelUsage,
  streamText,
  type TextStreamPart,
  type ToolSet,
} from 'ai';
import { redactor } from '../../domain/kept-text.ts';
import type { CallIo } from '../../domain/process-plan.ts';
import type { Usage } from '../../domain/usage.ts';
import type { CallLine } from '../call-protocol.ts';
import { count, list, number, object, present, text } from '../decoder.ts';
import type { HttpRequest } from '../http-agent.ts';
import { type Wait, waitIn } from '../retry-after.ts';
import { loadModel, thinkingOptions } from './model.ts';

type Part = TextStreamPart<ToolSet>;
type Finish = { readonly reason: FinishReason; readonly raw: string | undefined; readonly costUsd?: number };

export async function callHttp(io: CallIo): Promise<void> {
  const request = JSON.parse(io.input) as HttpRequest;
  // Warnings arrive as parts of the stream and become notices; the library would print them as well.
  globalThis.AI_SDK_LOG_WARNINGS = false;
  const [keyName, key] = keyOf(request, io.env);
  const clean = redactor(key === undefined ? {} : { [keyName]: key });
  const write = (line: CallLine) => io.writeLine(line);
  if (request.keyNeeded && key === undefined) {
    write({ type: 'failed', message: noKey(request), outcome: 'unauthenticated' });
    return;
  }
  try {
    const finish = await stream(io, request, key);
    if (finish !== undefined) write(lastLine(finish));
  } catch (error) {
    if (io.signal.aborted) io.exit(143);
    const failure = callFailure(error);
    write({ ...failure, message: clean(failure.message) });
  }
}

function keyOf(
  { keyEnv }: HttpRequest,
  env: Readonly<Record<string, string | undefined>>,
): readonly [name: string, key: string | undefined] {
  for (const name of keyEnv) {
    const key = env[name]?.trim();
    if (key !== undefined && key !== '') return [name, key];
  }
  return [keyEnv[0] ?? '', undefined];
}

function noKey({ keyEnv, agent }: HttpRequest): string {
  return `no key for ${agent}: ${keyEnv.join(' or ')} is not set`;
}

/** The end of the stream as the model gave it; whatever else ends it is thrown. */
async function stream(
  io: CallIo,
  request: HttpRequest,
  key: string | undefined,
): Promise<Finish | undefined> {
  const named = request.baseUrlEnv === undefined ? undefined : io.env[request.baseUrlEnv]?.trim();
  const baseUrl = named === undefined || named === '' ? request.baseUrl : named;
  const model = await loadModel(request, { baseUrl, key });
  const { effort, maxOutputTokens } = request;
  io.writeLine({ type: 'about', model: request.model } satisfies CallLine);
  const result = streamText({
    model,
    prompt: request.prompt,
    abortSignal: io.signal,
    // joust retries itself, and knows what it already paid.
    maxRetries: 0,
    // Errors arrive as parts of the stream; the library would print them as well.
    onError: () => undefined,
    ...present<{ maxOutputTokens?: number; reasoning?: Effort }>({
      maxOutputTokens,
      reasoning: effort as Effort | undefined,
    }),
    ...thinkingOptions(request),
  });
  let finish: Finish | undefined;
  for await (const part of result.fullStream) {
    finish = readPart(io, part, request) ?? finish;
  }
  io.signal.throwIfAborted();
  return finish;
}

type Effort = NonNullable<Parameters<typeof streamText>[0]['reasoning']>;

function readPart(io: CallIo, part: Part, { pricesCalls }: HttpRequest): Finish | undefined {
  const write = (line: CallLine) => io.writeLine(line);
  switch (part.type) {
    case 'start-step':
      for (const warning of part.warnings)
        write({ type: 'notice', kind: 'warning', text: warningText(warning) });
      return undefined;
    case 'text-delta':
      write({ type: 'text', delta: part.text });
      return undefined;
    case 'reasoning-delta':
      write({ type: 'thought', delta: part.text });
      return undefined;
    case 'finish-step': {
      write({ type: 'about', model: part.response.modelId });
      const usage = usageOf(part.usage);
      if (Object.keys(usage).length > 0) write({ type: 'usage', usage });
      const costUsd = pricesCalls === true ? number(part.usage.raw?.['cost']) : undefined;
      return {
        reason: part.finishReason,
        raw: part.rawFinishReason,
        ...present<{ costUsd?: number }>({ costUsd }),
      };
    }
    case 'error':
      throw part.error;
    default:
      return undefined;
  }
}

function warningText(warning: object): string {
  const { feature, details, message } = warning as Readonly<Record<string, string | undefined>>;
  return message ?? details ?? `${feature ?? 'a setting'} is not supported`;
}

function usageOf({
  inputTokens,
  inputTokenDetails,
  outputTokens,
  outputTokenDetails,
}: LanguageModelUsage): Usage {
  return present<Usage>({
    inputTokens: count(inputTokens),
    cachedInputTokens: count(inputTokenDetails.cacheReadTokens),
    cacheWriteTokens: count(inputTokenDetails.cacheWriteTokens),
    outputTokens: count(outputTokens),
    reasoningTokens: count(outputTokenDetails.reasoningTokens),
  });
}

function lastLine({ reason, raw, costUsd }: Finish): CallLine {
  const cost = present<{ costUsd?: number }>({ costUsd });
  switch (reason) {
    case 'content-filter':
      return { type: 'done', outcome: 'refused', reason: `the model refused (${raw ?? reason})`, ...cost };
    case 'length':
      return {
        type: 'done',
        outcome: 'incomplete',
        reason: 'the answer reached the limit of output tokens (maxOutputTokens)',
        ...cost,
      };
    case 'error':
      return { type: 'failed', message: `the model ended with an error (${raw ?? reason})` };
    case 'interrupted':
      return { type: 'failed', message: 'connection closed before the answer was whole' };
    case 'stop':
    case 'tool-calls':
    case 'other':
      return { type: 'done', ...cost };
  }
}

type FailedLine = Extract<CallLine, { type: 'failed' }>;

/** Why it failed: the status, the server's own words, and when to come back. */
function callFailure(error: unknown): FailedLine {
  const status = statusOf(error);
  const message = messageOf(error);
  return {
    type: 'failed',
    message: status === undefined && isDropped(error) ? `connection dropped: ${message}` : message,
    ...waitOf(error),
    ...present<Partial<FailedLine>>({
      status,
      // Google answers 400, not 401, to a key it does not know.
      outcome: status === 400 && /^API key not valid/.test(message) ? 'unauthenticated' : undefined,
    }),
  };
}

function statusOf(error: unknown): number | undefined {
  // An error inside a stream whose response began with 200 carries the status it stands for.
  const status = number(object(error)?.['statusCode']);
  return status !== undefined && status >= 400 ? status : undefined;
}

function messageOf(error: unknown): string {
  const said = error instanceof Error ? error.message : text(object(error)?.['message']);
  const body = APICallError.isInstance(error) ? error.responseBody?.trim() : undefined;
  // Only an error body of the known shape becomes the message; of any other the body says more than the status line.
  const unread = APICallError.isInstance(error) && error.data === undefined;
  if (unread && body !== undefined && body !== '' && !body.startsWith('<')) return body;
  const cause = error instanceof Error ? text(object(error.cause)?.['message']) : undefined;
  const whole = cause === undefined || said?.includes(cause) ? said : `${said}: ${cause}`;
  return whole ?? (typeof error === 'string' ? error : JSON.stringify(error) || 'the call failed');
}

const droppedPattern =
  /\b(?:terminated|fetch failed|Cannot connect to API|other side closed|ended without a finish reason)\b/;

/** The library wraps what the network says; the names are those of Node's fetch. */
function isDropped(error: unknown): boolean {
  for (let one: unknown = error; one instanceof Error; one = one.cause) {
    const code = text(object(one)?.['code']) ?? '';
    if (/^(?:E[A-Z]+|UND_ERR_\w+)$/.test(code)) return true;
    if (droppedPattern.test(one.message)) return true;
  }
  return false;
}

function waitOf(error: unknown): Wait {
  if (!APICallError.isInstance(error)) return {};
  const said = waitIn(error.responseHeaders ?? {});
  if (Object.keys(said).length > 0) return said;
  return present<Wait>({ retryAfterMs: googleRetryDelay(error.data) });
}

function googleRetryDelay(data: unknown): number | undefined {
  const details = list(object(object(data)?.['error'])?.['details']);
  const delay = details
    .map((detail) => text(object(detail)?.['retryDelay']))
    .find((found) => found !== undefined);
  const match = /^(\d+(?:\.\d+)?)s$/.exec(delay ?? '');
  return match === null ? undefined : Math.round(Number(match[1]) * 1000);
}
