// Sizes as people write them: bytes as a number, or "500MB", "5GB", "1.5GiB".

export const sizeShape = /^\d+(?:\.\d+)? ?(?:[kmgt]i?)?b?$/i;
/** A thousand terabytes: what is larger is a slip. */
const maxBytes = 1e15;

const powers: Readonly<Record<string, number>> = { k: 1, m: 2, g: 3, t: 4 };

/** Whole bytes, at least 1; undefined for what is no size or out of range. */
export function sizeBytes(value: string | number): number | undefined {
  const bytes = Math.round(typeof value === 'number' ? value : bytesIn(value));
  return bytes >= 1 && bytes <= maxBytes ? bytes : undefined;
}

function bytesIn(text: string): number {
  if (text.length > 40 || !sizeShape.test(text)) return Number.NaN;
  const [, amount, unit = '', binary = ''] = /^([\d.]+) ?([a-z]?)(i?)/i.exec(text.toLowerCase()) ?? [];
  return Number(amount) * (binary === '' ? 1000 : 1024) ** (powers[unit] ?? 0);
}
