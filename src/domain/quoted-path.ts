// A path on one line, as git writes it: in quotes where something in it would break the line.

export function quotedPath(path: string): string {
  return /["\\\p{Cc}\u2028\u2029]/u.test(path) ? JSON.stringify(path) : path;
}
