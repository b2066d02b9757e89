// A real world to play in from a test: the machine as it is, a ledger of its own, everything observed.
import { join } from 'node:path';
import type { Observation } from '../../src/domain/agent-event.ts';
import type { World } from '../../src/play/create-player.ts';
import { thisMachine } from '../../src/process/machine.ts';

export function world(
  folder: string,
  overrides: Partial<World> = {},
): World & { readonly seen: Observation[] } {
  const seen: Observation[] = [];
  return {
    machine: { ...thisMachine(), cwd: folder },
    home: join(folder, 'joust-home'),
    observe: (observation) => seen.push(observation),
    signal: new AbortController().signal,
    settings: { timeoutMs: 60_000, outputBytes: 256 * 1024 * 1024, envPass: [], prices: {} },
    lanes: { capacities: {}, cloud: 16 },
    seen,
    ...overrides,
  };
}
