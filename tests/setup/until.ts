// Waits for what comes, however slow the machine is: a test that waits in vain ends by its own limit.
import { setTimeout as sleep } from 'node:timers/promises';

export async function until(what: () => boolean): Promise<void> {
  while (!what()) await sleep(25);
}
