// A repository of 100 MB travels to a host in pieces: neither end ever holds it whole.
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { type TestRepository, testRepository } from '../setup/repository.ts';

const source = (path: string) => new URL(`../../${path}`, import.meta.url).href;
const program = `
const [step, folder, home, shared, id] = process.argv.slice(2);
const { openOnly } = await import('${source('src/play/open.ts')}');
const { resumeContest } = await import('${source('src/play/play.ts')}');
const { SqliteLedger } = await import('${source('src/ledger/sqlite/sqlite-ledger.ts')}');
const { world } = await import('${source('tests/setup/world.ts')}');
const { shell } = await import('${source('tests/setup/travel-place.ts')}');
const openLedger = () => new SqliteLedger(shared, () => new Date());
const roster = [shell('a', 'cat >/dev/null; ls | wc -l')];
const pool = { label: 'default', kind: 'read', protocol: 1 };
const task = { format: 'ask', prompt: 'why?', files: [], cwd: folder, tier: 'read', joustVersion: '0' };
const told = step === 'open'
  ? (await openOnly({ ...task, roster, options: {}, pool }, world(folder, { home, openLedger }))).id
  : (await resumeContest(id, world(home, { home, host: 'h1', openLedger }))).outcome;
console.log(told, process.resourceUsage().maxRSS);
`;

const run = promisify(execFile);

/** In kilobytes, of whoever opens it and of the host. */
async function peaks({ folder, home }: TestRepository): Promise<readonly number[]> {
  const script = join(folder, '..', 'step.mts');
  writeFileSync(script, program);
  const step = async (...words: readonly string[]) => {
    const { stdout } = await run(process.execPath, [script, ...words]);
    return stdout.trim().split(' ');
  };
  const shared = `${home}-shared`;
  const [id = '', opened] = await step('open', folder, home, shared);
  const [outcome, played] = await step('play', folder, `${home}-host`, shared, id);
  expect(outcome).toBe('ok');
  return [Number(opened), Number(played)];
}

it('with a bounded part of it in memory', async () => {
  using small = testRepository({ 'a.txt': 'a\n' });
  using large = testRepository({ 'a.txt': 'a\n' });
  for (let at = 0; at < 40; at += 1) large.write(`part-${at}.bin`, randomBytes(1_000_000));
  large.write('large.bin', randomBytes(60_000_000));
  large.git('add', '-A');
  large.git('commit', '-q', '-m', 'large');
  const [before, after] = [await peaks(small), await peaks(large)];
  for (const [at, peak] of after.entries()) expect(peak - (before[at] ?? 0)).toBeLessThan(120_000);
});
