// Weights that somebody tries, as an address says them: `tests=0.5,diff=0`.
import type { Weights } from '../../../../domain/check-spec.ts';

const signals = ['lint', 'readiness', 'tests', 'diff', 'judge'] as const satisfies readonly (keyof Weights)[];

/** What cannot be read is not there: an address may hold anything. */
export function weightsIn(text: string): Partial<Weights> {
  const said = new URLSearchParams(text.replaceAll(',', '&'));
  return Object.fromEntries(
    signals.flatMap((signal) => {
      const written = said.get(signal);
      const weight = written === null || written === '' ? Number.NaN : Number(written);
      return weight >= 0 && weight <= 1000 ? [[signal, weight]] : [];
    }),
  );
}

/** Only those that differ. */
export function saidWeights(changes: Partial<Weights>, recorded: Weights): string {
  return signals
    .filter((signal) => changes[signal] !== undefined && changes[signal] !== (recorded[signal] ?? 0))
    .map((signal) => `${signal}=${changes[signal]}`)
    .join(',');
}
