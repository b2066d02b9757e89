// Finds what a test's joust has started: everything whose environment or command line names its home.
import { readFileSync } from 'node:fs';
import { listProcesses } from '../../src/process/tree/process-list.ts';

export function processesOf(home: string): readonly number[] {
  return listProcesses()
    .map(({ pid }) => pid)
    .filter((pid) =>
      [`/proc/${pid}/environ`, `/proc/${pid}/cmdline`].some((path) => read(path).includes(home)),
    );
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
