// Which files and folders may become part of a task, and who asks. The user may name any but joust's own; a program that calls joust
// may name those below the folders it was given.
import { resolve } from 'node:path';
import { JoustError } from '../../domain/joust-error.ts';
import { canonical } from '../../process/files/config-file.ts';
import { isJoustsOwn, isWithin, joustFolders } from '../../process/joust-folders.ts';
import { joustHome, type Machine } from '../../process/machine.ts';
import type { Leave } from '../callable-settings.ts';

/** A program that asks for contests, and what its user allows it. */
export interface ProgramCaller extends Leave {
  /** The folder its server was started in, and those its client works in. */
  readonly folders: readonly string[];
}

export interface TaskPlace {
  /** Paths are relative to it. */
  readonly cwd: string;
  readonly machine: Machine;
  /** JOUST_HOME. */
  readonly home: string;
  /** Absent: the user asks. */
  readonly program?: ProgramCaller | undefined;
}

/** Of a user who names paths where they are. */
export const usersPlace = (machine: Machine): TaskPlace => ({
  cwd: machine.cwd,
  machine,
  home: joustHome(machine),
});

/** Refuses a file or folder that may not become part of a task. `setting`: the input that names it. */
export function checkTaskPath(path: string, place: TaskPlace, setting?: string): void {
  const { cwd, program } = place;
  if (isKept(path, place))
    throw new JoustError(`${path} belongs to joust itself and can't be part of a task`, {
      code: 'usage',
      setting,
      hint: "Copy what matters into a file outside of joust's home and config folder.",
    });
  if (program === undefined) return;
  const real = canonical(resolve(cwd, path));
  if (program.folders.some((folder) => isWithin(real, canonical(folder)))) return;
  throw new JoustError(`${path} is outside the folders this caller may use`, {
    code: 'usage',
    setting,
    hint: `Name files and folders below ${program.folders.join(' or ')}.`,
  });
}

/** Whether it is a file of joust's home or config folder, under whatever name. */
export function isKept(path: string, { cwd, machine, home, program }: TaskPlace): boolean {
  // A program's own place is where its server was started, not the folder it names.
  const works = program === undefined ? cwd : machine.cwd;
  return isJoustsOwn(resolve(cwd, path), joustFolders(machine, home), works);
}
