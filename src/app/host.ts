// What surfaces need of the machine they run on: where joust keeps things, a player that outlives them, a pager, a
// browser, folders, a quick end.
import { join } from 'node:path';
import { makeFolder, type NewFolder, type NewFolderOptions } from '../process/files/new-folder.ts';
import { isTypedInput, standardInput } from '../process/files/standard-input.ts';
import { type StandardOutput, standardOutput } from '../process/files/standard-output.ts';
import { joustHome, type Machine, thisMachine } from '../process/machine.ts';
import { mayEndSlowly } from '../process/slow-end.ts';
import { isBrowserConfined, openInBrowser } from '../process/spawn/browser.ts';
import { detachSelf, isDetached, openPager } from '../process/spawn/terminal.ts';
import { adoptEnclosing } from '../process/tree/process-list.ts';
import { hurry, treesEnded } from '../process/tree/process-tree.ts';

export type { Machine };

/** The machine this process runs on. */
export const currentMachine = (): Machine => thisMachine();

/** For a program that a client starts inside an attempt: how deep it is, what is left, and whose end is its own. */
export const adoptAttempt = (): void =>
  adoptEnclosing('JOUST_DEPTH', (name) => /^JOUST_(?:DEPTH$|LEFT_|ATTEMPT_)/.test(name));

/** Where the contests of this user are on record. */
export const homeOf = (machine: Machine): string => joustHome(machine);

/** A player of its own, which outlives this process and its terminal. `options` are those of `joust resume`. */
export async function startPlayer(home: string, id: string, options: readonly string[]): Promise<void> {
  await detachSelf(['resume', id, '--json', ...options], { home, log: logOf(home, id) });
}

/** Whether such a player lives, though it may not have come to playing yet. */
export const isStarted = (home: string, id: string): boolean => isDetached(logOf(home, id));

const logOf = (home: string, id: string): string => join(home, 'players', `${id}.log`);

/** In the user's pager, until that is closed; false: there is none. */
export const showPaged = (text: string, machine: Machine): Promise<boolean> => openPager(text, machine);

/** A file; false: no browser could be started. What stands on its command line can be read by every user of the machine. */
export const showInBrowser = (path: string, machine: Machine): Promise<boolean> =>
  openInBrowser(path, machine);

/** Whether the browser may read files of joust's home. */
export const readsHome = async (machine: Machine): Promise<boolean> => !(await isBrowserConfined(machine));

/** What comes by standard input; `waiting` is called where nothing does for a while. */
export const inputOf = (waiting?: () => void): AsyncIterable<Buffer> => standardInput(waiting);

/** Whether somebody types it. */
export const isTyped = (): boolean => isTypedInput();

/** Standard output (1) or error (2); `failed` is called where it cannot be written. */
export const outputOf = (file: 1 | 2, failed: (error: NodeJS.ErrnoException) => void): StandardOutput =>
  standardOutput(file, failed);

/** Whatever is being ended from now on is given no time. */
export const endAtOnce = (): void => hurry();

/** Until nothing is being ended any more. */
export const allEnded = (): Promise<void> => treesEnded();

/** Whether large folders may have to be put away before this process leaves. */
export const endsSlowly = (): boolean => mayEndSlowly();

/** A folder that appears whole or not at all; false: `fill` gave up. */
export async function writeFolder(
  options: NewFolderOptions,
  fill: (folder: NewFolder) => Promise<boolean>,
): Promise<boolean> {
  return await makeFolder(options, fill);
}
