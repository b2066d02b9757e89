// What is written to a pipe or a file is there whole and in order, also where it does not take all of it at once, and whoever is
// refused is told.
import { execFileSync, spawn } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, readFileSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';

const module = fileURLToPath(new URL('../../src/process/files/standard-output.ts', import.meta.url));
const long = 'x'.repeat(1_000_000);

/** Writes, and says on standard error what it was refused. */
const program = `
  const { standardOutput } = await import(${JSON.stringify(module)});
  const failed = (error) => process.stderr.write(error.code);
  const out = standardOutput(1, failed);
  out.write('begin ');
  out.write('x'.repeat(${long.length}));
  out.write(' end');
  await out.flushed();`;
const args = ['--input-type=module', '--eval', program];

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'joust-output-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('is all in a file and in a pipe', () => {
  const path = join(folder, 'out');
  const file = openSync(path, 'w');
  execFileSync(process.execPath, args, { stdio: ['ignore', file, 'ignore'] });
  closeSync(file);
  expect(readFileSync(path, 'utf8')).toBe(`begin ${long} end`);
  const piped = execFileSync(process.execPath, args, { maxBuffer: 2 * long.length });
  expect(piped.toString()).toBe(`begin ${long} end`);
});

it('waits for who reads slowly from a pipe that refuses what it has no room for', async () => {
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const file = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
  const child = spawn(process.execPath, args, { stdio: ['ignore', file, 'ignore'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const pieces: Buffer[] = [];
  const wanted = long.length + 'begin  end'.length;
  for (let total = 0; total < wanted; ) {
    const piece = Buffer.alloc(10_000);
    try {
      const bytes = readSync(file, piece);
      pieces.push(piece.subarray(0, bytes));
      total += bytes;
    } catch {
      await sleep(5);
    }
  }
  expect(await ended).toBe(0);
  closeSync(file);
  expect(Buffer.concat(pieces).toString()).toBe(`begin ${long} end`);
});

it('tells that nobody reads any more, and that a disk is full', async () => {
  const refused = async (shell: string) => {
    const child = spawn('/bin/sh', ['-c', shell, 'sh', process.execPath, ...args], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.on('data', (text) => {
      said += text;
    });
    await new Promise((resolve) => child.once('close', resolve));
    return said;
  };
  expect(await refused('{ sleep 0.5; "$@"; } | :')).toMatch(/^EPIPE/);
  expect(await refused('"$@" > /dev/full')).toMatch(/^ENOSPC/);
});
