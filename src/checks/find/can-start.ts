// Whether a check can be started at all, as far as its command line tells: before anybody is paid for work that it should measure.
import { join } from 'node:path';
import type { CheckSpec } from '../../domain/check-spec.ts';
import { startOfPlain } from '../../process/files/read-inside.ts';
import { findProgram } from '../../process/spawn/programs.ts';
import { diskTree } from './project-tree.ts';

export interface StartPlace {
  /** The variables checks are run with. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The user's own tree, as checkouts show it, and the folder below it that checks run in. */
  readonly folder: string;
  readonly below: string;
}

/** Why not; undefined: nothing is known against it. What is more of a program for the shell is left to the shell. */
export function whyNoStart({ command }: Pick<CheckSpec, 'command'>, place: StartPlace): string | undefined {
  const { env, folder, below } = place;
  return whyNot(command.trim(), { top: folder, below, path: env['PATH'] }, 0);
}

interface Standing {
  readonly top: string;
  readonly below: string;
  readonly path: string | undefined;
}

const mostScripts = 5;

function whyNot(line: string, place: Standing, scripts: number): string | undefined {
  const moved = /^cd\s+(?:--\s+)?([\w./@+-]+)\s*(?:&&|;)\s*/.exec(line);
  if (moved !== null) {
    const below = join(place.below, moved[1] ?? '');
    return below.startsWith('..') || moved[1]?.startsWith('/') === true
      ? undefined
      : whyNot(line.slice(moved[0].length), { ...place, below }, scripts);
  }
  const [whole, word] = firstWord.exec(line) ?? [];
  if (whole === undefined || word === undefined) return undefined;
  // What comes next is what runs; with options of theirs, who knows.
  if (handsOn.has(word)) return whyNot(line.slice(whole.length).trimStart(), place, scripts);
  if (shells.has(word)) return undefined;
  const cwd = join(place.top, place.below);
  const program = findProgram(word, { path: place.path, cwd });
  if (program === undefined)
    return word.includes('/')
      ? `${join('.', word)} is not there, or cannot be run`
      : `${word} is not on the PATH`;
  return whyNotRead(program, word, place) ?? whyNotScript(line.slice(whole.length), word, { place, scripts });
}

/** Variables that are set for it, then a plain word, which may be quoted. */
const firstWord =
  /^(?:[A-Za-z_]\w*=[\w./:,-]*\s+)*(?:["'](?=[\w./@+-]+["']))?([\w./@+][\w./@+-]*)["']?(?=\s|$|;|&|\|)/;

const handsOn = new Set(['env', 'exec', 'time', 'command', 'nice', 'nohup']);

/** What the shell does itself. */
const shells = new Set([
  'cd',
  '.',
  'set',
  'export',
  'eval',
  'exit',
  'if',
  'for',
  'while',
  'until',
  'case',
  'hash',
  'source',
  'umask',
  'ulimit',
  'trap',
  'wait',
  'type',
  'alias',
  'unalias',
  'unset',
  'return',
  'read',
  'shift',
  'readonly',
  'local',
  'getopts',
  'times',
  'jobs',
  'bg',
  'fg',
  'break',
  'continue',
  'echo',
  'printf',
  'test',
  'true',
  'false',
  'pwd',
  'kill',
  'function',
  'select',
  'let',
  'declare',
  'pushd',
  'popd',
]);

const lineBytes = 256;

/** A script whose interpreter is not there is found, and does not start. */
function whyNotRead(program: string, word: string, { path }: Standing): string | undefined {
  const [, interpreter = '', argument] =
    /^#! *(\/\S+)(?:[ \t]+([\w.+-]+)[ \t]*)?$/m.exec(
      startOfPlain(program, lineBytes)?.split('\n', 1)[0] ?? '',
    ) ?? [];
  if (interpreter === '') return undefined;
  const missing = findProgram(interpreter, { path, cwd: '/' }) === undefined ? interpreter : undefined;
  const named = interpreter.endsWith('/env') && argument !== undefined && !argument.startsWith('-');
  const lacking =
    missing ?? (named && findProgram(argument, { path, cwd: '/' }) === undefined ? argument : undefined);
  return lacking && `${word} is for ${lacking}, which is not there`;
}

const runs = /^\s+(?:(?:run|run-script)\s+([\w:.@/-]+)|(test|t|start)\b)\s*(?:$|[;&|]|--(?:\s|$))/;

const inPackage = ' of package.json)';

/** Scripts of package.json run with the programs of the project's packages before all others. */
function whyNotScript(
  rest: string,
  word: string,
  { place, scripts }: { readonly place: Standing; readonly scripts: number },
): string | undefined {
  const [, named, own] = ['npm', 'pnpm', 'yarn'].includes(word) ? (runs.exec(rest) ?? []) : [];
  const name = named ?? (own === 't' ? 'test' : own);
  if (name === undefined || scripts === mostScripts) return undefined;
  const line = scriptOf(diskTree(place.top, place.below).read('package.json'), name);
  if (line === undefined) return undefined;
  const bins = [place.below, ''].map((below) => join(place.top, below, 'node_modules/.bin'));
  const why = whyNot(line.trim(), { ...place, path: [...bins, place.path ?? ''].join(':') }, scripts + 1);
  return why?.endsWith(inPackage) === false ? `${why} (script ${name}${inPackage}` : why;
}

function scriptOf(text: string | undefined, name: string): string | undefined {
  try {
    const line = (JSON.parse(text ?? '') as { scripts?: Record<string, unknown> }).scripts?.[name];
    return typeof line === 'string' ? line : undefined;
  } catch {
    return undefined;
  }
}
