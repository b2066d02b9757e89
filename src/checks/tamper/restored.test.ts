// The change with the base's tests and settings put back, and the tests of one on the code of another.
import { describe, expect, it } from 'vitest';
import type { ChangedFile } from './flag.ts';
import { addedTests, restoredChange, withTestsOf } from './restored.ts';

const change: readonly ChangedFile[] = [
  { path: 'src/a.js', how: 'changed', before: '1', after: '2' },
  { path: 'test/a.test.js', how: 'deleted', before: 't' },
  { path: 'test/b.test.js', how: 'added', after: 't' },
  { path: 'eslint.config.js', how: 'changed', before: 'e', after: '' },
  { path: 'package-lock.json', how: 'changed', before: '{}', after: '{ }' },
];
const contents = (files: readonly ChangedFile[]) =>
  Object.fromEntries(restoredChange(files).files.map(({ path, content }) => [path, content]));

describe('what is put back', () => {
  it('tests and settings, not the work and not the lock files', () => {
    expect(contents(change)).toEqual({
      'src/a.js': 'submitted',
      'test/a.test.js': 'base',
      'test/b.test.js': 'base',
      'eslint.config.js': 'base',
      'package-lock.json': 'submitted',
    });
    expect(restoredChange(change).restored).toBe(true);
  });

  it('nothing where nothing of it is touched', () => {
    const files: ChangedFile[] = [{ path: 'src/a.js', how: 'added', after: '' }];
    expect(restoredChange(files)).toEqual({
      files: [{ path: 'src/a.js', content: 'submitted' }],
      restored: false,
    });
  });

  it('what was put in the place of a file or its folder gives way', () => {
    const files: ChangedFile[] = [
      { path: 'lib/checks', how: 'added', after: '../elsewhere' },
      { path: 'lib/checks/jest.config.js', how: 'deleted', before: 'x' },
      { path: 'tsconfig.json', how: 'deleted', before: '{}' },
      { path: 'tsconfig.json/x', how: 'added', after: '' },
      { path: 'lib/checked', how: 'added', after: '' },
    ];
    expect(contents(files)).toEqual({
      'lib/checks': 'base',
      'lib/checks/jest.config.js': 'base',
      'tsconfig.json': 'base',
      'tsconfig.json/x': 'base',
      'lib/checked': 'submitted',
    });
  });
});

describe('package.json', () => {
  const pack = (before: string, after: string) =>
    contents([{ path: 'package.json', how: 'changed', before, after }])['package.json'];
  const base = '{\n\t"scripts": {\n\t\t"test": "vitest"\n\t},\n\t"jest": {},\n\t"version": "1"\n}\n';

  it('keeps its other keys and its form, with the scripts and settings of the base', () => {
    const after =
      '{\r\n    "name": "x",\r\n    "scripts": {\r\n        "test": "true"\r\n    },\r\n    "ava": {},\r\n    "dependencies": {\r\n        "zod": "4"\r\n    }\r\n}\r\n';
    expect(pack(base, after)).toEqual({
      text: '{\r\n    "name": "x",\r\n    "scripts": {\r\n        "test": "vitest"\r\n    },\r\n    "dependencies": {\r\n        "zod": "4"\r\n    },\r\n    "jest": {}\r\n}\r\n',
    });
  });

  it('stays as it is when only other keys changed', () => {
    expect(pack(base, base.replace('"1"', '"2"'))).toBe('submitted');
  });

  it.each([
    ['{', base],
    [base, '[]'],
    ['null', base],
  ])('that cannot be read counts as in the base', (before, after) => {
    expect(pack(before, after)).toBe('base');
  });

  it('a deleted one is back, a new one keeps its scripts but no settings', () => {
    expect(contents([{ path: 'package.json', how: 'deleted', before: base }])).toEqual({
      'package.json': 'base',
    });
    const after = '{"scripts":{"build":"x"},"eslintConfig":{"root":true}}';
    expect(contents([{ path: 'src/package.json', how: 'added', after }])).toEqual({
      'src/package.json': { text: '{"scripts":{"build":"x"}}' },
    });
    const plain = '{"scripts":{"build":"x"}}';
    expect(contents([{ path: 'src/package.json', how: 'added', after: plain }])).toEqual({
      'src/package.json': 'submitted',
    });
  });

  it('keeps a key named like what every object has', () => {
    const after = '{"__proto__":{"a":1},"scripts":{"test":"true"}}';
    expect(pack('{"scripts":{"test":"vitest"}}', after)).toEqual({
      text: '{"__proto__":{"a":1},"scripts":{"test":"vitest"}}',
    });
  });
});

describe('pyproject.toml', () => {
  const base = '[project]\nname = "x"\n[tool.ruff]\nselect = ["E"]\n';
  const toml = (after: string) =>
    contents([{ path: 'pyproject.toml', how: 'changed', before: base, after }])['pyproject.toml'];

  it('counts as in the base only when what measures changed', () => {
    expect(toml(base.replace('"x"', '"y"'))).toBe('submitted');
    expect(toml(base.replace('["E"]', '[]'))).toBe('base');
  });
});

describe('cross tests', () => {
  it('takes what one added or changed to the code of another', () => {
    const tests = addedTests(change);
    expect(tests.map(({ path }) => path)).toEqual(['test/b.test.js']);
    const other = restoredChange([
      { path: 'src/b.js', how: 'added', after: '' },
      { path: 'test/b.test.js', how: 'added', after: 'other' },
      { path: 'test/a.test.js', how: 'changed', before: 't', after: '' },
    ]);
    expect(withTestsOf(other.files, tests)).toEqual([
      { path: 'src/b.js', content: 'submitted' },
      { path: 'test/a.test.js', content: 'base' },
      { path: 'test/b.test.js', content: 'author' },
    ]);
  });

  it('a test cannot be put where code is', () => {
    const code = restoredChange([{ path: 'lib', how: 'added', after: '' }]).files;
    const tests: ChangedFile[] = [{ path: 'lib/a.test.js', how: 'added', after: '' }];
    expect(withTestsOf(code, tests)).toEqual([{ path: 'lib', content: 'submitted' }]);
  });
});
