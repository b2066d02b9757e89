// The wall clock of a bracket of 8 beside three judge calls, one after the other: the matches of a round run side by side.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const contestants = 8;
const rounds = 3;
const judgeMs = 1000;

interface Timed {
  readonly at: string;
  readonly type: string;
  readonly key?: string;
}

export function benchBracket(): void {
  const folder = mkdtempSync(join(tmpdir(), 'joust-bench-'));
  try {
    const took = judgingMs(folder);
    const calls = rounds * judgeMs;
    console.log(
      `\nBracket of ${contestants}, a judge that thinks for ${judgeMs} ms: ${took} ms from the first judge's start to the last one's end, ` +
        `beside ${calls} ms for ${rounds} calls (7 one after the other: ${7 * judgeMs} ms).`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function judgingMs(folder: string): number {
  const work = join(folder, 'work');
  mkdirSync(work);
  const names = Array.from({ length: contestants }, (_, at) => `c${at}.json`);
  const script = (name: string, steps: readonly object[]) =>
    writeFileSync(join(work, name), JSON.stringify({ rate: 5000, steps }));
  for (const [at, name] of names.entries()) script(name, [{ say: `answer ${'x'.repeat(at)}` }]);
  script('judge.json', [{ wait: judgeMs }, { judge: 'longer' }]);
  const roster = names.flatMap((name) => ['-c', `scripted/./${name}`]);
  const run = (args: readonly string[]) =>
    spawnSync(process.execPath, [resolve('src/surfaces/cli/bin.ts'), ...args], {
      cwd: work,
      encoding: 'utf8',
      env: {
        PATH: process.env['PATH'],
        HOME: folder,
        JOUST_HOME: join(folder, 'data'),
        JOUST_CONFIG_DIR: join(folder, 'config'),
      },
    });
  const played = run(['tournament', ...roster, '-j', 'scripted/./judge.json', 'why?']);
  if (played.status !== 0) throw new Error(`the bracket ended with ${played.status}: ${played.stderr}`);
  const events = run(['show', '@last', '--events'])
    .stdout.trim()
    .split('\n')
    .map((line): Timed => JSON.parse(line));
  const ofMatches = events.filter(({ key }) => key?.startsWith('match/') === true);
  const times = (type: string) =>
    ofMatches.filter((event) => event.type === type).map(({ at }) => Date.parse(at));
  return Math.max(...times('attempt.ended')) - Math.min(...times('attempt.started'));
}
