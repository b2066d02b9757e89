// The file requests of an ACP agent, kept inside its folder and its tier.
import { RequestError } from '@agentclientprotocol/sdk';
import type { Tier } from '../../domain/contestant.ts';
import type { CallIo } from '../../domain/process-plan.ts';
import type { CallLine } from '../call-protocol.ts';
import { isInside } from './permission.ts';

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
