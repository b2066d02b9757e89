// What git passes over while it ends with success is named as left out, in workspaces of every kind and in the base.
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openRepository } from '../../src/workspace/base/repository.ts';
import type { LeftOut } from '../../src/workspace/base/stage-tree.ts';
import { takeBase } from '../../src/workspace/base/take-base.ts';
import type { SealedWork } from '../../src/workspace/workspace.ts';
import { type TestRepository, testRepository } from '../setup/repository.ts';
import { layeredFiles, layeredPlace, runIn } from './layered-place.ts';
import { noOverlays } from './workspace-kinds.ts';

const noName = 'git does not take its name';
const noLink = 'git does not take a link of that name';
const notText = 'its name is not UTF-8';

function told(leftOut: readonly LeftOut[]): readonly string[] {
  return leftOut.map(({ path, why }) => `${path}: ${why}`).toSorted();
}

function pathsOf({ change }: SealedWork): readonly string[] {
  return change.map(({ path }) => path);
}

const kinds = ['checkout', ...(noOverlays === undefined ? (['overlay'] as const) : [])] as const;

describe.each(kinds)('a workspace of the kind %s', (kind) => {
  const worked = async (repository: TestRepository, script: string) => {
    const workspace = await (await layeredPlace(repository))[kind]();
    runIn(workspace, `set -e; ${script}`);
    return await workspace.seal();
  };

  it('names what git takes for its own on some system', async () => {
    using repository = testRepository(layeredFiles);
    const sealed = await worked(
      repository,
      String.raw`echo d >'x\.git'; mkdir 'y\.git' d; echo e >'y\.git/e'; echo f >"$(printf '.g\342\200\214it')"
      echo g >d/..git; echo h >'z\h'; echo i >"$(printf "x\\\\.git'\nadd 'ok.txt")"; echo ok >ok.txt; ln -s a.txt 'd\.git'`,
    );
    expect(told(sealed.leftOut)).toEqual(
      [
        `.g\u200Cit: ${noName}`,
        String.raw`d\.git: ${noLink}`,
        String.raw`x\.git: ${noName}`,
        String.raw`y\.git/e: ${noName}`,
      ].toSorted(),
    );
    expect(pathsOf(sealed)).toEqual(['d/..git', 'ok.txt', "x\\.git'\nadd 'ok.txt", String.raw`z\h`]);
  });

  it('names links in the place of files that git reads itself', async () => {
    using repository = testRepository(layeredFiles);
    const sealed = await worked(
      repository,
      'ln -s a.txt .gitmodules; mkdir q; ln -s b q/.gitmodules; ln -s c .mailmap; echo ok >ok.txt',
    );
    expect(told(sealed.leftOut)).toEqual([`.gitmodules: ${noLink}`, `q/.gitmodules: ${noLink}`]);
    expect(pathsOf(sealed)).toEqual(['.mailmap', 'ok.txt']);
  });

  it('names a tracked file that became such a link, and hands it in as it was', async () => {
    using repository = testRepository({ ...layeredFiles, '.gitmodules': '[x]\n' });
    const sealed = await worked(
      repository,
      'rm .gitmodules; ln -s a.txt .gitmodules; echo more >>a.txt; echo ok >ok.txt',
    );
    expect(told(sealed.leftOut)).toEqual([`.gitmodules: ${noLink}`]);
    expect(pathsOf(sealed)).toEqual(['a.txt', 'ok.txt']);
  });

  it('takes a name that really holds U+FFFD, and none that only looks so', async () => {
    using repository = testRepository(layeredFiles);
    const real = String.raw`echo x >"$(printf 'f\357\277\275')"; mkdir "$(printf 'g\357\277\275')"; echo y >"$(printf 'g\357\277\275')/y"`;
    const sealed = await worked(repository, real);
    expect(told(sealed.leftOut)).toEqual([]);
    expect(pathsOf(sealed)).toEqual(['f\uFFFD', 'g\uFFFD/y']);
    using other = testRepository(layeredFiles);
    const alike = String.raw`echo z >"$(printf 'f\377')"; echo z >"$(printf 'h\377')"`;
    const mixed = await worked(other, `${real}; ${alike}`);
    expect(told(mixed.leftOut)).toEqual([`f\uFFFD: ${notText}`, `h\uFFFD: ${notText}`]);
    expect(pathsOf(mixed)).toEqual(['g\uFFFD/y']);
  });
});

it('the base names them as well', async () => {
  using repository = testRepository({ ...layeredFiles, '.gitmodules': '' });
  const { folder, home } = repository;
  writeFileSync(join(folder, String.raw`x\.git`), 'x\n');
  writeFileSync(join(folder, 'ok.txt'), 'ok\n');
  writeFileSync(join(folder, 'f\uFFFD'), 'f\n');
  symlinkSync('a.txt', join(folder, 'lib/.gitmodules'));
  const base = await takeBase(await openRepository(folder, '/nonexistent'), { home, nonce: 'n' });
  expect(told(base.leftOut)).toEqual([`lib/.gitmodules: ${noLink}`, String.raw`x\.git: ${noName}`]);
  expect(base.change.map(({ path }) => path).toSorted()).toEqual(['f\uFFFD', 'ok.txt'].toSorted());
});
