// The tamper radar: what it names, by path and by content, and what it leaves alone.
import { describe, expect, it } from 'vitest';
import type { ChangedFile } from './flag.ts';
import { tamperOf } from './tamper.ts';

const changed = (path: string, before = 'a\n', after = 'b\n'): ChangedFile => ({
  path,
  how: 'changed',
  before,
  after,
});
const only = (file: ChangedFile) => tamperOf([file]);

describe('by path', () => {
  it.each([
    ['test/a.test.js', 'tests'],
    ['.github/workflows/ci.yml', 'ci'],
    ['.github/workflows/tests/action.test.js', 'ci'],
    ['.gitlab-ci.yml', 'ci'],
    ['.circleci/config.yml', 'ci'],
    ['Jenkinsfile', 'ci'],
    ['azure-pipelines.yml', 'ci'],
    ['.buildkite/pipeline.yml', 'ci'],
    ['.travis.yml', 'ci'],
    ['eslint.config.js', 'lint'],
    ['.eslintrc.cjs', 'lint'],
    ['packages/a/.eslintignore', 'lint'],
    ['biome.jsonc', 'lint'],
    ['.prettierrc', 'lint'],
    ['ruff.toml', 'lint'],
    ['.flake8', 'lint'],
    ['.pylintrc', 'lint'],
    ['pylintrc', 'lint'],
    ['.golangci.yml', 'lint'],
    ['clippy.toml', 'lint'],
    ['.pre-commit-config.yaml', 'lint'],
    ['tsconfig.json', 'types'],
    ['packages/a/tsconfig.build.json', 'types'],
    ['mypy.ini', 'types'],
    ['pyrightconfig.json', 'types'],
    ['jest.config.ts', 'runner'],
    ['vitest.config.mts', 'runner'],
    ['vitest.workspace.ts', 'runner'],
    ['vitest.unit.config.ts', 'runner'],
    ['.mocharc.json', 'runner'],
    ['playwright.config.ts', 'runner'],
    ['karma.conf.js', 'runner'],
    ['pytest.ini', 'runner'],
    ['tox.ini', 'runner'],
    ['noxfile.py', 'runner'],
    ['.npmrc', 'runner'],
    ['sitecustomize.py', 'runner'],
    ['.cargo/config.toml', 'runner'],
    ['package-lock.json', 'lock'],
    ['Cargo.lock', 'lock'],
    ['go.sum', 'lock'],
    ['pnpm-lock.yaml', 'lock'],
    ['uv.lock', 'lock'],
  ])('%s is %s', (path, kind) => {
    expect(only(changed(path))).toEqual([{ path, how: 'changed', kind }]);
    expect(only({ path, how: 'deleted', before: 'a' })).toEqual([{ path, how: 'deleted', kind }]);
    expect(only({ path, how: 'added' })).toEqual([{ path, how: 'added', kind }]);
  });

  it.each([
    '.editorconfig',
    'src/lock.ts',
    '.github/dependabot.yml',
    'src/config.ts',
    'tsconfig.md',
    'go.mod',
  ])('%s is nothing of it', (path) => {
    expect(only(changed(path))).toEqual([]);
  });
});

describe('package.json', () => {
  const json = (value: object) => JSON.stringify(value, undefined, 2);

  it('names the scripts and settings that changed', () => {
    const before = json({ scripts: { test: 'vitest', lint: 'biome', build: 'tsc' }, jest: {} });
    const after = json({ scripts: { test: 'true', build: 'tsc', pretest: 'x' }, eslintConfig: {} });
    expect(only(changed('package.json', before, after))).toEqual([
      {
        path: 'package.json',
        how: 'changed',
        kind: 'scripts',
        detail:
          'scripts.test changed, scripts.lint deleted, scripts.pretest added, jest deleted, eslintConfig added',
      },
    ]);
  });

  it('says nothing of dependencies', () => {
    const before = json({ scripts: { test: 'vitest' }, dependencies: {} });
    const after = json({ dependencies: { zod: '4' }, scripts: { test: 'vitest' } });
    expect(only(changed('package.json', before, after))).toEqual([]);
  });

  it('does not take what it cannot read for harmless', () => {
    expect(only(changed('package.json', '{}', '{'))[0]?.detail).toBe('cannot be read as JSON');
    expect(only({ path: 'package.json', how: 'changed', before: '{}' })[0]?.detail).toBe('cannot be read');
  });

  it('is not fooled by names every object has', () => {
    const after = '{"scripts": {"__proto__": "x", "constructor": "y"}}';
    expect(only(changed('package.json', '{}', after))[0]?.detail).toBe(
      'scripts.__proto__ added, scripts.constructor added',
    );
  });
});

