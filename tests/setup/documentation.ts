// The pages of the documentation as programs: their console blocks, what these print in a fresh place, and the same with new
// output in them.
import { spawn } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cliProgram, finished, root } from './project.ts';

/** A line `$ COMMAND` in a console block, and the lines below it up to the next one. */
export interface Example {
  readonly command: string;
  readonly expected: readonly string[];
  /** Where the lines below it begin in the page, from 0. */
  readonly at: number;
  /** Names that a draw deals out: they read the same, and the lines may come in any order. */
  readonly drawn: readonly string[];
}

export interface CodeBlock {
  readonly language: string;
  readonly lines: readonly string[];
  readonly at: number;
  /** The line before it. */
  readonly before: string;
}

export function codeBlocks(page: string): readonly CodeBlock[] {
  const lines = page.split('\n');
  const fences = lines.flatMap((line, at) => (line.startsWith('```') ? [at] : []));
  return fences.flatMap((open, index) => {
    const close = fences[index + 1];
    if (index % 2 === 1 || close === undefined) return [];
    const language = (lines[open] ?? '').slice(3);
    return [{ language, lines: lines.slice(open + 1, close), at: open + 1, before: lines[open - 1] ?? '' }];
  });
}

export function examplesOf(page: string): readonly Example[] {
  return codeBlocks(page)
    .filter(({ language }) => language === 'console')
    .flatMap(({ lines, at, before }) => {
      const drawn = /^<!-- drawn: (.*) -->$/.exec(before)?.[1]?.split(' ') ?? [];
      const starts = lines.flatMap((line, index) => (line.startsWith('$ ') ? [index] : []));
      return starts.map((start, index) => ({
        command: (lines[start] ?? '').slice(2),
        expected: lines.slice(start + 1, starts[index + 1]),
        at: at + start + 1,
        drawn,
      }));
    });
}

/** The words behind each `joust` of a line for a shell, as it would pass them on. */
export function joustLines(line: string): readonly (readonly string[])[] {
  const words = [...line.matchAll(/(?:"(?:\\.|[^"])*"|'[^']*'|\\.|[^\s"'\\])+/g)].map(([word]) => word);
  const parts: string[][] = [[]];
  for (const word of words) {
    if (word.startsWith('#')) break;
    const isNext = /^(?:\|\|?|&&|;|\d?>.*)$/.test(word);
    // A program that is started by another stands behind --.
    if (isNext || (word === '--' && parts.at(-1)?.[0] !== 'joust')) parts.push([]);
    else parts.at(-1)?.push(word.replace(/^(?:\w+=)?\$\(/, ''));
  }
  return parts.flatMap(([program, ...rest]) => (program === 'joust' ? [rest.map(unquoted)] : []));
}

function unquoted(word: string): string {
  return word
    .replaceAll(/'([^']*)'/g, (_, plain: string) => plain.replaceAll(/["\\]/g, '\\$&'))
    .replaceAll(/(?<!\\)"/g, '')
    .replaceAll(/\\(.)/g, '$1');
}

const mark = '\u0001';

/** Runs the commands of a page one after the other, in one shell, and returns the lines each has printed. */
export async function runExamples(examples: readonly Example[]): Promise<readonly (readonly string[])[]> {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'joust-docs-')));
  try {
    const [folder, home, bin, temporary] = ['work', 'home', 'bin', 'tmp'].map((name) => join(top, name)) as [
      string,
      string,
      string,
      string,
    ];
    for (const each of [folder, home, bin, temporary]) mkdirSync(each);
    cpSync(join(root, 'examples'), join(folder, 'examples'), { recursive: true });
    const program = join(bin, 'joust');
    writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${cliProgram}" "$@"\n`);
    chmodSync(program, 0o755);
    const script = examples.map(({ command }) => `{\n${command}\n} < /dev/null 2>&1\nprintf '${mark}'\n`);
    writeFileSync(join(top, 'page.sh'), script.join(''));
    const { stdout } = await finished(
      spawn('sh', ['../page.sh'], {
        cwd: folder,
        env: {
          PATH: [bin, dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(':'),
          HOME: home,
          TMPDIR: temporary,
          LANG: 'C.UTF-8',
          NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'),
        },
      }),
    );
    return stdout.split(mark).slice(0, -1).map(linesOf);
  } finally {
    rmSync(top, { recursive: true, force: true, maxRetries: 5 });
  }
}

