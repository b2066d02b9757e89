// Lines of a growing file: whole, once each, whatever the chunks cut through, with bounded memory.
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LineReader, lineLimit } from './follow.ts';

/** As in the reader; a test that cuts at borders has to know where they are. */
const chunk = 16 * 1024;
let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'joust-lines-'));
  path = join(folder, 'stdout');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function drain(reader: LineReader): string[] {
  const lines: string[] = [];
  for (let more = reader.next(); more !== undefined; more = reader.next()) lines.push(...more);
  return lines;
}

function linesOf(content: string | Uint8Array): { lines: string[]; rest: string | undefined } {
  writeFileSync(path, content);
  using reader = new LineReader(path);
  const lines = drain(reader);
  return { lines, rest: reader.rest() };
}

describe('lines', () => {
  it('end with LF or CRLF; a CR inside stays', () => {
    expect(linesOf('a\r\nb\n\r\nc\rd\n')).toEqual({ lines: ['a', 'b', '', 'c\rd'], rest: undefined });
  });

  it('come whole when a chunk ends inside a character or between CR and LF', () => {
    for (const tail of ['é\nx\n', '語\nx\n', '😀\nx\n', '\r\nx\n']) {
      for (let back = 0; back <= 4; back += 1) {
        const filler = 'a'.repeat(chunk - back);
        const [first = '', second] = tail.split(/\r?\n/);
        expect(linesOf(filler + tail).lines).toEqual([filler + first, second]);
      }
    }
  });

  it('are the same as those of the whole text, for any text', () => {
    const text = fc.array(
      fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('\n', '\r\n', 'x'.repeat(5000))),
      {
        maxLength: 30,
      },
    );
    fc.assert(
      fc.property(text, (parts) => {
        const whole = parts.join('').split('\n');
        const last = whole.pop() ?? '';
        const { lines, rest } = linesOf(parts.join(''));
        expect(lines).toEqual(whole.map((line) => line.replace(/\r$/, '')));
        expect(rest ?? '').toBe(last);
      }),
      { numRuns: 60 },
    );
  });

  it('survive bytes that are no text', () => {
    expect(linesOf(Buffer.from([0xff, 0xfe, 0x0a, 0x61, 0x0a])).lines).toEqual(['\ufffd\ufffd', 'a']);
  });
});

describe('a file that grows', () => {
  it('is not there at first, then yields every line once; the half line waits for its end', () => {
    using reader = new LineReader(path);
    expect(reader.next()).toBeUndefined();
    writeFileSync(path, 'one\ntw');
    expect(drain(reader)).toEqual(['one']);
    appendFileSync(path, 'o');
    expect(drain(reader)).toEqual([]);
    appendFileSync(path, Buffer.from('é').subarray(0, 1));
    expect(drain(reader)).toEqual([]);
    appendFileSync(path, Buffer.concat([Buffer.from('é').subarray(1), Buffer.from('\nthree')]));
    expect(drain(reader)).toEqual(['twoé']);
    expect(reader.rest()).toBe('three');
    expect(reader.rest()).toBeUndefined();
  });

  it('tells half a character at the end of the half line', () => {
    const bytes = Buffer.concat([Buffer.from('ab'), Buffer.from('é').subarray(0, 1)]);
    expect(linesOf(bytes)).toEqual({ lines: [], rest: 'ab\ufffd' });
  });
});

describe('a line without end', () => {
  it('is cut at the limit, its rest passed over, and the next line is whole', () => {
    const { lines, rest } = linesOf(`${'x'.repeat(lineLimit + 3 * chunk)}\nnext\nhalf`);
    expect(lines.map((line) => line.length)).toEqual([lineLimit, 4]);
    expect(lines[1]).toBe('next');
    expect(rest).toBe('half');
  });

  it('is cut at the limit as the half line too', () => {
    expect(linesOf('x'.repeat(lineLimit + chunk + 1)).rest).toHaveLength(lineLimit);
  });
});
