// promptfoo's config in its documented form: what becomes of it, and what is named as not supported, by file and line.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../tests/setup/temporary.ts';
import type { SuiteAssert } from '../../domain/suite/suite-plan.ts';
import { readSuiteFile, type SuiteFile } from './suite-file.ts';

const agents = ['claude', 'codex', 'openai', 'anthropic', 'command'];

function read(config: string, files: Readonly<Record<string, string>> = {}): SuiteFile {
  const folder = temporaryFolder('promptfoo');
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return readSuiteFile(config, join(folder, 'promptfooconfig.yaml'), agents);
}

function refused(config: string, files: Readonly<Record<string, string>> = {}): string {
  try {
    read(config, files);
  } catch (error) {
    return (error as Error).message.replaceAll(/^.*\/(?=[\w.]+:\d+:)/gm, '');
  }
  throw new Error('it was taken');
}

const started = `# yaml-language-server: $schema=https://promptfoo.dev/config-schema.json
description: Capitals and sums
prompts:
  - 'Answer in one word: {{ question }}'
  - label: polite
    raw: 'Please answer: {{question}}'
providers:
  - openai:chat:gpt-5.5
  - id: anthropic:messages:claude-sonnet-5
    label: Sonnet
    config: {temperature: 0}
  - id: anthropic:claude-agent-sdk
  - python:provider.py
  - echo
defaultTest:
  vars: {tone: short}
  assert:
    - type: not-icontains
      value: as an AI
    - {type: latency, threshold: 5000}
evaluateOptions: {maxConcurrency: 3, repeat: 2}
tests:
  - description: A capital
    vars: {question: 'Capital of France?'}
    threshold: 0.5
    assert:
      - {type: contains, value: Paris, weight: 2, metric: right}
      - {type: contains-any, value: [Paris, Lutetia]}
      - {type: cost, threshold: 0.01}
      - {type: llm-rubric, value: 'It is {{tone}}', threshold: 0.8}
  - vars: {question: ['2 + 2?', '3 + 3?']}
    assert:
      - type: is-json
        value: {type: object, required: [sum]}
`;

describe('a config', () => {
  test('is a suite of every prompt with every test', () => {
    const suite = read(started);
    expect(suite).toMatchObject({ name: 'Capitals and sums', trials: 2, parallel: 3, open: true });
    expect(suite.contestants.map(({ name, play }) => [name, play?.agent, play?.model])).toEqual([
      ['gpt-5.5', 'openai', 'gpt-5.5'],
      ['Sonnet', 'anthropic', 'claude-sonnet-5'],
      ['claude', 'claude', undefined],
      ['echo', 'command', undefined],
    ]);
    expect(suite.notes.join('\n')).toContain('python:provider.py is not taken over');
    expect(suite.notes.join('\n')).toContain('config of the provider anthropic:messages:claude-sonnet-5');
    expect(suite.tasks.map(({ task }) => [task.id, task.prompt])).toEqual([
      ['1-1', 'Answer in one word: Capital of France?'],
      ['1-polite', 'Please answer: Capital of France?'],
      ['2-1-1', 'Answer in one word: 2 + 2?'],
      ['2-1-polite', 'Please answer: 2 + 2?'],
      ['2-2-1', 'Answer in one word: 3 + 3?'],
      ['2-2-polite', 'Please answer: 3 + 3?'],
    ]);
    const [first, , third] = suite.tasks;
    expect(first).toMatchObject({ line: 23, task: { title: 'A capital', minScore: 0.5 } });
    expect(first?.task.asserts).toEqual([
      { kind: 'icontains', value: 'as an AI', name: 'not icontains as an AI', weight: 1, not: true },
      { kind: 'max-time', value: 5000, name: 'max-time 5000', weight: 1 },
      { kind: 'contains', value: 'Paris', name: 'right', weight: 2 },
      { kind: 'contains-any', value: ['Paris', 'Lutetia'], name: 'contains-any', weight: 1 },
      { kind: 'max-usd', value: 0.01, name: 'max-usd 0.01', weight: 1 },
      { kind: 'rubric', value: 'It is short', name: 'rubric It is short', threshold: 0.8, weight: 1 },
    ]);
    expect(third?.task.asserts.at(-1)).toMatchObject({
      kind: 'json-schema',
      value: { type: 'object', required: ['sum'] },
    });
  });

  test('names what it cannot take over, with its line', () => {
    const said = refused(`prompts: ['{{a}}', 'file://chat.json']
providers: [echo]
scenarios: []
tests:
  - vars: {a: x}
    assert:
      - {type: contains, value: x}
      - {type: similar, value: y, threshold: 0.8}
      - {type: assert-set, assert: []}
      - {type: contains, value: z, transform: output.trim()}
  - vars: {a: y}
    providers: [echo]
  - file://more.py
`);
    expect(said.split('\n')).toEqual([
      'promptfooconfig.yaml:1: prompts from chat.json are not supported',
      "promptfooconfig.yaml:3: promptfoo's scenarios is not supported",
      "promptfooconfig.yaml:8: promptfoo's similar is not supported",
      'promptfooconfig.yaml:9: assert-set with assert is not supported',
      'promptfooconfig.yaml:10: contains with transform is not supported',
      'promptfooconfig.yaml:12: providers of a test is not supported',
      'promptfooconfig.yaml:13: tests from file://more.py are not supported',
    ]);
  });
});

