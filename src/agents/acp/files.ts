// The file requests of an ACP agent, kept inside its folder and its tier.
import { RequestError } from '@agentclientprotocol/sdk';
import type { Tier } from '../../domain/contestant.ts';
import type { CallIo } from '../../domain/process-plan.ts';
import type { CallLine } from '../call-protocol.ts';
import { list, object, text } from '../decoder.ts';

interface Place {
  readonly io: CallIo;
  readonly tier: Tier;
  readonly bare: boolean;
  /** The agent's folder, links resolved. */
  readonly folder: string;
}

export async function readTextFile(
  place: Place,
  asked: { path: string; line?: number | null; limit?: number | null },
): Promise<{ content: string }> {
  if (place.bare) throw RequestError.invalidParams(undefined, 'this session has no files');
  const content = await place.io.readFile(await confined(place, asked.path)).catch((error: unknown) => {
    throw error instanceof RequestError ? error : RequestError.resourceNotFound(asked.path);
  });
  if (asked.line == null && asked.limit == null) return { content };
  const from = Math.max(0, (asked.line ?? 1) - 1);
  const lines = content.split('\n');
  return { content: lines.slice(from, asked.limit == null ? undefined : from + asked.limit).join('\n') };
}

export async function writeTextFile(
  place: Place,
  asked: { path: string; content: string },
): Promise<Record<string, never>> {
  const { io, tier } = place;
  if (tier === 'read') throw RequestError.invalidParams(undefined, 'this session is read-only');
  const path = await confined(place, asked.path);
  await io.writeFile(path, asked.content);
  io.writeLine({ type: 'tool', name: 'write', detail: asked.path, writes: [asked.path] } satisfies CallLine);
  return {};
}

async function confined({ io, tier, folder }: Place, path: string): Promise<string> {
  const real = await io.realPath(path);
  if (tier !== 'full' && !isInside(real, folder))
    throw RequestError.invalidParams(undefined, `${path} is outside the folder of this session`);
  return real;
}

/** A tool call as far as it is known when permission is asked for. */
interface AskedTool {
  readonly kind: string | undefined;
  /** Absolute, with links resolved. */
  readonly paths: readonly string[];
}

export type PermissionAnswer =
  | { readonly outcome: 'selected'; readonly optionId: string }
  | { readonly outcome: 'cancelled' };

const readKinds = new Set(['read', 'search', 'think', 'fetch']);
const editKinds = new Set(['edit', 'delete', 'move']);

/** What an agent that asks for permission is told: decided by the tier and by where it wants to write. */
export function isAllowed({ kind = 'other', paths }: AskedTool, tier: Tier, cwd: string): boolean {
  if (tier === 'full') return true;
  if (readKinds.has(kind)) return true;
  // An edit that does not say where is not an edit inside the workspace.
  return (
    tier === 'write' && editKinds.has(kind) && paths.length > 0 && paths.every((path) => isInside(path, cwd))
  );
}

/** `always` would outlive the question, so it is chosen only where everything is allowed. */
export function answerFor(options: unknown, allowed: boolean, tier: Tier): PermissionAnswer {
  const yes = tier === 'full' ? ['allow_once', 'allow_always'] : ['allow_once'];
  const no = ['reject_once', 'reject_always'];
  const optionId = pick(options, allowed ? yes : []) ?? pick(options, no);
  return optionId === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId };
}

function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}

function pick(options: unknown, kinds: readonly string[]): string | undefined {
  for (const kind of kinds) {
    const found = list(options).find((option) => object(option)?.['kind'] === kind);
    const id = text(object(found)?.['optionId']);
    if (id !== undefined) return id;
  }
  return undefined;
}
