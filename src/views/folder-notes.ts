// What is said aloud of a folder in which nobody was to write.
import type { JoustEvent } from '../domain/event.ts';
import { plural } from '../domain/figures.ts';
import { visibleLine } from './visible.ts';

const shown = 10;

export function folderNotes({
  verified,
  changed,
  by,
  copies,
  left = [],
}: Extract<JoustEvent, { type: 'folder.watched' }>): readonly string[] {
  const what = copies === true ? 'your repository' : 'the folder';
  if (!verified) return [`Whether ${what} changed was not verified: it is too large to compare in 2 s.`];
  const known = left.map(
    ({ agent, path, what: thing }) =>
      `${agent} left ${visibleLine(path)} here, as it does everywhere: ${thing}.`,
  );
  if (changed.length === 0) return known;
  const blame = Object.entries(by).map(
    ([name, paths]) => `  ${visibleLine(name)} wrote ${paths.map(visibleLine).join(', ')}`,
  );
  const unknown =
    blame.length === 0 ? ['  No contestant reported the write; another program may have made it.'] : [];
  const more = changed.length > shown ? [`  … and ${changed.length - shown} more`] : [];
  return [
    ...known,
    copies === true
      ? `WARNING: ${plural(changed.length, 'file')} of your repository changed while contestants worked on copies of it:`
      : `WARNING: ${plural(changed.length, 'file')} changed here while contestants were only to read:`,
    ...changed.slice(0, shown).map(({ how, path }) => `  ${how} ${visibleLine(path)}`),
    ...more,
    ...blame,
    ...unknown,
  ];
}