const config = (tests: string) => `prompts: file://prompt.txt\nproviders: [echo]\ntests: ${tests}\n`;
const prompt = { 'prompt.txt': 'Say {{word}}.\n---\nWrite {{word}}.\n' };

describe('tests in files', () => {
  test('of CSV: columns are variables, __expected says what has to hold', () => {
    const csv = `word,__expected,__expected2,__description
hi,"contains: hi","not-contains: bye",greeting
ho,ho,,
x,"contains-any: a, b",latency(500),
`;
    const suite = read(config('file://cases.csv'), { ...prompt, 'cases.csv': csv });
    expect(suite.tasks.map(({ task }) => [task.id, task.title, task.prompt])).toEqual([
      ['cases-1-1.1', 'greeting', 'Say hi.'],
      ['cases-1-1.2', 'greeting', 'Write hi.'],
      ['cases-2-1.1', undefined, 'Say ho.'],
      ['cases-2-1.2', undefined, 'Write ho.'],
      ['cases-3-1.1', undefined, 'Say x.'],
      ['cases-3-1.2', undefined, 'Write x.'],
    ]);
    const told = suite.tasks.map(({ task }) => task.asserts.map(({ name }) => name));
    expect(told[0]).toEqual(['contains hi', 'not contains bye']);
    expect(told[2]).toEqual(['equals ho']);
    expect(told[4]).toEqual(['contains-any', 'max-time 500']);
  });

  test('of CSV are refused by their line', () => {
    const csv = 'word,__expected,__odd\nhi,"similar(0.8): hi",\n';
    expect(refused(config('file://cases.csv'), { ...prompt, 'cases.csv': csv }).split('\n')).toEqual([
      'cases.csv:1: the column __odd is not supported',
      "cases.csv:2: promptfoo's similar is not supported",
    ]);
  });

  test.each([
    ['tests.yaml', '- vars: {word: hi}\n  assert: [{type: equals, value: hi}]\n'],
    ['tests.json', '[{"vars": {"word": "hi"}, "assert": [{"type": "equals", "value": "hi"}]}]'],
    ['tests.jsonl', '{"vars": {"word": "hi"}, "assert": [{"type": "equals", "value": "hi"}]}\n'],
  ])('of %s', (name, text) => {
    const suite = read(config(`['file://${name}']`), { ...prompt, [name]: text });
    expect(suite.tasks.map(({ task }) => task.asserts.map((one) => one.name))).toEqual([
      ['equals hi'],
      ['equals hi'],
    ]);
    const wrong = text.replace('equals', 'bleu');
    const line = name === 'tests.yaml' ? 2 : 1;
    expect(refused(config(`file://${name}`), { ...prompt, [name]: wrong })).toContain(
      `${name}:${line}: promptfoo's bleu is not supported`,
    );
  });

  test('lie beside the config', () => {
    expect(refused(config('file://../elsewhere.csv'), prompt)).toContain('it lies outside of the folder');
  });
});

describe('a program as an assert', () => {
  const said = (value: string, more = '', type = 'javascript') => {
    const asserts = `[{type: ${type}, value: ${JSON.stringify(value)}${more}}]`;
    const files = {
      ...prompt,
      'check.cjs':
        'module.exports = (o, {vars}) => ({ pass: o === vars.word, score: 1, reason: "it is " + o });\n',
    };
    const suite = read(config(`[{vars: {word: hi}, assert: ${asserts}}]`), files);
    return { assert: suite.tasks[0]?.task.asserts[0] as Extract<SuiteAssert, { kind: 'command' }> };
  };
  const run = ({ assert }: ReturnType<typeof said>, input: string) => {
    try {
      execFileSync('/bin/sh', ['-c', assert.value], { cwd: assert.cwd, input, stdio: 'pipe' });
      return 'pass';
    } catch (error) {
      return String((error as { stderr: Buffer }).stderr).trim();
    }
  };

  test('runs with the answer and the variables, as promptfoo runs it', () => {
    const short = said("output.length < 4 && context.vars.word === 'hi'");
    expect(short.assert).toMatchObject({
      kind: 'command',
      name: expect.stringContaining('javascript output.length'),
    });
    expect(run(short, 'abc')).toBe('pass');
    expect(run(short, 'abcd')).toBe('it says false');
    const score = said('const n = output.length;\nreturn n / 10;', ', threshold: 0.5');
    expect(run(score, 'abcdef')).toBe('pass');
    expect(run(score, 'abc')).toBe('it says 0.3');
    expect(run(said("output === 'a'", '', 'not-javascript'), 'b')).toBe('pass');
    expect(run(said('JSON.parse(output).x'), 'no JSON')).toContain('SyntaxError');
  });

  test('may lie in a file', () => {
    expect(run(said('file://check.cjs'), 'hi')).toBe('pass');
    expect(run(said('file://check.cjs'), 'ho')).toBe('it is ho');
  });

  test('may be written in Python', () => {
    const long = said("len(output) > 3 and context['vars']['word'] == 'hi'", '', 'python');
    expect(run(long, 'abcd')).toBe('pass');
    expect(run(long, 'abc')).toBe('it says False');
    expect(run(said('n = len(output)\nreturn n / 10', ', threshold: 0.5', 'python'), 'abcdef')).toBe('pass');
    expect(run(said('json.loads(output)["x"]', '', 'python'), '{"x": 0.0}')).toBe('it says 0.0');
  });
});
