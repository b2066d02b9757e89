import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { csvRows } from './csv.ts';
import { readSuiteFile } from './suite-file.ts';
import { suiteRuns } from './suite-trust.ts';

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'joust-suite-file-')));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const read = (yaml: string) =>
  readSuiteFile(yaml, join(folder, 'suite.yaml'), ['claude', 'scripted', 'command']);
const head = 'name: s\ncontestants: [claude]\n';
const tasksOf = (yaml: string) => read(head + yaml).tasks.map(({ task }) => task);
const troubleOf = (yaml: string) => {
  try {
    read(yaml);
    return '';
  } catch (error) {
    return (error as Error).message.replaceAll(`${folder}/`, '');
  }
};

describe('tasks', () => {
  it('are filled in, with the asserts of the suite before their own', () => {
    const [task] = tasksOf(
      'vars: {tone: kindly}\nassert: [{not-contains: sorry}]\ntasks: [{id: a, prompt: "{{ tone }}: {{n}}", vars: {n: 3}, assert: [{equals: "{{n}}"}, {equals: 4}]}]',
    );
    expect(task).toMatchObject({ id: 'a', format: 'ask', prompt: 'kindly: 3', place: { kind: 'empty' } });
    expect(task?.asserts.map(({ name }) => name)).toEqual(['not-contains sorry', 'equals 3', 'equals 4']);
  });

  it('come from rows and folders', () => {
    writeFileSync(join(folder, 'rows.csv'), 'id,text\r\none,"a, ""b""\nc"\r\ntwo,plain\r\n');
    writeFileSync(join(folder, 'rows.jsonl'), '{"text": "x", "n": 1}\n\n{"text": "y", "n": 2}\n');
    mkdirSync(join(folder, 'tasks/first'), { recursive: true });
    writeFileSync(join(folder, 'tasks/first/prompt.md'), 'Do it.');
    mkdirSync(join(folder, 'tasks/empty'));
    const tasks = tasksOf(
      'tasks:\n  - {file: rows.csv, prompt: "{{text}}"}\n  - {file: rows.jsonl, prompt: "{{text}} {{n}}"}\n  - {folder: tasks}\n',
    );
    expect(tasks.map(({ id, prompt }) => [id, prompt])).toEqual([
      ['one', 'a, "b"\nc'],
      ['two', 'plain'],
      ['rows-1', 'x 1'],
      ['rows-2', 'y 2'],
      ['first', 'Do it.'],
    ]);
  });

  it('make checks of commands where their format measures changes', () => {
    const [task] = tasksOf(
      'tasks: [{id: a, format: race, prompt: fix, cwd: ., settings: {check: ["lint=true"]}, assert: [{command: npm test}]}]',
    );
    expect(task).toMatchObject({ asserts: [], settings: { check: ['lint=true', 'assert-1=npm test'] } });
  });

  it('never become part of a command', () => {
    const [task] = tasksOf(
      'tasks: [{id: a, prompt: x, vars: {n: "; rm -rf ~"}, assert: [{command: "echo {{n}}"}]}]',
    );
    expect(task?.asserts[0]).toMatchObject({ value: 'echo {{n}}' });
  });
});

