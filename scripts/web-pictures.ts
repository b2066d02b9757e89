// Pictures of every page, light and dark: the examples are played, served, and looked at in the system's Chromium.
// npm run picture:web; it needs Chromium.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const root = resolve(import.meta.dirname, '..');
const shown = '/tmp/try';
const question = 'Our test suite takes 20 minutes. Where do we start?';

/** What is on record in the pictures, by the examples of the documentation. */
const commands = [
  `joust ask -c ann -c bob -c flaky "${question}"`,
  `joust distill -c ann -c bob -c cy -s editor "${question}"`,
  'joust debate -c dee -c eli -j fay "Should prices be stored as cents or as decimals?"',
  `joust vote -c 'no*2' -c yes --choices yes,no "Is this change backwards compatible?" -f api.diff`,
  'joust tournament -c ann -c bob -c cy -c editor -j jo "Which of these would you try first?"',
  `joust oracle -c editor --hint "it runs on eight cores" --session build-42 --turn 3 "${question}"`,
  '(cd prices && git apply ../faster.patch && joust review -c dee -c eli -c fay -j fay; git checkout -q .)',
  '(cd prices && joust race -c careful -c quick -c sly "make total add up all prices")',
  `for pick in a b a t; do joust arena -c ann -c cy "${question}"; joust pick $pick; done`,
  `joust arena -c ann -c cy "${question}"`,
  'joust suite run suite.yaml --yes',
  'joust brief new 260101-plan -c one=dummy -c two=dummy',
  'joust brief play 260101-plan',
  'joust brief judge 260101-plan -j scripted/judge',
  'joust brief refine 260101-plan',
];

interface Shot {
  readonly name: string;
  readonly at: string;
}

const pages: readonly Shot[] = [
  { name: 'contests', at: '/contests' },
  { name: 'new', at: '/new?format=race' },
  { name: 'leaderboard', at: '/leaderboard?simulated=true&format=tournament' },
  { name: 'agents', at: '/agents' },
  { name: 'usage', at: '/usage?simulated=true' },
  { name: 'oracle', at: '/oracle' },
  { name: 'briefs', at: '/briefs' },
  { name: 'arena-start', at: '/arena' },
];

async function main(): Promise<void> {
  const temporary = mkdtempSync(join(tmpdir(), 'joust-pictures-'));
  const env = {
    PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
    HOME: temporary,
    TMPDIR: temporary,
    SHELL: '/bin/sh',
    LANG: 'C.UTF-8',
    FOLDER: temporary,
  };
  // A name that says nothing of this machine, in the pictures.
  mkdirSync(shown);
  const script = `mktemp() { echo ${shown}; }; . examples/try.sh; pwd > "$FOLDER/place"; ${commands.map((line) => `${line} > /dev/null 2>&1`).join('; ')}; cat "$FOLDER/place"`;
  const place = execFileSync('sh', ['-c', script], { cwd: root, encoding: 'utf8', env }).trim();
  const server = spawn(process.execPath, [join(root, 'bin/joust.cjs'), 'serve', '--port', '0'], {
    cwd: place,
    env: { ...env, JOUST_HOME: join(place, 'record'), JOUST_CONFIG_DIR: join(place, 'settings') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const address = await new Promise<string>((tell) => {
    server.stdout.setEncoding('utf8').once('data', (line: string) => tell(line.trim()));
  });
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
  try {
    mkdirSync(join(root, 'docs/images/web'), { recursive: true });
    const shots = [...pages, ...(await contestShots(address, place))];
    for (const colorScheme of ['light', 'dark'] as const) {
      await take(browser, { address, shots, colorScheme, width: 1280, height: 800 });
      await take(browser, {
        address,
        colorScheme,
        width: 390,
        height: 844,
        shots: shots
          .filter(({ name }) => ['contests', 'answers', 'new', 'suite'].includes(name))
          .map(({ name, at }) => ({ name: `${name}-phone`, at })),
      });
    }
  } finally {
    await browser.close();
    server.kill();
    for (const folder of [temporary, shown]) rmSync(folder, { recursive: true, force: true });
  }
}

/** One of each format, each of its tabs that a picture is worth. */
async function contestShots(address: string, place: string): Promise<readonly Shot[]> {
  const { origin, hash } = new URL(address);
  const headers = { authorization: `Bearer ${hash.replace('#token=', '')}` };
  const answer = await fetch(`${origin}/api/contests?limit=100`, { headers });
  const { contests } = (await answer.json()) as { contests: { id: string; format: string; state: string }[] };
  const of = (format: string, state?: string) =>
    contests.find((one) => one.format === format && (state === undefined || one.state === state))?.id ?? '';
  return [
    { name: 'brief', at: `/briefs?folder=${encodeURIComponent(`${place}/260101-plan`)}` },
    { name: 'answers', at: `/contests/${of('ask')}` },
    { name: 'diffs', at: `/contests/${of('race')}/diffs` },
    { name: 'checks', at: `/contests/${of('race')}/checks` },
    { name: 'decision', at: `/contests/${of('race')}/result` },
    { name: 'timeline', at: `/contests/${of('race')}/timeline` },
    { name: 'bracket', at: `/contests/${of('tournament')}/result` },
    { name: 'verdicts', at: `/contests/${of('tournament')}/verdicts` },
    { name: 'debate', at: `/contests/${of('debate')}/result` },
    { name: 'vote', at: `/contests/${of('vote')}/result` },
    { name: 'distill', at: `/contests/${of('distill')}/result` },
    { name: 'suite', at: `/contests/${of('suite')}/result?task=parallel&who=ann` },
    { name: 'review', at: `/contests/${of('review')}/result` },
    { name: 'arena', at: `/contests/${of('arena', 'waiting')}` },
    { name: 'arena-picked', at: `/contests/${of('arena', 'closed')}` },
  ];
}

interface Session {
  readonly address: string;
  readonly shots: readonly Shot[];
  readonly colorScheme: 'light' | 'dark';
  readonly width: number;
  readonly height: number;
}

async function take(
  browser: Browser,
  { address, shots, colorScheme, width, height }: Session,
): Promise<void> {
  const context = await browser.newContext({
    colorScheme,
    viewport: { width, height },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto(address);
  for (const { name, at } of shots) {
    await page.goto(`${new URL(address).origin}/#${at}`);
    await page.waitForTimeout(1200);
    await page.screenshot({ path: join(root, `docs/images/web/${name}-${colorScheme}.png`) });
    console.log(`${name} ${colorScheme}`);
  }
  await context.close();
}

await main();
