// Says aloud when a folder that was only to be read has changed.
import type { JoustEvent } from '../../../domain/event.ts';
import { visibleLine } from '../../../views/visible.ts';

const shown = 10;

export function folderNotes({
  verified,
  changed,
  by,
}: Extract<JoustEvent, { type: 'folder.watched' }>): readonly string[] {
  if (!verified) return ['Whether the folder changed was not verified: it is too large to compare in 2 s.'];
  if (changed.length === 0) return [];
  const blame = Object.entries(by).map(
    ([name, paths]) => `  ${name} wrote ${paths.map(visibleLine).join(', ')}`,
  );
  const unknown =
    blame.length === 0 ? ['  No contestant reported the write; another program may have made it.'] : [];
  const more = changed.length > shown ? [`  … and ${changed.length - shown} more`] : [];
  return [
    `WARNING: ${changed.length} ${changed.length === 1 ? 'file' : 'files'} changed here while contestants were only to read:`,
    ...changed.slice(0, shown).map(({ how, path }) => `  ${how} ${visibleLine(path)}`),
    ...more,
    ...blame,
    ...unknown,
  ];
}