describe('files that hold several things', () => {
  const python =
    '[project]\nname = "x"\n\n[tool.pytest.ini_options]\naddopts = "-q"\n\n[tool.ruff]\nselect = ["E"]\n';

  it('pyproject.toml counts by its sections', () => {
    expect(only(changed('pyproject.toml', python, python.replace('"x"', '"y"')))).toEqual([]);
    const after = python.replace('"-q"', '"-q --ignore=tests"').replace('["E"]', '[]');
    expect(only(changed('pyproject.toml', python, after))).toEqual([
      {
        path: 'pyproject.toml',
        how: 'changed',
        kind: 'scripts',
        detail: 'sections tool.pytest.ini_options, tool.ruff',
      },
    ]);
  });

  it.each([
    ['a quoted header', `${python}["tool"."mypy"]\nstrict = false\n`],
    ['a dotted key before any header', `tool.mypy.strict = false\n${python}`],
    ['a table at once', `${python}[tool]\nmypy = { strict = false }\n`],
    ['a second part', `${python}[[tool.mypy.overrides]]\nignore_errors = true\n`],
    ['a text that hides the headers', `x = """\n${python}`],
  ])('pyproject.toml: %s is seen', (_, after) => {
    expect(only(changed('pyproject.toml', python, after))).toHaveLength(1);
  });

  it('a header within a text is none', () => {
    const text = (inside: string) => `[project]\ndescription = """\n[tool.ruff]\n${inside}\n"""\n`;
    expect(only(changed('pyproject.toml', text('a'), text('b')))).toEqual([]);
  });

  it('setup.cfg and Cargo.toml count by their sections', () => {
    expect(only(changed('setup.cfg', '[metadata]\nname=a', '[metadata]\nname=b'))).toEqual([]);
    expect(only(changed('setup.cfg', '', '[tool:pytest]\naddopts=-x'))[0]?.detail).toBe(
      'sections tool:pytest',
    );
    expect(only(changed('Cargo.toml', '', '[dependencies]\nserde="1"'))).toEqual([]);
    expect(only(changed('Cargo.toml', '', '[lints.clippy]\nall="allow"'))[0]?.detail).toBe(
      'sections lints.clippy',
    );
  });

  const make = 'RUN = pytest\nbuild: a.c\n\tcc a.c\n\ntest: build\n\t$(RUN) -q\n';

  it('a Makefile counts by the targets that measure, and what they use', () => {
    expect(only(changed('Makefile', make, make.replace('cc a.c', 'cc -O2 a.c')))).toEqual([]);
    expect(only(changed('Makefile', make, make.replace('-q', '-q || true')))[0]).toMatchObject({
      kind: 'runner',
      detail: 'targets test',
    });
    expect(only(changed('Makefile', make, make.replace('pytest', 'true')))[0]?.detail).toBe('targets $(RUN)');
    expect(only(changed('Makefile', make, `SHELL := /bin/true\n${make}`))[0]?.detail).toBe('targets SHELL');
    expect(only({ path: 'GNUmakefile', how: 'added', after: 'test:\n\ttrue\n' })).toHaveLength(1);
  });

  it('the build settings count when they hold those of the tests', () => {
    expect(only(changed('vite.config.ts', 'plugins: []', 'plugins: [a]'))).toEqual([]);
    expect(only(changed('vite.config.ts', 'test: {}', 'test: { exclude: [] }'))).toHaveLength(1);
  });
});

describe('code that reaches for the process of its tests', () => {
  it.each([
    ['total.js', 'process.reallyExit(0);\n', 'reallyExit'],
    ['total.py', 'import os\nos._exit(0)\n', 'os._exit'],
    ['total.py', "open(os.environ['PYTEST_ADDOPTS'])\n", 'PYTEST_ADDOPTS'],
    ['total.js', "if (process.env.NODE_ENV === 'test') cheat();\n", "NODE_ENV === 'test"],
    ['total.js', 'if (process.env.VITEST_WORKER_ID) cheat();\n', 'VITEST_WORKER_ID'],
    ['total.js', "process.kill(process.ppid, 'SIGKILL');\n", 'process.ppid'],
    ['total.js', 'process.stdout.write = () => true;\n', 'process.stdout.write ='],
  ])('%s: %s', (path, after, detail) => {
    const [found, ...others] = only(changed(path, 'a\n', after));
    expect(found).toMatchObject({ path, how: 'changed', kind: 'process' });
    expect(found?.detail).toContain(detail);
    expect(others).toEqual([]);
  });

  it('is not a test, prose, or what was there before', () => {
    const text = 'process.reallyExit(0);\n';
    expect(only(changed('total.js', text, `// First.\n${text}`))).toEqual([]);
    expect(only(changed('notes.md', '', text))).toEqual([]);
    expect(only(changed('test/a.test.js', '', text)).map(({ kind }) => kind)).toEqual(['tests']);
  });
});

