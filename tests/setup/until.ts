// Waits for what comes, however slow the machine is; in vain is an error that says what it waited for.
import { setTimeout as sleep } from 'node:timers/promises';

/** The limit is to be below that of the test, which would not say it. */
export async function until(what: () => boolean | Promise<boolean>, limitMs = 60_000): Promise<void> {
  const lateAt = performance.now() + limitMs;
  while (!(await what())) {
    if (performance.now() > lateAt) throw new Error(`waited ${limitMs / 1000} s in vain until ${what}`);
    await sleep(25);
  }
}