describe('mistakes', () => {
  it.each([
    ['name: s', 'suite.yaml:1: contestants is missing'],
    [`${head}tasks:\n  - {id: a, promt: x}`, 'suite.yaml:4: unknown key tasks[1].promt'],
    [`${head}tasks:\n  - {id: a}`, 'suite.yaml:4: the task a has no prompt'],
    [`${head}tasks:\n  - {id: a, prompt: "{{x}}"}`, 'suite.yaml:4: there is no variable x'],
    [
      `${head}tasks:\n  - {id: a, prompt: x}\n  - {id: a, prompt: y}`,
      'suite.yaml:5: a task has the id a already',
    ],
    [`${head}tasks:\n  - {id: ../a, prompt: x}`, 'suite.yaml:4: the id "../a" cannot be used'],
    [`${head}tasks:\n  - {id: a, prompt: x, format: rase}`, 'a task cannot be played as rase'],
    [`${head}tasks:\n  - {id: a, prompt: x, settings: {chek: 1}}`, 'ask has no setting chek'],
    [
      `${head}tasks:\n  - id: a\n    prompt: x\n    assert:\n      - {contains: x, equals: y}`,
      'suite.yaml:7: an assert holds contains and equals',
    ],
    [`${head}tasks:\n  - {id: a, prompt: x, assert: [{regex: "("}]}`, 'Invalid regular expression'],
    [
      `${head}tasks:\n  - {id: a, prompt: x, assert: [{json-schema: {pattern: "(a+)+$"}}]}`,
      'a json-schema with a pattern is not supported',
    ],
    [
      `${head}tasks:\n  - {id: a, prompt: x, assert: [{weight: 2}]}`,
      'an assert says nothing that has to hold',
    ],
    [`${head}tasks:\n  - {file: none.csv, prompt: x}`, 'suite.yaml:4: none.csv cannot be read'],
    [`${head}tasks:\n  - {file: ../out.csv, prompt: x}`, 'it lies outside of the folder'],
    [`${head}tasks:\n  - {folder: ..}`, '.. is no folder beside the suite file'],
    [
      `${head}tasks:\n  - {id: a, prompt: x, repo: "ext::sh -c id", commit: main}`,
      'cannot be used: it is neither https',
    ],
    [
      `${head}tasks:\n  - {id: a, prompt: x, repo: "--upload-pack=id", commit: main}`,
      'cannot be used: it is neither https',
    ],
    [
      `${head}tasks:\n  - {id: a, prompt: x, repo: "https://h/r", commit: "--upload-pack=id"}`,
      'it is no commit, branch or tag',
    ],
    [`${head}tasks:\n  - {id: a, prompt: x, repo: "https://h/r"}`, 'needs a commit'],
    [`${head}trials: 0\ntasks:\n  - {id: a, prompt: x}`, 'suite.yaml:3: trials is 0'],
    [
      `${head}a: &a [1,1,1,1,1,1,1,1]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\nc: [*b,*b,*b,*b,*b,*b,*b,*b,*b]\n`,
      'aliases',
    ],
  ])('%j', (yaml, trouble) => {
    expect(troubleOf(yaml)).toContain(trouble);
  });

  it('are all told at once, those in rows with the file of the row', () => {
    writeFileSync(join(folder, 'rows.csv'), 'id,text\none,x\ntwo,"y\nz"\nthree\n');
    writeFileSync(join(folder, 'rows.jsonl'), '{"text": 1}\n[]\n');
    const trouble = troubleOf(
      `${head}tasks:\n  - {file: rows.csv, prompt: x}\n  - {file: rows.jsonl, prompt: "{{none}}"}\n  - {id: a}`,
    );
    expect(trouble.split('\n')).toEqual([
      expect.stringContaining('rows.jsonl:1: there is no variable none'),
      expect.stringContaining('rows.jsonl:2: it is no JSON object'),
      expect.stringContaining('rows.csv:5: it has 1 cells, and there are 2 columns'),
      expect.stringContaining('suite.yaml:6: the task a has no prompt'),
    ]);
  });

  it('pipes and links out of the folder are not read', () => {
    execFileSync('mkfifo', [join(folder, 'pipe.csv')]);
    symlinkSync('/etc/passwd', join(folder, 'link.csv'));
    for (const file of ['pipe.csv', 'link.csv'])
      expect(troubleOf(`${head}tasks:\n  - {file: ${file}, prompt: x}`)).toContain(`${file} cannot be read`);
  });

  it('a table of a million columns is refused before it is read', () => {
    const { problems } = csvRows(`${'a,'.repeat(1_000_000)}b\n`, { maxRows: 10, maxColumns: 500 });
    expect(problems[0]?.text).toContain('more than 500 columns');
  });
});

it('asks for trust in what runs, is fetched or lies elsewhere, and in nothing else', () => {
  const lines = (yaml: string) => suiteRuns(read(head + yaml), new Map()).map(({ text }) => text);
  expect(
    lines(`tasks:
  - {id: a, prompt: x, assert: [{contains: x}, {regex: y}, {rubric: z}, {max-usd: 1}]}
  - {id: b, prompt: x, cwd: ./sub, settings: {effort: low}}
`),
  ).toEqual([]);
  expect(
    lines(`tasks:
  - {id: a, prompt: x, assert: [{command: make test}]}
  - {id: b, prompt: x, cwd: ..}
  - {id: c, prompt: x, repo: https://example.com/r.git, commit: main}
  - {id: d, prompt: x, settings: {yolo: true}}
  - {id: e, format: race, prompt: x, settings: {setup: ./evil.sh, check: [a=./evil.sh]}}
`).map((line) => line.split(' ')[0]),
  ).toEqual(['command', 'cwd', 'repo', 'yolo', 'race.setup', 'check']);
});
