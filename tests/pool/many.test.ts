// Many contests over three hosts, each attempt paid for once; one of them a race in a repository that no host has, which is applied.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { paidOf, paidOnce, poolPlace } from '../setup/pool-place.ts';
import { sharedCluster } from '../setup/postgres.ts';
import { madeRepository } from '../setup/repository.ts';

const shared = await sharedCluster();
const count = process.env['JOUST_SWEEP'] === 'all' ? 60 : 11;

it('plays them all, on all of its hosts, each attempt once, and a race without the repository', async (context) => {
  if (typeof shared === 'string') return context.skip(shared);
  const worker = `[contestants.hand]\nagent = "command"\ncommand = ["/bin/sh", "-c", "echo new >code.txt; pwd; hostname"]\n`;
  await using place = poolPlace((schema) => shared.url(schema), { seconds: '0.3', toml: worker });
  const { submitter } = place;
  const { git, write } = madeRepository(submitter.folder);
  write('code.txt', 'old\n');
  git('add', '-A');
  git('commit', '-q', '-m', 'base');
  const prompts = Array.from({ length: count }, (_, at) => `contest ${at}`);
  const raced = await submitter.joust([
    'race',
    '--pool',
    '--detach',
    '-c',
    'hand',
    '--no-found-checks',
    'make it new',
  ]);
  expect(raced.code, raced.stderr).toBe(0);
  const ids = await place.submit(prompts);
  await Promise.all([1, 2, 3].map(() => place.host().work(['--places', '4'])));
  await place.closed([...ids, raced.stdout.trim()]);
  const bill = place.bill();
  expect(paidOf(bill)).toEqual(paidOnce(prompts));
  expect(new Set(bill.map(({ host }) => host)).size).toBeGreaterThan(1);
  const applied = await submitter.joust(['apply', raced.stdout.trim(), '--as', 'hand', '--yes']);
  expect(applied.code, applied.stderr).toBe(0);
  expect(readFileSync(join(submitter.folder, 'code.txt'), 'utf8')).toBe('new\n');
  const { stdout } = await submitter.joust(['show', raced.stdout.trim()]);
  expect(stdout).toMatch(/host[123]/);
});
