// Patterns against Node's own search, on a tree with everything that could tell them apart.
import { globSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { tempFolder } from './folder.ts';
import { matchPaths } from './match-paths.ts';

const folders = [
  'a/node_modules/x',
  '.hid/node_modules',
  'b/c/node_modules',
  'b/.h/node_modules',
  'real/node_modules',
  '.git/node_modules',
  'a/.git/node_modules',
  'node_modules/dep/node_modules',
  'empty',
];
const links = {
  link: 'real',
  'b/lk': '../real',
  '.venv': 'nowhere',
  venv: 'real',
  'empty/node_modules': 'nowhere',
};

it.each([
  'node_modules',
  '*/node_modules',
  '*/*/node_modules',
  '.venv',
  'venv',
  'a/node_modules',
  'link/node_modules',
  'b/*/node_modules',
  '*/c/node_modules',
  '*',
  '*/*',
  '**/node_modules',
  './a/node_modules',
  'a//node_modules',
  '.git/node_modules',
  'a/.git/node_modules',
  'f/node_modules',
  'f/*/x',
  'none/*/x',
  '{a,b}/node_modules',
  '?/c',
])('%s', (pattern) => {
  using top = tempFolder();
  for (const path of folders) mkdirSync(join(top.path, path), { recursive: true });
  writeFileSync(join(top.path, 'f'), '');
  for (const [path, target] of Object.entries(links)) {
    mkdirSync(dirname(join(top.path, path)), { recursive: true });
    symlinkSync(target, join(top.path, path));
  }
  const exclude = (name: unknown) => basename(String(name)) === '.git';
  const expected = globSync(pattern, { cwd: top.path, exclude });
  expect([...matchPaths(top.path, [pattern])].sort()).toEqual(expected.sort());
  expect(matchPaths(top.path, [pattern, pattern])).toHaveLength(expected.length);
});
