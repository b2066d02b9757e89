// Which files of a project a text in one of its files names: scripts, rubrics, programs. They are trusted along with it.
import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, relative, resolve } from 'node:path';
import { ownInside } from '../process/files/read-inside.ts';
import { sha256 } from '../process/machine.ts';

/** By path in the project, what is in them now. */
export type NamedFiles = Readonly<Record<string, string>>;

const maxBytes = 32 * 1024 * 1024;
/** What parts the words of a command line, whatever shell reads it. */
const between = /[\s"'`;&|()<>{}[\]=,$]+/;

/** Names count from the project's folder, and from the one where it is used. */
export function namedFiles(
  texts: readonly string[],
  { project, cwd = project }: { readonly project: string; readonly cwd?: string },
): NamedFiles {
  const names = new Set(texts.flatMap((text) => [text, ...text.split(between)]).flatMap(spellings));
  const paths = [project, realPath(cwd) ?? cwd].flatMap((folder) =>
    [...names].map((name) => resolve(folder, name)),
  );
  const found = [...new Set(paths)].flatMap((path) => {
    const way = relative(project, path);
    const content = way === '' || way.startsWith('..') || isAbsolute(way) ? undefined : contentOf(path);
    return content === undefined ? [] : [[way, content] as const];
  });
  return Object.fromEntries(found.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** A contestant's spec names its script behind the agent: `scripted/play.yaml`. */
function spellings(word: string): readonly string[] {
  const behind = word.slice(word.indexOf('/') + 1);
  return [word, behind].filter((name) => name !== '' && !name.includes('\0'));
}

/** Links are followed: what runs is what they lead to. Undefined where there is no such file. */
function contentOf(path: string): string | undefined {
  const real = realPath(path);
  const stat = real === undefined ? undefined : statSync(real, { throwIfNoEntry: false });
  if (real === undefined || stat?.isFile() !== true) return undefined;
  const read = ownInside(dirname(real), basename(real), maxBytes);
  return 'content' in read ? sha256(read.content) : `${read.why} ${stat.size} ${stat.mtimeMs}`;
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
