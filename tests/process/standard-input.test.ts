// Standard input, however it comes: whole, in pieces, late, or not at all.
import { spawn } from 'node:child_process';
import { mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';

const module = new URL('../../src/process/files/standard-input.ts', import.meta.url).href;
const program = `import { isTypedInput, standardInput } from ${JSON.stringify(module)};
const chunks = [];
let waits = false;
for await (const chunk of standardInput(() => { waits = true; process.stderr.write('waits'); })) chunks.push(chunk);
const said = String(Buffer.concat(chunks));
process.stdout.write(JSON.stringify({ said, waits, typed: isTypedInput() }));`;

type Told = { said: string; waits: boolean; typed: boolean };

type Write = (into: NodeJS.WritableStream, waits: Promise<unknown>) => Promise<void>;

async function told(stdin: 'ignore' | 'pipe' | number, write?: Write): Promise<Told> {
  const args = ['--input-type=module', '-e', program];
  const child = spawn(process.execPath, args, { stdio: [stdin, 'pipe', 'pipe'] });
  const out: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => out.push(chunk));
  const waits = new Promise((said) => child.stderr?.once('data', said));
  if (child.stdin !== null) await write?.(child.stdin, waits);
  await new Promise((done) => child.once('close', done));
  return JSON.parse(String(Buffer.concat(out))) as Told;
}

it('is nothing where there is nothing', async () => {
  expect(await told('ignore')).toMatchObject({ said: '', typed: false });
  expect(await told('pipe', async (into) => void into.end())).toMatchObject({ said: '', typed: false });
});

it('is all that comes by a pipe: at once, in many pieces, and after a while', async () => {
  const long = 'é漢 and more\n'.repeat(50_000);
  expect((await told('pipe', async (into) => void into.end(long))).said).toBe(long);
  const late = await told('pipe', async (into) => {
    for (const piece of ['one ', 'two ', 'three']) {
      into.write(piece);
      await sleep(150);
    }
    into.end();
  });
  expect(late.said).toBe('one two three');
});

it('is what is left of a file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'joust-stdin-'));
  try {
    writeFileSync(join(folder, 'a.txt'), 'from a file\n'.repeat(20_000));
    expect((await told(openSync(join(folder, 'a.txt'), 'r'))).said).toBe('from a file\n'.repeat(20_000));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('is said to be waited for where nothing came, and not where something did', async () => {
  const [silent, begun] = await Promise.all([
    told('pipe', async (into, waits) => {
      await waits;
      into.end('late');
    }),
    told('pipe', async (into) => {
      into.write('early ');
      await sleep(3000);
      into.end('late');
    }),
  ]);
  expect(silent).toMatchObject({ said: 'late', waits: true });
  expect(begun).toMatchObject({ said: 'early late', waits: false });
});
