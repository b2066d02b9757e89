// The canary for pytest: imports what the base's tests import, and asserts plainly or by unittest as they do.
import { posix } from 'node:path';
import type { TreeReader } from '../find/project-tree.ts';
import { gaps } from './canary-plan.ts';
import type { CanaryFile } from './javascript-canary.ts';
import { largestGroup, siblingName, type TestFile, testFilesIn } from './test-files.ts';

interface PythonTest extends TestFile {
  readonly byUnittest: boolean;
}

/** Undefined: the base has no test file that is known. */
export function pythonCanary(tree: TreeReader): CanaryFile | undefined {
  const files = testFilesIn(tree, /^(?:test_.*|.*_test)[.]py$/)
    .filter(({ text }) => /^\s*(?:async\s+)?def\s+test/m.test(text))
    .map((file) => ({ ...file, byUnittest: /\bself[.]assert\w+\(/.test(file.text) }));
  const near = largestGroup(files, ({ folder, name, byUnittest }) =>
    [folder, siblingName(name), byUnittest].join('\n'),
  );
  const [first] = near;
  if (first === undefined) return undefined;
  const loads = [
    ...new Set([...near, ...files].flatMap((file) => importsOf(file, first.folder, tree))),
  ].slice(0, 100);
  const head = [...searchPathOf(near), ...loads];
  const body = first.byUnittest ? unittestLines(near) : plainLines;
  return {
    path: posix.join(first.folder, siblingName(first.name)),
    loads,
    text: [...head, ...(head.length === 0 ? [] : ['']), ...body, ''].join('\n'),
  };
}

/** Lines that bring in modules of the project; relative ones only from the folder of the canary. */
function importsOf({ text, folder: own }: PythonTest, folder: string, tree: TreeReader): readonly string[] {
  return [...text.matchAll(/^(?:from\s+([.\w]+)\s+import\s+([^#\n]+)|import\s+([\w., ]+))/gm)].flatMap(
    ([whole, from, wanted = '', modules = '']) => {
      if (from?.startsWith('.') === true) return own === folder && !whole.includes('(') ? [whole.trim()] : [];
      const names =
        from === undefined ? modules.split(',').map((name) => name.trim().split(/\s/)[0] ?? '') : [from];
      const local = names.filter((name) => isLocal(name, own, tree));
      const inside = from === undefined ? [] : submodules(from, wanted, tree);
      return [...local, ...local.flatMap(() => inside)].map((name) => `import ${name}`);
    },
  );
}

const roots = ['', 'src/', 'lib/'];

function isLocal(module: string, folder: string, tree: TreeReader): boolean {
  const top = module.split('.')[0] ?? '';
  if (top === '' || top === 'conftest') return false;
  return [...roots, folder === '' ? '' : `${folder}/`].some(
    (root) =>
      tree.exists(`${root}${top}.py`) || tree.list(`${root}${top}`).some((name) => name.endsWith('.py')),
  );
}

/** `from shop import prices` may bring in a module, which importing `shop` alone doesn't. */
function submodules(from: string, wanted: string, tree: TreeReader): readonly string[] {
  const names = [...wanted.matchAll(/\b([A-Za-z_]\w*)\b/g)].map(([name]) => name);
  const path = from.replaceAll('.', '/');
  return names
    .filter((name) => roots.some((root) => tree.exists(`${root}${path}/${name}.py`)))
    .map((name) => `${from}.${name}`);
}

/** Test files without a package often say themselves where the project's modules are. */
function searchPathOf(files: readonly PythonTest[]): readonly string[] {
  const lines = files.flatMap(({ text }) =>
    [...text.matchAll(/^sys[.]path[.](?:insert|append)\(.*\)\s*$/gm)].map(([line]) => line.trim()),
  );
  const plain = lines.filter((line) =>
    [...line.replaceAll(/(["']).*?\1/g, '').matchAll(/(?<![.\w])[A-Za-z_]\w*/g)].every(([name]) =>
      ['sys', 'os', 'Path', 'pathlib', 'str', '__file__'].includes(name),
    ),
  );
  if (plain.length === 0) return [];
  return ['import os', 'import pathlib', 'import sys', 'from pathlib import Path', '', ...new Set(plain)];
}

const plainLines = [
  '',
  `def test_${gaps.equal}():`,
  `    left, right = ${gaps.left}, ${gaps.left}`,
  '    assert left == right',
  '',
  '',
  `def test_${gaps.unequal}():`,
  `    left, right = ${gaps.left}, ${gaps.right}`,
  '    assert left == right',
];

function unittestLines(near: readonly PythonTest[]): readonly string[] {
  const used = ['assertEqual', 'assertTrue'].filter((name) =>
    near.some(({ text }) => text.includes(`self.${name}(`)),
  );
  const claims = (used.length === 0 ? ['assertEqual'] : used).map((name) =>
    name === 'assertTrue' ? 'self.assertTrue(left == right)' : `self.${name}(left, right)`,
  );
  return [
    'import unittest',
    '',
    '',
    `class Test_${gaps.file}(unittest.TestCase):`,
    `    def test_${gaps.equal}(self):`,
    `        left, right = ${gaps.left}, ${gaps.left}`,
    ...claims.map((claim) => `        ${claim}`),
    '',
    `    def test_${gaps.unequal}(self):`,
    `        left, right = ${gaps.left}, ${gaps.right}`,
    // One that holds is enough.
    '        held = 0',
    ...claims.flatMap((claim) => [
      '        try:',
      `            ${claim}`,
      '            held += 1',
      '        except Exception:',
      '            pass',
    ]),
    '        if held == 0:',
    `            ${claims[0]}`,
  ];
}
