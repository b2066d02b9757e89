// The tamper radar: lists what a change touches that measures it. It accuses nobody: adding tests is good work, and listed too.
import type { Tamper } from './flag.ts';
import { newMarks } from './marks.ts';
import type { ChangedFile } from './tamper-file.ts';
import { touchOf } from './touch.ts';

/** In the order of the files; a file that both measures and switches something off is listed twice. */
export function tamperOf(
  files: readonly ChangedFile[],
  measuring: ReadonlySet<string> = new Set(),
): readonly Tamper[] {
  const moved = new Set(files.flatMap(({ how, before }) => (how === 'deleted' ? (before ?? []) : [])));
  return files.flatMap((file): readonly Tamper[] => {
    const { path, how, after } = file;
    const touch = touchOf(file, measuring);
    const marks = how === 'added' && after !== undefined && moved.has(after) ? undefined : newMarks(file);
    return [
      ...(touch === undefined ? [] : [{ path, how, ...touch }]),
      ...(marks === undefined ? [] : [{ path, how, kind: 'skip' as const, detail: marks }]),
      ...(after?.includes('\0') === true && file.before?.includes('\0') !== true
        ? [{ path, how, kind: 'skip' as const, detail: 'a NUL byte makes a diff show it as binary' }]
        : []),
    ];
  });
}
