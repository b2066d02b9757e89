// Starts a player as a process of its own, which outlives the process that asked for it and its terminal.
import { join } from 'node:path';
import { detachSelf, isDetached } from '../../process/spawn/terminal.ts';

/** `options` are those of `joust resume`. */
export async function startPlayer(home: string, id: string, options: readonly string[]): Promise<void> {
  await detachSelf(['resume', id, '--json', ...options], { home, log: logOf(home, id) });
}

/** Whether such a player lives; it may not have begun to play yet. */
export function isStarted(home: string, id: string): boolean {
  return isDetached(logOf(home, id));
}

function logOf(home: string, id: string): string {
  return join(home, 'players', `${id}.log`);
}