describe('marks that switch something off', () => {
  const marks = (path: string, before: string, after: string) =>
    only(changed(path, before, after)).find(({ kind }) => kind === 'skip')?.detail;

  it.each([
    ['a.test.ts', "it.skip('a')\nit.skip('b')\n", 'it.skip (2)'],
    ['a.test.ts', "xit('a')", 'xit'],
    ['a.test.ts', "describe.only('a')", 'describe.only'],
    ['a.test.ts', "test.todo('a')", 'test.todo'],
    ['a.test.ts', "it('a', { skip: true })", 'skip: true'],
    ['test_a.py', '@pytest.mark.skip(reason="x")', '@pytest.mark.skip'],
    ['test_a.py', '@pytest.mark.xfail', '@pytest.mark.xfail'],
    ['a_test.go', 't.Skip("x")', 't.Skip'],
    ['src/lib.rs', '#[ignore]', '#[ignore'],
    ['ATest.java', '@Disabled', '@Disabled'],
    ['src/a.ts', '// eslint-disable-next-line x\n// @ts-ignore', 'eslint-disable-next-line, @ts-ignore'],
    ['src/a.py', 'x = 1  # noqa: E501', '# noqa'],
    ['src/a.go', 'x() //nolint:all', '//nolint'],
  ])('%s: %s', (path, added, detail) => {
    expect(marks(path, 'x', `x\n${added}`)).toBe(detail);
    expect(marks(path, `x\n${added}`, `y\n  ${added}`)).toBeUndefined();
    expect(marks(path, `x\n${added}`, 'x')).toBeUndefined();
  });

  it('one that goes does not hide one that comes', () => {
    expect(marks('a.test.ts', "it.skip('a')\nit('b')", "it('a')\nit.skip('b')")).toBe('it.skip');
  });

  it.each([
    ['src/a.ts', "query.skip(3); it.skip('a')"],
    ['a.test.ts', 'query.skip(3)'],
    ['README.md', 'use eslint-disable'],
    ['src/a.ts', 'unskipped, disabled'],
  ])('%s: %s is none', (path, text) => {
    expect(marks(path, '', text)).toBeUndefined();
  });

  it('a file that only moved brings none', () => {
    const text = '// eslint-disable\n';
    const moved = tamperOf([
      { path: 'src/a.ts', how: 'deleted', before: text },
      { path: 'src/b.ts', how: 'added', after: text },
    ]);
    expect(moved).toEqual([]);
  });
});

describe('hostile sizes', () => {
  it('10,000 files and long lines are read to the end', () => {
    const many = Array.from({ length: 10_000 }, (_, at) => changed(`src/deep/folder/file${at}.ts`));
    const long = changed('a.test.ts', '', 'it.skip('.repeat(100_000));
    const stars = changed('pyproject.toml', '', '['.repeat(1_000_000));
    const colons = changed('Makefile', '', `${'a '.repeat(300_000)}\n${'$('.repeat(300_000)}`);
    const path = changed('-_.'.repeat(20_000));
    const found = tamperOf([...many, long, stars, colons, path]);
    expect(found.map(({ detail }) => detail)).toEqual([undefined, 'it.skip (100000)']);
  });

  it('lists a module that stands in for a test tool, and a NUL byte that hides a program', () => {
    const listed = (path: string, after: string) =>
      tamperOf([{ path, how: 'added', after }]).map(({ kind }) => kind);
    expect(listed('pytest.py', 'print("3 passed")')).toEqual(['runner']);
    expect(listed('src/sitecustomize.py', 'import os')).toEqual(['runner']);
    expect(listed('pytester.py', 'x = 1')).toEqual([]);
    expect(listed('sum.js', '/*\0*/ export {}')).toEqual(['skip']);
  });
});
