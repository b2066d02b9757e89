// The call program of ACP: starts the agent, holds one dialogue with it, and answers what it asks by the tier.
import { type ClientContext, client, methods, ndJsonStream, RequestError } from '@agentclientprotocol/sdk';
import type { CallChild, CallIo } from '../../domain/process-plan.ts';
import { joustVersion } from '../../domain/version.ts';
import type { CallLine } from '../call-protocol.ts';
import { number, object, present, text } from '../decoder.ts';
import { exitFailure, requestFailure, spokenFailure } from './acp-failure.ts';
import { answerFor, isAllowed, type PermissionAnswer, readTextFile, writeTextFile } from './files.ts';
import type { AcpRequest } from './request.ts';
import { modeChoice, modelChoice } from './selection.ts';
import { modelOf, SessionReader, usageOf } from './updates.ts';

interface Dialogue {
  readonly io: CallIo;
  readonly request: AcpRequest;
  readonly reader: SessionReader;
  /** Where the agent works, links resolved. */
  readonly folder: string;
  /** What the agent asked for and did not get. */
  readonly refused: string[];
}

type Json = Readonly<Record<string, unknown>>;

/** What is left in the pipe of a process that just ended has this long to arrive. */
const drainMs = 500;

export async function callAcp(io: CallIo): Promise<void> {
  const request = JSON.parse(io.input) as AcpRequest;
  const [program = '', ...args] = request.command;
  const dialogue = {
    io,
    request,
    reader: new SessionReader(),
    folder: await io.realPath(io.cwd),
    refused: [],
  };
  const child = io.spawn([program, ...args]);
  const gone = child.exited.then(async (exit) => {
    await io.wait(drainMs).catch(() => undefined);
    return exitFailure(exit, program);
  });
  const stopped = new Promise<undefined>((done) => {
    io.signal.addEventListener('abort', () => done(undefined), { once: true });
  });
  const last = await Promise.race([talk(dialogue, child, gone), gone, stopped]);
  if (last !== undefined) write(io, last);
  child.end();
  io.exit(last === undefined ? 143 : 0);
}

/** The last line of the dialogue, whatever happens in it. */
async function talk(dialogue: Dialogue, child: CallChild, gone: Promise<CallLine>): Promise<CallLine> {
  try {
    const app = appOf(dialogue);
    return await app.connectWith(ndJsonStream(child.stdin, child.stdout), (agent) => turn(dialogue, agent));
  } catch (error) {
    // A connection that breaks says less than the end of the process behind it.
    return error instanceof RequestError ? requestFailure(error) : await gone;
  }
}

function appOf(dialogue: Dialogue): ReturnType<typeof client> {
  const { io, request, reader, folder } = dialogue;
  const place = { io, tier: request.tier, bare: request.bare, folder };
  return client({ name: 'joust' })
    .onNotification(methods.client.session.update, asJson, ({ params }) => {
      for (const line of reader.read(object(params['update']) ?? {})) write(io, line);
    })
    .onRequest(methods.client.session.requestPermission, asJson, ({ params }) => permission(dialogue, params))
    .onRequest(methods.client.fs.readTextFile, ({ params }) => readTextFile(place, params))
    .onRequest(methods.client.fs.writeTextFile, ({ params }) => writeTextFile(place, params));
}

/** Agents run ahead of the schema; what is not known is read as what it is. */
function asJson(params: unknown): Json {
  return object(params) ?? {};
}

async function permission(
  { io, request: { tier, bare }, reader, folder, refused }: Dialogue,
  params: Json,
): Promise<{ outcome: PermissionAnswer }> {
  const tool = reader.tool(object(params['toolCall']) ?? {});
  const paths = await Promise.all(tool.paths.map((path) => io.realPath(path)));
  const allowed = !bare && isAllowed({ kind: tool.kind, paths }, tier, folder);
  if (!allowed) {
    refused.push(tool.name);
    write(io, {
      type: 'notice',
      kind: 'warning',
      text: `refused (${bare ? 'no tools' : `${tier} only`}): ${tool.name}`,
    });
  }
  return { outcome: answerFor(params['options'], allowed, tier) };
}

async function turn(dialogue: Dialogue, agent: ClientContext): Promise<CallLine> {
  const { io, request, reader } = dialogue;
  await agent.request(methods.agent.initialize, {
    protocolVersion: 1,
    // Writing is offered in every tier, so that it is asked for here and can be refused. Reading only where nothing
    // is written: Gemini takes our "not found" for a failure and could create no file.
    clientCapabilities: {
      fs: { readTextFile: request.tier === 'read' && !request.bare, writeTextFile: true },
      terminal: false,
    },
    clientInfo: { name: 'joust', version: joustVersion },
  });
  const session = asJson(await agent.request(methods.agent.session.new, { cwd: io.cwd, mcpServers: [] }));
  const sessionId = text(session['sessionId']) ?? '';
  write(io, { type: 'about', sessionId });
  const refused = await choose(dialogue, agent, session);
  if (refused !== undefined) return refused;
  io.signal.addEventListener('abort', () => void agent.notify(methods.agent.session.cancel, { sessionId }), {
    once: true,
  });
  const prompt = [{ type: 'text' as const, text: request.prompt }];
  reader.begin();
  const response = asJson(await agent.request(methods.agent.session.prompt, { sessionId, prompt }));
  const usage = usageOf(response) ?? reader.usage;
  if (usage !== undefined) write(io, { type: 'usage', usage });
  const model = modelOf(response);
  if (model !== undefined) write(io, { type: 'about', model });
  const complaint = usage === undefined ? spokenFailure(reader.said.text) : undefined;
  return complaint ?? lastLine(dialogue, text(response['stopReason']));
}

/** A failure where the named model is not among those offered: another one must not play under its name. */
async function choose(
  { io, request: { tier, model } }: Dialogue,
  agent: ClientContext,
  session: Json,
): Promise<CallLine | undefined> {
  const sessionId = text(session['sessionId']) ?? '';
  const mode = modeChoice(session, tier);
  if (mode !== undefined) await agent.request(mode.method as string, { sessionId, ...mode.params });
  if (model === undefined) return undefined;
  const choice = modelChoice(session, model);
  if (choice === undefined) {
    write(io, {
      type: 'notice',
      kind: 'warning',
      text: `the agent lets nobody choose a model; ${model} was not set`,
    });
    return undefined;
  }
  if ('offered' in choice)
    return {
      type: 'failed',
      message: `the agent has no model ${model}; it offers ${choice.offered.join(', ')}`,
    };
  await agent.request(choice.method as string, { sessionId, ...choice.params });
  write(io, { type: 'about', model });
  return undefined;
}

function lastLine({ reader, refused }: Dialogue, stopReason: string | undefined): CallLine {
  const cost = present<{ costUsd?: number }>({ costUsd: number(reader.costUsd) });
  switch (stopReason) {
    case 'refusal':
      return { type: 'done', outcome: 'refused', reason: 'the agent refused', ...cost };
    case 'max_tokens':
    case 'max_turn_requests':
      return {
        type: 'done',
        outcome: 'incomplete',
        reason: `the agent stopped early (${stopReason})`,
        ...cost,
      };
    case 'cancelled':
      return refused.length > 0
        ? {
            type: 'failed',
            message: `it gave up after it was refused: ${refused.join(', ')}`,
            outcome: 'blocked',
          }
        : { type: 'failed', message: 'the agent cancelled the turn', outcome: 'cancelled' };
    default:
      return { type: 'done', ...cost };
  }
}

function write(io: CallIo, line: CallLine): void {
  io.writeLine(line);
}
