// File names for whatever people and models name things: safe on every system, readable, no two the same.

const maxBytes = 80;
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** One for each name, in the same order. */
export function fileNames(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const plain = safe(name);
    let chosen = plain;
    // Some file systems know no letter case.
    for (let count = 2; taken.has(chosen.toLowerCase()); count += 1) chosen = `${plain}-${count}`;
    taken.add(chosen.toLowerCase());
    return chosen;
  });
}

function safe(name: string): string {
  const kept = name
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N}_.]+/gu, '-')
    .replaceAll(/\.{2,}/g, '.');
  const short = cut(kept.replace(/^[-.\p{M}]+/u, '')).replace(/[-.]+$/, '');
  if (short === '') return 'unnamed';
  return reserved.test(short) ? `_${short}` : short;
}

function cut(text: string): string {
  let bytes = 0;
  let kept = '';
  for (const character of text) {
    bytes += new TextEncoder().encode(character).length;
    if (bytes > maxBytes) break;
    kept += character;
  }
  return kept;
}
