// What the page costs in a real browser: what is loaded, how soon a list is shown and a word is painted, and what 32 streaming
// panes take of a frame and of memory. Rows for `npm run bench:web`; they need Chromium.
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core';
import type { BenchRow } from './bench-ledger.ts';
import { lateness } from './bench-web-clients.ts';
import { listOf, type ServedPlace, servedPlace } from './bench-web-server.ts';

const program = '/usr/bin/chromium';
const panes = 32;
const warmSeconds = 60;
/** More than a page keeps of an answer that is being written. */
const cappedLength = 340_000;
const targets = {
  loadKb: 130,
  assetsMb: 1.2,
  listMs: 1000,
  paintMs: 130,
  frameMs: 16,
  fullRatio: 1.5,
  growth: 1.1,
};

/** `minutes`: for how long memory is watched. */
export async function browserRows(folder: string, minutes: number): Promise<readonly BenchRow[]> {
  if (!existsSync(program)) {
    console.log(`There is no ${program}: the rows of the browser are left out.`);
    return [];
  }
  await using place = await servedPlace(folder);
  writeFileSync(join(folder, 'config', 'config.toml'), contestants(minutes));
  const browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const loaded = await loadRow(browser, place);
    const empty = await shownAfter(browser, place);
    await listOf(place, 1000);
    const list = await shownAfter(browser, place);
    const fresh = await streaming(browser, place, { who: 'fresh', seconds: 12 });
    const full = await streaming(browser, place, { who: 'full', seconds: 12 });
    const capped = await streaming(browser, place, { who: 'capped', seconds: 60 * minutes });
    return [
      loaded,
      assetsRow(),
      row('1,000 contests on the screen', list, {
        target: targets.listMs,
        unit: 'ms',
        beside: `none on record ${empty.toFixed(0)} ms`,
      }),
      row('a word painted after it was written, p95', fresh.paintMs, { target: targets.paintMs, unit: 'ms' }),
      row(`${panes} panes, 100 tokens/s each: CPU of a frame, p95`, fresh.frameMs, {
        target: targets.frameMs,
        unit: 'ms',
        digits: 1,
        beside: `the same page at rest ${fresh.idleMs.toFixed(1)} ms`,
      }),
      row('the same with 100 KB in each pane, beside without', full.frameMs / fresh.frameMs, {
        target: targets.fullRatio,
        unit: 'x',
        digits: 2,
        beside: `${full.frameMs.toFixed(1)} ms`,
      }),
      row(`heap after ${minutes} minutes of panes at their limit`, capped.growth, {
        target: targets.growth,
        unit: 'x',
        digits: 2,
        beside: `${capped.heapMb.toFixed(1)} MB`,
      }),
    ];
  } finally {
    await browser.close();
  }
}

interface Figure {
  readonly target: number;
  readonly unit: string;
  readonly digits?: number;
  readonly beside?: string;
}

function row(what: string, value: number, { target, unit, digits = 0, beside = '' }: Figure): BenchRow {
  return {
    what,
    figure: `${value.toFixed(digits)} ${unit}`,
    target: `${target} ${unit}`,
    beside,
    met: value <= target ? 'yes' : 'NO',
  };
}

/** A token every 10 ms, each tenth with its time; `full` begins with 100 KB, `capped` with all that is kept. */
function contestants(minutes: number): string {
  const speaker = (name: string, first: number, seconds: number) => {
    const source = [
      `process.stdout.write("lorem ipsum ".repeat(${Math.round(first / 12)}) + "\\n");`,
      'const time = () => "@" + (performance.timeOrigin + performance.now()).toFixed(2) + "@ ";',
      `let left = ${100 * seconds};`,
      'const timer = setInterval(() => { if (left-- <= 0) return clearInterval(timer);',
      'process.stdout.write(left % 20 === 0 ? time() + "\\n" : "token "); }, 10);',
    ].join(' ');
    return `[contestants.${name}]\nagent = "command"\ncommand = ${JSON.stringify([process.execPath, '-e', source])}\n`;
  };
  const speakers = [
    speaker('fresh', 0, 20),
    speaker('full', 100_000, 20),
    speaker('capped', cappedLength, 60 * minutes + warmSeconds + 30),
  ];
  return `max_parallel = 64\ntimeout = "1h"\n${speakers.join('')}`;
}

/** As a browser gets it over the wire, with an empty cache. */
async function loadRow(browser: Browser, place: ServedPlace): Promise<BenchRow> {
  const { page, wire } = await opened(browser, place);
  let bytes = 0;
  const scripts = new Set<string>();
  wire.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId);
  });
  wire.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  await wire.send('Network.enable');
  await page.goto(`${place.url}/#token=${place.token}`);
  await page.getByRole('heading', { name: 'Contests' }).waitFor();
  await sleep(500);
  await page.context().close();
  return row('JavaScript of the first load, compressed', bytes / 1024, {
    target: targets.loadKb,
    unit: 'KB',
  });
}

function assetsRow(): BenchRow {
  const files = readdirSync('dist/web', { recursive: true, encoding: 'utf8' }).map((name) =>
    join('dist/web', name),
  );
  const bytes = [...files, 'dist/report.html.br']
    .map((path) => statSync(path))
    .filter((found) => found.isFile())
    .reduce((sum, { size }) => sum + size, 0);
  return row('files of the pages in the package', bytes / 1024 / 1024, {
    target: targets.assetsMb,
    unit: 'MB',
    digits: 2,
  });
}

