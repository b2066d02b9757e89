// What a judge gets to see of a folder of files, without names: the list with sizes, the author's words, then texts; what is no
// text is named with its type and size.
import { cutLines, fairShare, shortLines } from '../text/shown-diff.ts';
import { ending, listed, quoted } from './evidence-card.ts';

export interface FolderFile {
  /** Relative to the top of the folder. */
  readonly path: string;
  readonly bytes: number;
  /** Absent: it is no text. */
  readonly text?: string | undefined;
  /** What it is, where that is known: `image/png`. */
  readonly type?: string | undefined;
}

interface FolderCardInput {
  readonly files: readonly FolderFile[];
  /** The end of the contestant's last message. */
  readonly says?: string | undefined;
  /** Outputs that were required and are not there. */
  readonly missing?: readonly string[];
  /** Characters of text; the rest is cut, and said to be. */
  readonly textBudget?: number;
}

/** Characters of text of one folder that are shown, unless somebody says otherwise. */
export const defaultTextBudget = 60_000;
/** Files whose text is shown; the list names more. */
const maxShown = 200;

export function folderCard({
  files,
  says,
  missing = [],
  textBudget = defaultTextBudget,
}: FolderCardInput): string {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const parts = [
    `Size: ${files.length} file${files.length === 1 ? '' : 's'}, ${bytes} bytes`,
    listed('Files:', files.map(fileText)) ?? 'Files: none',
    listed('Required, but not there:', missing),
    `Summary by its author:\n${says === undefined || says.trim() === '' ? '> (none)' : quoted(ending(says))}`,
    ...(textsOf(files, textBudget) ?? []),
  ];
  return `${parts.filter((part) => part !== undefined).join('\n\n')}\n`;
}

/** Files that came with the task, for a judge that has none of its own. */
export function materialCard(files: readonly FolderFile[], textBudget: number): string | undefined {
  const list = listed('Files that came with the task:', files.map(fileText));
  if (list === undefined) return undefined;
  return [list, ...(textsOf(files, textBudget) ?? [])].join('\n\n');
}

function fileText({ path, bytes, text, type = typeOf(path) }: FolderFile): string {
  return `${path}: ${text === undefined ? `${type}, ` : ''}${bytes} bytes`;
}

/** What cannot be shown is at least called what it is. */
function typeOf(path: string): string {
  const ending = /\.([a-z0-9]{1,5})$/i.exec(path)?.[1]?.toLowerCase() ?? '';
  return types[ending] ?? 'binary';
}

const types: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  pdf: 'application/pdf',
  zip: 'application/zip',
  gz: 'application/gzip',
  tar: 'application/x-tar',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  mp4: 'video/mp4',
  webm: 'video/webm',
  woff2: 'font/woff2',
  docx: 'Word document',
  xlsx: 'Excel workbook',
  pptx: 'PowerPoint slides',
  sqlite: 'SQLite database',
};

function textsOf(files: readonly FolderFile[], budget: number): readonly string[] | undefined {
  const texts = files.flatMap(({ path, text }) => (text === undefined ? [] : [{ path, text }]));
  if (texts.length === 0) return undefined;
  const shown = texts
    .slice(0, maxShown)
    .map(({ path, text }) => `Text of ${path.replaceAll(/\s+/g, ' ')}:\n${quoted(shortLines(text))}`);
  const share = fairShare(
    shown.map((text) => text.length),
    budget,
  );
  const more = texts.length - shown.length;
  return [
    ...shown.map((text) => cutLines(text, share).text),
    ...(more > 0 ? [`(the text of ${more} more files is not shown)`] : []),
  ];
}
