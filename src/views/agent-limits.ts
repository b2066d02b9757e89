// What joust can hold a contestant to, in words: reading only, staying in its folder.
import type { Tier } from '../domain/contestant.ts';

interface Support {
  readonly honoured: boolean;
  readonly caveat?: string;
}

export interface LimitLine {
  readonly isHeld: boolean;
  readonly text: string;
}

export function limitLines(tiers: Readonly<Record<Tier, Support>>): readonly LimitLine[] {
  const { read, write, full } = tiers;
  // Who has no tools keeps to every limit.
  const isToolless = !full.honoured;
  if (!read.honoured && !write.honoured && read.caveat === write.caveat)
    return [{ isHeld: false, text: `joust cannot stop it from writing, anywhere${because(read)}` }];
  const told = (['read', 'write'] as const).map((tier) => {
    const { honoured } = tiers[tier];
    const unheld = isToolless ? 'it changes no files' : unheldWords[tier];
    return {
      isHeld: honoured || isToolless,
      text: `${honoured ? heldWords[tier] : unheld}${because(tiers[tier])}`,
    };
  });
  if (full.caveat === undefined || isToolless) return told;
  return [...told, { isHeld: true, text: `everything: ${full.caveat}` }];
}

const because = ({ caveat }: Support) => (caveat === undefined ? '' : `: ${caveat}`);

const heldWords = { read: 'only reads where that is asked', write: 'changes files in its folder' } as const;
const unheldWords = {
  read: 'joust cannot stop it from writing',
  write: 'joust cannot keep it inside its folder',
} as const;
