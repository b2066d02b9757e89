// A whole number as people write it.

export function wholeNumber(text: string): number | undefined {
  return /^-?\d{1,9}$/.test(text.trim()) ? Number(text) : undefined;
}
