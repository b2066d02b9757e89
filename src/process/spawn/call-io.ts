// The hands of a call program: real streams, files and children.
import { spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { appendFile, mkdir, readlink, realpath, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { tailText } from '../../domain/kept-text.ts';
import type { CallChild, CallIo } from '../../domain/process-plan.ts';
import { readPlain } from '../files/read-inside.ts';

const maxFileBytes = 64 * 1024 * 1024;

export async function callIo(): Promise<CallIo> {
  const ending = new AbortController();
  let deaf = false;
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'] as const) {
    process.on(signal, () => {
      if (!deaf) ending.abort(new Error(`ended by ${signal}`));
    });
  }
  return {
    input: await readAll(process.stdin),
    env: process.env,
    cwd: process.cwd(),
    signal: ending.signal,
    writeLine: (line) => void process.stdout.write(`${JSON.stringify(line)}\n`),
    writeRaw: (text) => new Promise((done) => process.stdout.write(text, () => done())),
    wait: (ms) => sleep(ms, undefined, { signal: ending.signal }),
    readFile: async (path) => readOwn(resolve(path)),
    realPath: (path) => realPath(resolve(path)),
    async writeFile(path, content, mode = 'replace') {
      await mkdir(dirname(resolve(path)), { recursive: true });
      await (mode === 'append' ? appendFile(path, content) : writeFile(path, content));
    },
    spawn: spawnChild,
    shell: runShell,
    daemonize,
    ignoreSignals: () => {
      deaf = true;
    },
    exit: (code) => process.exit(code),
  };
}

/** It may be what the agent it speaks for has put there. */
function readOwn(path: string): string {
  const text = readPlain(path, maxFileBytes);
  if (text !== undefined) return text;
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw new Error(`there is no file ${path}`);
  throw new Error(`${path} ${found.isDirectory() ? 'is a folder' : 'is no plain file, or too long'}`);
}

async function readAll(stream: NodeJS.ReadableStream): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

async function realPath(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(path) === path) throw error;
    // A link to nothing yet still decides where a new file would be.
    const target = await readlink(path).catch(() => undefined);
    if (target !== undefined) return await realPath(resolve(dirname(path), target));
    return join(await realPath(dirname(path)), basename(path));
  }
}

function spawnChild([program, ...args]: readonly [string, ...string[]]): CallChild {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  let stderrTail = '';
  child.stderr.on('data', (chunk: Buffer) => {
    stderrTail = tailText(stderrTail + chunk.toString('utf8'), 4096);
    process.stderr.write(chunk);
  });
  // A child that is gone closes its pipe; the exit tells the rest.
  child.stdin.on('error', () => undefined);
  return {
    stdin: Writable.toWeb(child.stdin) as WritableStream<Uint8Array>,
    stdout: Readable.toWeb(child.stdout) as unknown as ReadableStream<Uint8Array>,
    exited: new Promise((done) => {
      child.once('error', (error) => done({ code: null, stderrTail: error.message }));
      child.once('exit', (code) => done({ code, stderrTail }));
    }),
    end: () => void child.kill('SIGTERM'),
  };
}

function runShell(command: string): Promise<{ code: number | null; output: string }> {
  const child = spawn('/bin/sh', ['-c', command], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const add = (chunk: Buffer) => {
    output = tailText(output + chunk.toString('utf8'), 64 * 1024);
  };
  child.stdout.on('data', add);
  child.stderr.on('data', add);
  return new Promise((done) => {
    child.once('error', (error) => done({ code: null, output: error.message }));
    child.once('close', (code) => done({ code, output }));
  });
}

/** Two forks and a session of its own, as daemons do; its parent is gone at once. */
function daemonize(seconds: number): void {
  const grandchild = `const { spawn } = require('node:child_process');
    spawn('sleep', ['${Math.ceil(seconds)}'], { detached: true, stdio: 'ignore' }).unref();`;
  spawn(process.execPath, ['-e', grandchild], { detached: true, stdio: 'ignore' }).unref();
}
