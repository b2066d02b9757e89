// What is read of a user's index without git says what git would say.
import { readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isPlainContent } from '../../src/workspace/base/disk-content.ts';
import { indexFacts } from '../../src/workspace/base/index-file.ts';
import { openRepository } from '../../src/workspace/base/repository.ts';
import { type TestRepository, testRepository } from '../setup/repository.ts';

const files = {
  'a.txt': 'a\n',
  'b/one/c.txt': 'c\n',
  'b/two/d.txt': 'd\n',
  'b.txt': 'b\n',
  'z/ü/e.txt': 'e\n',
};

function factsOf({ folder }: TestRepository) {
  return indexFacts(readFileSync(join(folder, '.git/index')));
}

it('knows the tree and all folders of an index nobody changed, and neither of one somebody did', () => {
  using repository = testRepository(files);
  const { tree } = factsOf(repository) ?? {};
  expect(tree?.oid).toBe(repository.git('write-tree').trim());
  const folders = repository.git('ls-tree', '-r', '-d', '-z', '--name-only', 'HEAD').split('\0').slice(0, -1);
  expect(tree?.folders.toSorted()).toEqual(folders.toSorted());
  // Of what was written in the second of the index git keeps no size.
  for (const path of Object.keys(files)) utimesSync(join(repository.folder, path), 1e9, 1e9);
  repository.git('update-index', '-q', '--refresh');
  expect(factsOf(repository)?.size).toEqual({ files: 5, bytes: 10 });
  repository.write('b/two/d.txt', 'another\n');
  repository.git('add', '-A');
  expect(factsOf(repository)).toMatchObject({ tree: undefined, linksCommits: false });
  repository.git('write-tree');
  repository.git('rm', '-q', 'a.txt');
  expect(factsOf(repository)?.tree).toBeUndefined();
});

it('takes no content for plain that some attribute speaks of, wherever that stands', async () => {
  const isPlain = async (repository: TestRepository) =>
    await isPlainContent(await openRepository(repository.folder, repository.home), factsOf(repository));
  const attribute = '*.txt filter=turned\n';
  using tracked = testRepository({ ...files, 'b/.gitattributes': attribute });
  expect(factsOf(tracked)?.hasAttributes).toBe(true);
  expect(await isPlain(tracked)).toBe(false);
  for (const path of ['.gitattributes', 'b/.gitattributes', 'z/ü/.gitattributes', '.git/info/attributes']) {
    using repository = testRepository(files);
    expect(await isPlain(repository), path).toBe(true);
    repository.write('.git/info/exclude', '.gitattributes\n');
    repository.write(path, attribute);
    expect(await isPlain(repository), path).toBe(false);
  }
});
