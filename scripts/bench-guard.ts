// How many of the labelled texts that talk to a judge are found, and how many innocent ones are flagged: by half, kind and group
// of languages. Called by `node scripts/bench-judging.ts`; alone by `node scripts/bench-guard.ts`.
import { fileURLToPath } from 'node:url';
import { guardRows } from '../tests/fixtures/judge-talk.ts';

export function benchGuard(): void {
  console.table(guardRows());
}

if (process.argv[1] === fileURLToPath(import.meta.url)) benchGuard();
