// Random words of one look: a fence that nothing can forge, and a nonce that a reply must repeat.
import type { Contest } from '../../contest/handle/contest.ts';
import { randomWord } from '../../judging/blind/blind.ts';

export interface LookWords {
  readonly fence: string;
  readonly nonce: string;
}

export async function drawWords(contest: Pick<Contest, 'draw'>, key: string): Promise<LookWords> {
  return await contest.draw(`${key}/words`, (random) => ({
    fence: randomWord(random),
    nonce: randomWord(random),
  }));
}
