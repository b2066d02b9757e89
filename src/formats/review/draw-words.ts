// Random words of one look: a fence that nothing can forge, and a nonce that a reply must repeat.
import type { Contest } from '../../contest/handle/contest.ts';
import type { Random } from '../../contest/handle/draw.ts';

export interface LookWords {
  readonly fence: string;
  readonly nonce: string;
}

export async function drawWords(contest: Pick<Contest, 'draw'>, key: string): Promise<LookWords> {
  return await contest.draw(`${key}/words`, (random) => ({ fence: word(random), nonce: word(random) }));
}

function word(random: Random): string {
  return Array.from({ length: 12 }, () => Math.floor(random() * 36).toString(36)).join('');
}
