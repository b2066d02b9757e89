// Readers of the live stream, as a process of its own: how late each event and word is that says when it was written.
// Prints `ready` once all of them are greeted, and on a closed standard input how late things were. With `bare` it is a
// server that does nothing else than to send as many stamps, to be read beside it.
import { createServer, get, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Lateness {
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly slowest: number;
}

/** The time of this machine, the same in every process. */
export const now = (): number => performance.timeOrigin + performance.now();

/** What is written into an event or a word. */
export const stamp = (): string => `@${now().toFixed(2)}@`;

export function lateness(delays: readonly number[]): Lateness {
  const sorted = delays.toSorted((one, other) => one - other);
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? NaN;
  return { count: sorted.length, p50: at(0.5), p95: at(0.95), slowest: at(1) };
}

if (process.argv[1] === import.meta.filename) {
  if (process.argv[2] === 'bare') serveBare();
  else await read();
}

/** Ten every 10 ms, sent every 30. */
function serveBare(): void {
  const readers = new Set<ServerResponse>();
  let waiting = '';
  const server = createServer((_request, response) => {
    response.write('hello\n');
    readers.add(response);
  });
  setInterval(() => {
    waiting += Array.from({ length: 10 }, () => `${stamp()}${'x'.repeat(250)}`).join('');
  }, 10);
  setInterval(() => {
    const frame = Buffer.from(waiting);
    waiting = '';
    for (const reader of readers) reader.write(frame);
  }, 30);
  server.listen(0, '127.0.0.1', () => {
    process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
  });
}

async function read(): Promise<void> {
  const [url = '', token = '', count = '1'] = process.argv.slice(2);
  const delays: number[] = [];
  const greeted = Array.from({ length: Number(count) }, () => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const request = get(url, { headers: { authorization: `Bearer ${token}` }, agent: false }, (answer) => {
      let rest = '';
      answer.setEncoding('latin1');
      answer.on('data', (text: string) => {
        const at = now();
        const whole = rest + text;
        let end = 0;
        for (const found of whole.matchAll(/@(\d+\.\d\d)@/g)) {
          delays.push(at - Number(found[1]));
          end = found.index + found[0].length;
        }
        // A stamp that was cut.
        rest = whole.slice(Math.max(end, whole.length - 40));
        resolve();
      });
    });
    request.on('error', reject);
    return promise;
  });
  await Promise.all(greeted);
  process.stdout.write('ready\n');
  await new Promise((over) => process.stdin.once('end', over).resume());
  process.stdout.write(`${JSON.stringify(lateness(delays))}\n`, () => process.exit(0));
}