function linesOf(output: string): readonly string[] {
  const shown = output.replaceAll(/\/\S*\/joust-examples/g, '/tmp/joust-examples').replace(/\n+$/, '');
  return shown === '' ? [] : shown.split('\n').map((line) => line.trimEnd());
}

/** Any lines. */
const gap = '…';

/** Without what is another each time: ids, times, dates, counts of tokens, the width of columns that hold them. */
export function settled(lines: readonly string[], drawn: readonly string[]): readonly string[] {
  const names = drawn.length === 0 ? undefined : new RegExp(`\\b(?:${drawn.join('|')})\\b`, 'g');
  const plain = lines.map((line) => {
    const text = replaced.reduce((rest, [pattern, word]) => rest.replaceAll(pattern, word), line);
    return names === undefined ? text : text.replaceAll(names, 'NAME');
  });
  return names === undefined ? plain : plain.toSorted();
}

const replaced: readonly (readonly [RegExp, string])[] = [
  [/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?(?:\.\d+)?Z?/g, 'DATE'],
  [/\b\d{1,2} [A-Z][a-z]{2}, \d\d:\d\d/g, 'DATE'],
  [/\b[0-9a-hjkmnp-tv-z]{10}\b/g, 'ID'],
  [/\b[0-9a-f]{10,40}\b/g, 'ID'],
  [/"nonce": "\w+"/g, '"nonce": "NONCE"'],
  [/\b\d+(?:\.\d+)?(?:ms|s|m|h)\b/g, 'TIME'],
  [/\b[\d.]+k? tok\b/g, 'N tok'],
  [/\b[\d.]+ [kMG]B\b/g, 'SIZE'],
  [/\b\d+ %/g, 'N %'],
  [/─+/g, '─'],
  [/ {2,}/g, ' '],
];

/** Whether this was printed, where a gap stands for any lines. */
export function fits(expected: readonly string[], printed: readonly string[]): boolean {
  const [line, ...rest] = expected;
  if (line === undefined) return printed.length === 0;
  if (line === gap) return printed.some((_, at) => fits(rest, printed.slice(at))) || fits(rest, []);
  return line === printed[0] && fits(rest, printed.slice(1));
}

/** The page with what was printed; a gap stays where the lines around it are still there. */
export function rewritten(page: string, outputs: readonly (readonly string[])[]): string {
  const lines = page.split('\n');
  const examples = examplesOf(page);
  // All or nothing: ids of one run stay together.
  if (examples.every((example, index) => isAsPrinted(example, outputs[index] ?? []))) return page;
  for (const [index, example] of [...examples.entries()].toReversed())
    lines.splice(example.at, example.expected.length, ...withGaps(example, outputs[index] ?? []));
  return lines.join('\n');
}

export function isAsPrinted({ expected, drawn }: Example, printed: readonly string[]): boolean {
  const kept = expected.findLastIndex((line) => line !== '') + 1;
  return fits(settled(expected.slice(0, kept), drawn), settled(printed, drawn));
}

function withGaps({ expected }: Example, printed: readonly string[]): readonly string[] {
  const plain = settled(printed, []);
  const wanted = settled(expected, []);
  const hidden = new Set<number>();
  for (const [at, line] of wanted.entries()) {
    if (line !== gap) continue;
    const [before, after] = [wanted[at - 1], wanted[at + 1]];
    const from = before === undefined ? 0 : placeOf(plain, before) + 1;
    const to = after === undefined ? plain.length : placeOf(plain, after, from);
    const isKnown = before === undefined || from > 0;
    for (let index = from; isKnown && index < to; index += 1) hidden.add(index);
  }
  return printed.flatMap((text, at) => {
    if (!hidden.has(at)) return [text];
    return hidden.has(at - 1) ? [] : [gap];
  });
}

/** The same line, else one that begins with the same words; -1 where there is none. */
function placeOf(lines: readonly string[], line: string, from = 0): number {
  const same = lines.indexOf(line, from);
  if (same !== -1) return same;
  const begin = beginOf(line);
  return lines.findIndex((one, at) => at >= from && begin !== '' && beginOf(one) === begin);
}

function beginOf(line: string): string {
  return line.trim().split(' ', 2).join(' ');
}
