// Keeps the machine awake while a contest is played; not for short ones.
import type { Machine } from '../../process/machine.ts';

const afterMs = 5000;

/** The function lets it sleep again. */
export function stayAwake(machine: Machine): () => void {
  let rest: (() => void) | undefined;
  let over = false;
  const timer = setTimeout(async () => {
    const { keepAwake } = await import('../../process/keep-awake.ts');
    if (!over) rest = keepAwake(machine);
  }, afterMs);
  timer.unref();
  return () => {
    over = true;
    clearTimeout(timer);
    rest?.();
  };
}
