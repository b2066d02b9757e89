// Entries that would keep joust busy for minutes: too many files, too many folders, a large change to the index.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { laidIndex, readIndex } from '../../src/workspace/base/index-file.ts';
import { isTooDeep, sortOut, stageLimits } from '../../src/workspace/base/stage-tree.ts';
import { testRepository } from '../setup/repository.ts';

it('leaves out files beyond the limit, and says how many', async () => {
  using repository = testRepository({ 'a.txt': 'a\n', 'b.txt': 'b\n', 'c.txt': 'c\n', 'd.txt': 'd\n' });
  const sorted = await sortOut(repository.folder, ['a.txt', 'b.txt', 'c.txt', 'd.txt', 'gone.txt'], {
    ...stageLimits,
    files: 2,
  });
  expect(sorted.take).toEqual(['a.txt', 'b.txt']);
  expect(sorted.gone).toEqual(['gone.txt']);
  expect(sorted.leftOut).toEqual([
    { path: 'c.txt', why: 'there are more than 2 changed files; 2 files are left out' },
  ]);
});

it('leaves out a file that lies too many folders deep', async () => {
  using repository = testRepository({ 'a.txt': 'a\n' });
  const folder = 'd/'.repeat(250);
  mkdirSync(join(repository.folder, folder), { recursive: true });
  writeFileSync(join(repository.folder, folder, 'deep.txt'), 'deep\n');
  const sorted = await sortOut(repository.folder, [`${folder}deep.txt`, 'a.txt'], stageLimits);
  expect(sorted.take).toEqual(['a.txt']);
  expect(sorted.leftOut).toEqual([{ path: `${folder}deep.txt`, why: 'it is more than 200 folders deep' }]);
  expect(isTooDeep('d/'.repeat(200))).toBe(false);
});

// No clock is asked: work that grows with the square would run into the limit of the test.
it('merges 300,000 new files into an index as git would', () => {
  using repository = testRepository({ 'a.txt': 'a\n', 'z.txt': 'z\n' });
  const oid = repository.git('hash-object', '-w', 'a.txt').trim();
  const paths = Array.from({ length: 300_000 }, (_, at) => `many/${at % 300}/${at}`);
  const index = readIndex(readFileSync(join(repository.folder, '.git/index')));
  if (index === undefined) throw new Error('the index could not be read');
  const laid = paths.map((path) => ({ path, file: { mode: '100644', oid } }));
  repository.write('.git/index', Buffer.concat(laidIndex(index, laid)));
  expect(repository.git('diff', '--cached', '--shortstat')).toContain('300000 files changed');
  expect(repository.git('ls-files', 'many/299').trim().split('\n')).toEqual(
    paths.filter((path) => path.startsWith('many/299/')).toSorted(),
  );
});
