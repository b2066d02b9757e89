// What of an entry is refused where a submodule or a filter of the user's is in its way.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/process/machine.ts';
import { clashesWith } from '../../src/workspace/apply/apply-change.ts';
import { uncommittable } from '../../src/workspace/apply/uncommittable.ts';
import { addSubmodule, markingFilter } from '../setup/other-repositories.ts';
import { testRepository } from '../setup/repository.ts';

describe('what git cannot commit of a change', () => {
  const blob = (text: string) => ({ sha256: text, bytes: text.length });
  const file = (path: string, text: string) => ({
    path,
    after: { mode: '100644' as const, content: blob(text) },
  });
  const content = async ({ sha256 }: { readonly sha256: string }) => Buffer.from(sha256);

  it('is told also where only its own attributes ask for a filter; asking runs none', async () => {
    using repository = testRepository({ 'a.txt': 'one\n', 'b/.gitattributes': '*.dat -filter\n' });
    const { mark } = markingFilter(repository, 'mark');
    const files = [file('.gitattributes', '*.dat filter=mark\n'), file('x.dat', 'x'), file('b/y.dat', 'y')];
    const asked = { top: repository.folder, content };
    const why = 'it passes through a filter of yours';
    expect(await uncommittable({ ...asked, change: { files } })).toEqual([{ path: 'x.dat', why }]);
    expect(await uncommittable({ ...asked, change: { files: files.slice(1) } })).toEqual([]);
    expect(existsSync(mark)).toBe(false);
  });

  it('is a path in a submodule, and the submodule itself', async () => {
    using repository = testRepository({ 'a.txt': 'one\n' });
    addSubmodule(repository, 'lib');
    const files = [file('lib', 'link'), file('lib/lib.txt', 'x'), file('library', 'x')];
    const told = await uncommittable({ top: repository.folder, content, change: { files } });
    expect(told.map(({ path }) => path)).toEqual(['lib', 'lib/lib.txt']);
  });

  it('is not even written where a submodule would become a link', async () => {
    using repository = testRepository({ 'a.txt': 'one\n' });
    addSubmodule(repository, 'lib');
    const link = { path: 'lib', after: { mode: '120000' as const, content: blob('/etc') } };
    const gone = ['lib/lib.txt', 'lib/.gitignore'].map((path) => {
      const text = readFileSync(join(repository.folder, path));
      return {
        path,
        before: { mode: '100644' as const, content: { sha256: sha256(text), bytes: text.length } },
      };
    });
    expect(clashesWith(repository.folder, { files: [link, ...gone] })).toEqual([
      { path: 'lib', why: 'there is a folder with other files in its place' },
    ]);
  });
});