async function opened(browser: Browser, place: ServedPlace): Promise<{ page: Page; wire: CDPSession }> {
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 } });
  await context.addInitScript(`localStorage.setItem('joust.token', '${place.token}')`);
  const page = await context.newPage();
  return { page, wire: await context.newCDPSession(page) };
}

/** From the address to what is shown; the program is in the cache, as on any day but the first. */
async function shownAfter(browser: Browser, place: ServedPlace): Promise<number> {
  const { page } = await opened(browser, place);
  const times: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    await page.goto('about:blank');
    const began = performance.now();
    await page.goto(`${place.url}/#/contests`);
    await page.locator('.contest-row, .empty').first().waitFor();
    times.push(performance.now() - began);
  }
  await page.context().close();
  return lateness(times.slice(1)).p50;
}

interface Streamed {
  readonly paintMs: number;
  readonly frameMs: number;
  readonly idleMs: number;
  readonly heapMb: number;
  /** The heap at the end beside that of the beginning. */
  readonly growth: number;
}

async function streaming(
  browser: Browser,
  place: ServedPlace,
  { who, seconds }: { readonly who: string; readonly seconds: number },
): Promise<Streamed> {
  const body = {
    format: 'ask',
    prompt: 'speak',
    cwd: place.folder,
    settings: { contestant: Array.from({ length: panes }, () => who) },
  };
  const { id } = (await place.api('/contests', body)) as { readonly id: string };
  const { page, wire } = await opened(browser, place);
  await page.goto(`${place.url}/#/contests/${id}/answers`);
  await page.getByText('token').first().waitFor({ timeout: 60_000 });
  await sleep(3000);
  await page.evaluate(paintTimes);
  const frameMs = await frameCpu(wire, 6000);
  // By then the times of painting are taken, and what came at once has been put together.
  if (seconds > warmSeconds) await sleep(1000 * warmSeconds);
  const heapBefore = await heapMb(wire);
  await sleep(Math.max(0, 1000 * (seconds - 12)));
  const heapAfter = await heapMb(wire);
  const times = (await page.evaluate('window.benchTimes')) as number[];
  await waitClosed(place, id);
  await sleep(1000);
  const idleMs = await frameCpu(wire, 2000);
  await page.context().close();
  return {
    frameMs,
    idleMs,
    paintMs: lateness(times).p95,
    heapMb: heapAfter,
    growth: heapAfter / heapBefore,
  };
}

/** In the page: of each time that appears, how long ago it was once the frame with it is shown. */
const paintTimes = `
  window.benchTimes = [];
  const seen = new Set();
  new MutationObserver((changes, observer) => {
    if (window.benchTimes.length > 5000) return observer.disconnect();
    const found = changes.flatMap(({ target, addedNodes }) =>
      [target, ...addedNodes].flatMap((node) => (node.textContent ?? '').slice(-400).match(/@(\\d+\\.\\d\\d)@/g) ?? []));
    const fresh = found.filter((time) => !seen.has(time));
    for (const time of fresh) seen.add(time);
    requestAnimationFrame(() => setTimeout(() => {
      const now = performance.timeOrigin + performance.now();
      for (const time of fresh) window.benchTimes.push(now - Number(time.slice(1, -1)));
    }));
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
`;

/** The middle of five looks: what came since it was last put together makes it go up and down. */
async function heapMb(wire: CDPSession): Promise<number> {
  await wire.send('Performance.enable');
  const looks: number[] = [];
  for (let look = 0; look < 5; look += 1) {
    await sleep(1500);
    await wire.send('HeapProfiler.collectGarbage');
    const { metrics } = await wire.send('Performance.getMetrics');
    looks.push((metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0) / 1024 / 1024);
  }
  return lateness(looks).p50;
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly ts: number;
  readonly tid: number;
  readonly pid: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** The thread's own clock for the tasks of the page's main thread, frame by frame: other load does not count. */
async function frameCpu(wire: CDPSession, forMs: number): Promise<number> {
  const events: TraceEvent[] = [];
  const hear = ({ value }: { readonly value: readonly object[] }) =>
    void events.push(...(value as readonly TraceEvent[]));
  wire.on('Tracing.dataCollected', hear);
  const done = new Promise<void>((over) => wire.once('Tracing.tracingComplete', () => over()));
  await wire.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'disabled-by-default-devtools.timeline', '__metadata'] },
  });
  await sleep(forMs);
  await wire.send('Tracing.end');
  await done;
  wire.off('Tracing.dataCollected', hear);
  return perFrame(events);
}

const frameUs = 1_000_000 / 60;

/** Of the busiest main thread: its tasks in steps of a frame. */
function perFrame(events: readonly TraceEvent[]): number {
  const mains = events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  const ofThread = ({ pid, tid }: Pick<TraceEvent, 'pid' | 'tid'>) =>
    events.filter(
      (event) => event.pid === pid && event.tid === tid && event.ph === 'X' && /RunTask/.test(event.name),
    );
  const cpu = (tasks: readonly TraceEvent[]) => tasks.reduce((sum, { tdur = 0 }) => sum + tdur, 0);
  const [busiest = []] = mains.map(ofThread).toSorted((one, other) => cpu(other) - cpu(one));
  const begin = Math.min(...busiest.map(({ ts }) => ts));
  const frames = Map.groupBy(busiest, ({ ts }) => Math.floor((ts - begin) / frameUs));
  return lateness([...frames.values()].map((tasks) => cpu(tasks) / 1000)).p95;
}

async function waitClosed(place: ServedPlace, id: string): Promise<void> {
  for (;;) {
    const { state } = (await place.api(`/contests/${id}`)) as { readonly state: string };
    if (state === 'closed') return;
    await sleep(500);
  }
}
