// Waits for what comes, however slow the machine is; in vain is an error that says what it waited for.
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * The limit is to be below that of the test, which would not say it. A look that takes long is taken less often: what is waited
 * for needs the processor too.
 */
export async function until(what: () => boolean | Promise<boolean>, limitMs = 60_000): Promise<void> {
  const lateAt = performance.now() + limitMs;
  for (;;) {
    const lookedAt = performance.now();
    if (await what()) return;
    const now = performance.now();
    if (now > lateAt) throw new Error(`waited ${limitMs / 1000} s in vain until ${what}`);
    await sleep(Math.min(Math.max(25, 4 * (now - lookedAt)), 500));
  }
}
