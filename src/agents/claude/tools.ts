// What Claude Code's tools do to files, as far as their input says.
import type { AgentEvent } from '../../domain/agent-event.ts';
import { type JsonObject, object, text } from '../decoder.ts';

export interface Pending {
  readonly id: string;
  readonly name: string;
  readonly detail?: string;
  readonly writes?: readonly string[];
}

const writing = new Set(['Write', 'Edit', 'MultiEdit', 'NotebookEdit']);

export function toolOf(block: JsonObject): Pending {
  const input = object(block['input']) ?? {};
  const name = text(block['name']) ?? 'tool';
  const path = text(input['file_path']) ?? text(input['notebook_path']);
  const detail =
    path ??
    ['command', 'pattern', 'path', 'url', 'query', 'description']
      .map((key) => text(input[key]))
      .find(Boolean);
  return {
    id: text(block['id']) ?? '',
    name,
    ...(detail !== undefined && { detail }),
    ...(writing.has(name) && path !== undefined && { writes: [path] }),
  };
}

export function toolEvent({ name, detail = '', writes }: Pending, failed?: string): AgentEvent {
  const said = failed === undefined ? detail : `${detail} (${failed})`;
  return {
    type: 'tool',
    name,
    ...(said !== '' && { detail: said }),
    ...(writes !== undefined && failed === undefined && { writes }),
  };
}
