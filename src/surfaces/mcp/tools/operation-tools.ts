// A tool for each operation that is open to programs, as it describes itself.
import { z } from 'zod';
import { everyOperation } from '../../../all.ts';
import type { Effect } from '../../../domain/settings/described-operations.ts';
import { describedIn } from '../../../domain/settings/setting.ts';
import { settingSchema } from '../../../domain/settings/setting-schema.ts';
import {
  type AnyOperation,
  isPlaying,
  type PerformedSpec,
  type PlayingSpec,
} from '../../../operations/operation.ts';
import { meantBy, type Performing, perform, readied } from '../../../operations/perform.ts';
import { ensurePlayed, resumeDetached } from '../../../play/leave-to-player.ts';
import { notesOf } from '../../../views/document.ts';
import { documentMarkdown } from '../../../views/render/document-markdown.ts';
import { safeJson } from '../../../views/visible.ts';
import { endOf, played, waited } from '../played.ts';
import { toldContest } from '../told-contest.ts';
import { type Call, type JsonSchema, schemaOf, type Tool } from '../tool.ts';
import { operationToolName, settingSpelled, spelledSetting } from '../tool-names.ts';

export async function operationTools(): Promise<readonly Tool[]> {
  const open = (await everyOperation()).filter(({ callers = [] }) => callers.includes('programs'));
  return open.map(operationTool);
}

export function operationTool(operation: AnyOperation): Tool {
  const { name, summary, effect } = operation;
  const settings = describedIn(operation.input);
  const about = {
    name: operationToolName({ ...operation, settings }),
    title: titleOf(name),
    description: `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`,
    annotations: annotations[effect],
    input: () => ({
      type: 'object' as const,
      properties: {
        ...Object.fromEntries(settings.map((one) => [spelledSetting(one.name), settingSchema(one)])),
        ...('prepare' in operation ? { look } : {}),
      },
      required: settings.filter(({ required }) => required).map((one) => spelledSetting(one.name)),
      additionalProperties: false,
    }),
  };
  if (isPlaying(operation)) return { ...about, ...playing(operation) };
  if (operation.tool?.reports !== undefined)
    return { ...about, ...reporting(operation, operation.tool.reports) };
  return 'playsOn' in operation && operation.playsOn !== undefined
    ? { ...about, ...playingOn(operation, operation.playsOn) }
    : { ...about, ...performing(operation) };
}

/** The server's consent holds for every call, so a caller says when it only wants to look. */
const look = { type: 'boolean', description: 'only show what would change' };

type Running = Pick<Tool, 'output' | 'run'>;

function performing(operation: PerformedSpec): Running {
  const prepares = 'prepare' in operation;
  return {
    get output(): JsonSchema {
      const { output } = operation;
      if (!(output instanceof z.ZodObject)) return { type: 'object' };
      return schemaOf(prepares ? output.extend({ done: z.boolean() }) : output, 'output');
    },
    async run(input, call) {
      const { look: isLook, ...given } = givenIn(input);
      const said = prepares ? given : givenIn(input);
      const asking = performingFor(call, prepares && isLook === true);
      const { done, output } = await perform(operation, said, asking);
      const document = operation.document?.(output, done);
      const text =
        document === undefined
          ? safeJson(output)
          : [documentMarkdown(document), ...notesOf(document)].filter((part) => part !== '').join('\n');
      const structured = typeof output === 'object' && output !== null ? { ...output } : {};
      return { structured: prepares ? { done, ...structured } : structured, text };
    },
  };
}

/** Reports the contest that the operation is about, in the shape of tools that play one. */
function reporting(operation: PerformedSpec, when: 'now' | 'at-end'): Running {
  return {
    async run(input, call) {
      const { id } = await meantBy(operation, givenIn(input), performingFor(call));
      if (when === 'at-end') await endOf(id, call);
      return await toldContest(id, call.desk);
    },
  };
}

/** What goes on record lets a contest go on: the call waits for it as one that starts a contest does. */
function playingOn(operation: PerformedSpec, idOf: (output: never) => string): Running {
  return {
    async run(input, call) {
      const { output } = await perform(operation, givenIn(input), performingFor(call));
      const id = idOf(output as never);
      await ensurePlayed({ archive: call.desk.archive(), ...call.desk.place, id });
      return await waited(id, call);
    },
  };
}

function playing(operation: PlayingSpec): Running {
  return {
    async run(input, call) {
      const { program, callers } = call;
      const asked = { given: givenIn(input), playing: { program, callers } };
      const playable = await readied(operation, asked, performingFor(call));
      if (playable.type === 'new') return await played(playable.ready, call);
      await resumeDetached(
        { archive: call.desk.archive(), ...call.desk.place, id: playable.id },
        playable.asked,
      );
      return await waited(playable.id, call);
    },
  };
}

function performingFor(
  { desk, signal, program, client = 'an MCP client' }: Call,
  isLook = false,
): Performing {
  const { machine, home } = desk.place;
  return {
    machine,
    home,
    signal,
    program,
    archive: desk.archive(),
    speaker: { program: client },
    // Starting the server with --allow-write is the consent to what it can change.
    consent: { from: 'program', mayChange: desk.leave.mayWrite && !isLook },
  };
}

function givenIn(input: unknown): Readonly<Record<string, unknown>> {
  const said = typeof input === 'object' && input !== null ? Object.entries(input) : [];
  return Object.fromEntries(said.map(([name, value]) => [settingSpelled(name), value]));
}

function titleOf(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

const local = { openWorldHint: false } as const;
const annotations: Readonly<Record<Effect, Tool['annotations']>> = {
  read: { ...local, readOnlyHint: true, idempotentHint: true },
  record: { ...local, readOnlyHint: false, destructiveHint: false },
  change: { ...local, readOnlyHint: false, destructiveHint: true },
  destroy: { ...local, readOnlyHint: false, destructiveHint: true },
  publish: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
  spend: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
};
