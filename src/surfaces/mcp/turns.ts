// The turns of a session: what comes between two messages of a user, where the client tells; else calls without a long pause.

/** So long nobody calls who is still at it. */
const pauseMs = 60_000;

export interface Turns {
  /** The turn a call belongs to, and what to do when it is over. */
  begin(meta: Readonly<Record<string, unknown>> | undefined): { readonly turn: string; end(): void };
}

export function countTurns(session: string, elapsed: () => number): Turns {
  let [count, busy, quietSince] = [1, 0, elapsed()];
  return {
    begin(meta) {
      if (busy === 0 && elapsed() - quietSince >= pauseMs) count += 1;
      busy += 1;
      return {
        turn: toldTurn(meta) ?? `${session}-${count}`,
        end() {
          busy -= 1;
          quietSince = elapsed();
        },
      };
    },
  };
}

/** Our own word for it, and that of a client which sends one. */
function toldTurn(meta: Readonly<Record<string, unknown>> = {}): string | undefined {
  const codex = meta['x-codex-turn-metadata'];
  const turn = meta['joust/turn'] ?? (isObject(codex) ? codex['turn_id'] : undefined);
  return typeof turn === 'string' && turn.trim() !== '' ? turn : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
