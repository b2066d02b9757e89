// One question to one stronger model, within the caps of the caller's session. The answer goes into the tool's result and nowhere else.
import { z } from 'zod';
import { JoustError } from '../../../domain/joust-error.ts';
import { readyContest } from '../../../play/ready.ts';
import { started, waited } from '../played.ts';
import { toldSchema } from '../told-contest.ts';
import { asks, type Call, type Tool, tool } from '../tool.ts';

const input = z.strictObject({
  question: z
    .string()
    .describe('one question; the oracle has no tools and sees nothing but this and the hint'),
  context_hint: z.string().optional().describe('what it should know about the situation'),
});

export const oracleTool: Tool = tool({
  name: 'oracle_consult',
  title: 'Consult the oracle',
  description:
    'Asks one stronger model one hard question, within the caps of this session: few calls a turn, and some money. Refusals say how much is used.',
  input,
  output: toldSchema,
  annotations: asks,
  async run({ question, context_hint: hint }, call) {
    if (question.trim() === '') throw new JoustError('the question is blank', { code: 'usage' });
    const id = await opened({ question, hint }, call);
    return await waited(id, call);
  },
});

async function opened(
  { question, hint }: { readonly question: string; readonly hint: string | undefined },
  call: Call,
): Promise<string> {
  const { desk, session, turn, callers, program } = call;
  const asked = {
    format: 'oracle',
    prompt: question,
    cwd: desk.place.machine.cwd,
    program,
    settings: { session, turn, hint },
    callers,
  };
  try {
    return await started(await readyContest(asked, desk.place), call);
  } catch (error) {
    throw error instanceof JoustError ? withScope(error) : error;
  }
}

/** As a caller reads it: how much is used, of how much, in what. */
function withScope(error: JoustError): JoustError {
  const { code, hint, message, detail = {} } = error;
  if (detail['type'] !== 'oracle.refused') return error;
  const scope = detail['cap'] === 'calls-per-turn' ? 'turn' : 'session';
  const told = {
    scope,
    used: detail['used'],
    cap: detail['limit'],
    unit: scope === 'turn' ? 'calls' : 'usd',
  };
  return new JoustError(message, { code, hint, detail: told, cause: error });
}
