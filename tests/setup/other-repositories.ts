// Repositories with submodules and filters for tests, made with the real git.
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { madeRepository, type TestRepository } from './repository.ts';

type Place = Pick<TestRepository, 'folder' | 'home' | 'git'>;

/** Each in the one before it, and checked out; their commits. Every one has a file of its name and ignores `*.o`. */
export function addSubmodule(place: Place, ...names: readonly string[]): readonly string[] {
  const commits: string[] = [];
  let inner: { folder: string; name: string } | undefined;
  for (const name of names.toReversed()) {
    const folder = join(place.home, 'modules', name);
    mkdirSync(folder, { recursive: true });
    const { git, write } = madeRepository(folder);
    write(`${name}.txt`, `${name}\n`);
    write('.gitignore', '*.o\n');
    if (inner !== undefined) git(...add, inner.folder, inner.name);
    git('add', '-A');
    git('commit', '-q', '-m', name);
    commits.unshift(git('rev-parse', 'HEAD').trim());
    inner = { folder, name };
  }
  if (inner !== undefined) place.git(...add, inner.folder, inner.name);
  place.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'update', '--init', '--recursive');
  place.git('commit', '-q', '-m', 'submodules');
  return commits;
}

const add = ['-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add'] as const;

/** A filter that turns every letter as Git LFS or git-crypt turn content, and leaves a mark when it runs. */
export function markingFilter(
  { home, git }: Place,
  name: string,
): { readonly mark: string; readonly program: string } {
  const [mark, program] = [join(home, `ran-${name}`), join(home, `filter-${name}.sh`)];
  mkdirSync(home, { recursive: true });
  writeFileSync(program, `#!/bin/sh\ntouch '${mark}'\ntr A-Za-z N-ZA-Mn-za-m\n`);
  chmodSync(program, 0o755);
  for (const way of ['clean', 'smudge']) git('config', `filter.${name}.${way}`, program);
  git('config', `filter.${name}.required`, 'true');
  return { mark, program };
}
