// The sandbox that was asked for. Not to be had is an error, never something less.
import { JoustError } from '../../domain/joust-error.ts';
import type { Sandbox } from '../../workspace/sandbox/sandbox.ts';
import type { Player } from '../play/player.ts';

export async function needSandbox(player: Pick<Player, 'sandbox'>): Promise<Sandbox> {
  const found = await player.sandbox();
  if ('tier' in found) return found;
  throw new JoustError(`the sandbox os cannot be had: ${found.unavailable}`, {
    code: 'config',
    hint: `${found.hint} Or play without: --sandbox none.`,
  });
}
