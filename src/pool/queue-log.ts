// The log of a worker about its queues. The queue library repeats each fault several times a second; a person needs it once.

const leastMs = 60_000;
const mostMs = 600_000;
const longestReason = 160;

interface Place {
  say(text: string): void;
  elapsedMs(): number;
}

/** One line for a fault. While it lasts, the next lines come after 1, 2, 4, 8 and then every 10 minutes. */
export function queueLog({ say, elapsedMs }: Place): (text: string) => void {
  let saidAt: number | undefined;
  let heardAt = 0;
  let waitMs = leastMs;
  let unsaid = 0;
  return (text) => {
    const now = elapsedMs();
    // A minute without a word: the fault before is over.
    if (now - heardAt >= leastMs) {
      saidAt = undefined;
      waitMs = leastMs;
      unsaid = 0;
    }
    heardAt = now;
    if (saidAt !== undefined && now - saidAt < waitMs) {
      unsaid += 1;
      return;
    }
    const repeats = unsaid === 0 ? '' : ` (${unsaid} more since)`;
    say(`The queue has a fault, and this host keeps trying: ${reasonIn(text)}${repeats}`);
    if (saidAt !== undefined) waitMs = Math.min(mostMs, 2 * waitMs);
    saidAt = now;
    unsaid = 0;
  };
}

/** The library says what it was doing, then the cause. */
function reasonIn(text: string): string {
  const [line = ''] = text.split('\n');
  const cause = line.slice(line.indexOf(': ') + 1).trim();
  return cause.slice(0, longestReason);
}
