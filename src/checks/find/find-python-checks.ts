// The checks of a Python project: pytest and ruff, where their configuration or their files are.
import type { CheckSpec } from '../../domain/check-spec.ts';
import type { TreeReader } from './find-tree.ts';

export function findPythonChecks(tree: TreeReader): readonly CheckSpec[] {
  const pytest = pytestOrigin(tree);
  const ruff = ruffOrigin(tree);
  return [
    ...(pytest === undefined ? [] : [pytestCheck(tree, pytest)]),
    ...(ruff === undefined ? [] : [ruffCheck(ruff)]),
  ];
}

/** The environment of the project has what its tests import; the machine's Python hardly ever. */
function pytestCheck(tree: TreeReader, origin: string): CheckSpec {
  const own = ['.venv/bin/python', 'venv/bin/python'].find((path) => tree.exists(path));
  return {
    name: 'pytest',
    command: `${own ?? 'python3'} -m pytest -q`,
    parser: 'pytest',
    signal: 'tests',
    required: true,
    origin,
  };
}

function ruffCheck(origin: string): CheckSpec {
  return {
    name: 'ruff',
    command: 'ruff check --output-format json .',
    parser: 'ruff-json',
    signal: 'lint',
    required: false,
    origin,
  };
}

function pytestOrigin(tree: TreeReader): string | undefined {
  const sections = [
    ['pyproject.toml', /^\s*\[tool\.pytest[\].]/m],
    ['setup.cfg', /^\s*\[tool:pytest\]/m],
    ['tox.ini', /^\s*\[pytest\]/m],
  ] as const;
  const file = ['pytest.ini', 'conftest.py', 'tests/conftest.py'].find((path) => tree.exists(path));
  const section = sections.find(([path, header]) => header.test(tree.read(path) ?? ''));
  return file ?? section?.[0] ?? testFile(tree);
}

function testFile(tree: TreeReader): string | undefined {
  const folder = ['tests', 'test'].find((path) =>
    tree.list(path).some((name) => /^test_.*[.]py$|_test[.]py$/.test(name)),
  );
  return folder === undefined ? undefined : `${folder}/*.py`;
}

function ruffOrigin(tree: TreeReader): string | undefined {
  const file = ['ruff.toml', '.ruff.toml'].find((path) => tree.exists(path));
  const section = /^\s*\[tool\.ruff[\].]/m.test(tree.read('pyproject.toml') ?? '');
  return file ?? (section ? 'pyproject.toml tool.ruff' : undefined);
}
