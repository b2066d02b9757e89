// Bytes as people read them: `1 byte`, `12.5 kB`, `3 MB`.

export function byteCount(bytes: number): string {
  if (bytes < 1000) return `${bytes} byte${bytes === 1 ? '' : 's'}`;
  const units = ['kB', 'MB', 'GB', 'TB'];
  const power = Math.min(units.length, Math.floor(Math.log10(bytes) / 3));
  return `${(bytes / 1000 ** power).toFixed(1).replace(/\.0$/, '')} ${units[power - 1]}`;
}
