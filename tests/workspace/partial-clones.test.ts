// The base of a race in a clone that has not all objects: what is needed is there or on disk, or it is named; nothing is fetched.
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gitText } from '../../src/process/git/git.ts';
import { openRepository } from '../../src/workspace/base/repository.ts';
import { takeBase } from '../../src/workspace/base/take-base.ts';
import { type TestRepository, testRepository } from '../setup/repository.ts';

async function taken({ folder, home }: Pick<TestRepository, 'folder' | 'home'>, nonce = 'n') {
  const repository = await openRepository(folder, '/nonexistent');
  return { ...(await takeBase(repository, { home, nonce })), head: repository.head };
}

describe('a partial clone', () => {
  function partial(repository: TestRepository, ...args: readonly string[]) {
    repository.git('config', 'uploadpack.allowFilter', 'true');
    const folder = join(repository.home, 'clone');
    mkdirSync(repository.home, { recursive: true });
    repository.git('clone', '-q', '--filter=blob:none', ...args, `file://${repository.folder}`, folder);
    return { folder, home: repository.home };
  }

  it('is taken where all that is needed is there, and nothing is fetched', async () => {
    using repository = testRepository({ 'a.txt': 'one\n', 'b/c.txt': 'two\n' });
    repository.write('a.txt', 'newer\n');
    repository.git('commit', '-qam', 'newer');
    const clone = partial(repository);
    const [object] = repository.git('rev-parse', 'HEAD~:a.txt').split('\n');
    rmSync(join(repository.folder, '.git'), { recursive: true });
    const base = await taken(clone);
    expect(base.snapshot).toBe(base.head);
    expect(
      execFileSync('git', ['cat-file', '--batch-check', '--batch-all-objects'], {
        cwd: clone.folder,
      }).toString(),
    ).not.toContain(object);
  });

  it('of which objects are missing has the content that lies on disk', async () => {
    using repository = testRepository({ 'a.txt': 'one\n', 'b/c.txt': 'two\n' });
    const clone = partial(repository, '--no-checkout');
    rmSync(join(repository.folder, '.git'), { recursive: true });
    execFileSync('git', ['read-tree', 'HEAD'], { cwd: clone.folder });
    mkdirSync(join(clone.folder, 'b'));
    writeFileSync(join(clone.folder, 'a.txt'), 'one\n');
    writeFileSync(join(clone.folder, 'b/c.txt'), 'two\n');
    const base = await taken(clone);
    expect(base.snapshot).toBe(base.head);
    expect(await gitText(base.store, ['cat-file', 'blob', `${base.tree}:b/c.txt`])).toBe('two');
    writeFileSync(join(clone.folder, 'a.txt'), 'other\n');
    await expect(taken(clone, 'm')).rejects.toThrow(/was never fetched/);
  });

  it('of which files are missing is refused, by their names', async () => {
    using repository = testRepository({ 'a.txt': 'one\n', 'b/c.txt': 'two\n' });
    const clone = partial(repository, '--sparse');
    await expect(taken(clone)).rejects.toThrow(/the content of 1 file was never fetched \(b\/c\.txt\)/);
  });
});
