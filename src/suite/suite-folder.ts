// A suite file, read whole before anything is spent, and whether what it would run is trusted.
import { lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { agentIds } from '../agents/all.ts';
import { belowOf } from '../config/review.ts';
import { readHarborFolder, readSuiteFile, type SuiteFile } from '../config/suite/suite-file.ts';
import { suiteRuns, suiteTexts } from '../config/suite/suite-trust.ts';
import { holdsHarbor } from '../config/suite/task-sources.ts';
import { type ProjectFile, whyUntrusted } from '../config/trust.ts';
import { JoustError } from '../domain/joust-error.ts';
import { bytesInside } from '../process/files/read-inside.ts';
import { type Machine, sha256 } from '../process/machine.ts';
import { visible } from '../views/visible.ts';

const maxBytes = 1_000_000;

export function readSuite(path: string, machine: Machine): SuiteFile {
  const { suite, file, lines } = suiteToTrust(path, machine);
  const why = lines.length === 0 ? undefined : whyUntrusted(machine, file);
  if (why === undefined) return suite;
  throw new JoustError(
    `${visible(file.path)}: ${why}, and it asks for:${lines.map((line) => `\n  ${line}`).join('')}`,
    {
      code: 'untrusted',
      hint: `Look at it, then allow it if you wish: joust trust ${visible(file.path)}`,
    },
  );
}

/** As a file to be trusted, and what it asks for. */
export function suiteToTrust(
  path: string,
  machine: Machine,
): { readonly suite: SuiteFile; readonly file: ProjectFile; readonly lines: readonly string[] } {
  const place = realPlace(path);
  const harbor = isHarborFolder(place) ? readHarborFolder(place, agentIds) : undefined;
  const content = harbor === undefined ? contentOf(place) : Buffer.from(wordsOf(harbor));
  const suite = harbor ?? readSuiteFile(textOf(content, place), place, agentIds);
  return {
    suite,
    file: {
      path: place,
      sha256: sha256(content),
      texts: suiteTexts(suite),
      folder: suite.folder,
      cwd: suite.folder,
      inside: true,
    },
    lines: suiteRuns(suite, belowOf(machine)).map(({ line, text }) => `line ${line}: ${text}`),
  };
}

export function isHarborFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true && holdsHarbor(path);
}

/** What of a folder of tasks is trusted besides their tests: what is asked, and how it is measured. */
function wordsOf({ tasks }: SuiteFile): string {
  return JSON.stringify(tasks.map(({ task, harbor }) => [task, harbor?.copies, harbor?.environment]));
}

/** The folder as the file system spells it; the file itself is no link. */
export function realPlace(path: string): string {
  try {
    return join(realpathSync(dirname(path)), basename(path));
  } catch {
    return path;
  }
}

function contentOf(path: string): Buffer {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isFile() !== true)
    throw unread(path, found === undefined ? 'there is no such file' : 'it is no plain file');
  const read = bytesInside(dirname(path), basename(path), maxBytes);
  if ('content' in read) return read.content;
  throw unread(path, read.why);
}

function textOf(content: Uint8Array, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch (cause) {
    const hint = 'Save it as UTF-8.';
    throw new JoustError(`${visible(path)} is not UTF-8 text`, { code: 'usage', hint, cause });
  }
}

function unread(path: string, why: string): JoustError {
  return new JoustError(`${visible(path)} cannot be read: ${why}`, {
    code: 'usage',
    hint: 'Name the file of a suite, such as suite.yaml. `joust help suite run` shows what stands in it.',
  });
}
