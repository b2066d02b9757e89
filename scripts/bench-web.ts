// What joust in the browser costs: figures of one run, each beside an idle one. Run by `npm run bench:web`; memory is watched for
// 5 minutes, or for as many as `--minutes=N` says.
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchRow } from './bench-ledger.ts';
import { browserRows } from './bench-web-browser.ts';
import { serverRows } from './bench-web-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'joust-bench-web-'));
const [, minutes = '5'] = /--minutes=(\d+(?:[.]\d+)?)/.exec(process.argv.join(' ')) ?? [];
const columns = ['what', 'figure', 'target', 'met', 'beside'] as const;

try {
  console.log(`${cpus().length} cores, load ${load()}`);
  report([
    ...(await serverRows(join(folder, 'server'))),
    ...(await browserRows(join(folder, 'browser'), Number(minutes))),
  ]);
  console.log(`load ${load()}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function load(): string {
  return loadavg()
    .map((each) => each.toFixed(1))
    .join(' ');
}

function report(rows: readonly BenchRow[]): void {
  const head = { what: 'what', figure: 'joust', beside: 'beside', target: 'target', met: 'met' };
  const width = (column: (typeof columns)[number]) =>
    Math.max(...[head, ...rows].map((row) => row[column].length));
  for (const row of [head, ...rows])
    console.log(
      columns
        .map((column) => row[column].padEnd(width(column)))
        .join('  ')
        .trimEnd(),
    );
}
