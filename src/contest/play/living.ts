// Whether the process behind an open attempt lives on, whoever started it.
import { isRunning, spoolAt } from '../../process/spawn/spool.ts';

export function isLiving(spool: string): boolean {
  return isRunning(spoolAt(spool)) === true;
}
