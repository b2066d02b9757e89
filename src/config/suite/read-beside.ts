// Files that lie beside a suite file: plain ones below its folder, and nothing that a link leads out to.
import { relative, resolve } from 'node:path';
import { bytesInside } from '../../process/files/read-inside.ts';
import type { YamlProblem } from '../brief/yaml-text.ts';
import { visible } from '../config.ts';

/** Who names a file: in a suite file below this folder, in this line. */
export interface Naming {
  readonly folder: string;
  readonly line: number;
}

const maxBytes = 32 * 1024 * 1024;

/** A plain file that lies below the suite file's folder; a pipe or a link out of it is none. */
export function readBeside(path: string, { folder, line }: Naming): string {
  const read = bytesInside(folder, path, maxBytes);
  const isOut = relative(folder, resolve(folder, path)).startsWith('..');
  const hint = 'Name a plain file below the folder of the suite file.';
  if (isOut || !('content' in read))
    throw new SourceError({
      line,
      hint,
      text: `${visible(path)} cannot be read: ${'why' in read && !isOut ? read.why : 'it lies outside of the folder'}`,
    });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(read.content);
  } catch (cause) {
    const text = `${visible(path)} is not UTF-8 text`;
    throw new SourceError({ line, text, hint: 'Save it as UTF-8.' }, { cause });
  }
}

export class SourceError extends Error {
  readonly problem: YamlProblem;

  constructor(problem: YamlProblem, options?: ErrorOptions) {
    super(problem.text, options);
    this.problem = problem;
  }
}
