// A tool for each operation that is open to programs, as it describes itself.
import { z } from 'zod';
import { everyOperation } from '../../../all.ts';
import { asksFirst, type Effect } from '../../../domain/settings/described-operations.ts';
import { describedIn } from '../../../domain/settings/setting.ts';
import { settingSchema } from '../../../domain/settings/setting-schema.ts';
import type { AnyOperation } from '../../../operations/operation.ts';
import { perform } from '../../../operations/perform.ts';
import { notesOf } from '../../../views/document.ts';
import { documentMarkdown } from '../../../views/render/document-markdown.ts';
import { safeJson } from '../../../views/visible.ts';
import { type JsonSchema, schemaOf, type Tool } from '../tool.ts';
import { operationToolName } from '../tool-names.ts';

export async function operationTools(): Promise<readonly Tool[]> {
  const open = (await everyOperation()).filter(({ callers = [] }) => callers.includes('programs'));
  return open.map(operationTool);
}

export function operationTool(operation: AnyOperation): Tool {
  const { name, summary, effect } = operation;
  const settings = describedIn(operation.input);
  return {
    name: operationToolName({ name, settings }),
    title: titleOf(name),
    description: `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`,
    input: () => ({
      type: 'object',
      properties: Object.fromEntries(settings.map((one) => [one.name, settingSchema(one)])),
      required: settings.filter(({ required }) => required).map((one) => one.name),
      additionalProperties: false,
    }),
    get output(): JsonSchema {
      return operation.output instanceof z.ZodObject
        ? schemaOf(operation.output, 'output')
        : { type: 'object' };
    },
    annotations: annotations[effect],
    async run(input, { desk, client: program = 'an MCP client' }) {
      const given = typeof input === 'object' && input !== null ? { ...input } : {};
      const { machine, home } = desk.place;
      const { done, output } = await perform(operation, given, {
        machine,
        home,
        archive: desk.archive(),
        speaker: { program },
        caller: 'programs',
        // Whoever started the server with --allow-write agreed to what it can change.
        consent: () => Promise.resolve(effect === 'change' && desk.leave.mayWrite),
      });
      const document = operation.document?.(output, done);
      const text =
        document === undefined
          ? safeJson(output)
          : [documentMarkdown(document), ...notesOf(document)].filter((part) => part !== '').join('\n');
      const structured = typeof output === 'object' && output !== null ? { ...output } : {};
      return { structured: asksFirst(operation) ? { done, ...structured } : structured, text };
    },
  };
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
