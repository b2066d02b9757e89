// Keeps the heap small while many agents print a lot: what they print dies young, so a heap that grows reluctantly
// halves joust's memory. Loaded only where it is needed.
import { setFlagsFromString } from 'node:v8';

export function keepHeapSmall(): void {
  for (const flag of ['--semi-space-growth-factor=1', '--heap-growing-percent=20']) setFlagsFromString(flag);
}
