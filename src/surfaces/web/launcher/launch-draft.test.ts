// A contest on record as a new draft, contestants taken apart, and which field a refusal is about.
import { expect, it } from 'vitest';
import { contestSettings, describedFormats } from '../../../domain/settings/settings.ts';
import type { ContestJson } from '../../../views/wire/contest-json.ts';
import { readSpec, specsOf, specText } from './contestant-spec.ts';
import { fieldNamed, fieldsOf, formFields, labelOf, revived } from './form-fields.ts';
import { draftFrom } from './launch-draft.ts';

const race = describedFormats.find(({ name }) => name === 'race');
const fields = race === undefined ? [] : fieldsOf(race, contestSettings);

it('takes words, roster, limits and settings of a contest on record, not what is built in', () => {
  const contest = {
    id: '4k2',
    format: 'race',
    prompt: 'fix it\n\n<file>',
    cwd: '/work',
    limits: { usd: 2, timeMs: 90_000, confirmTokens: 5 },
    staff: [{ name: 'gemini', agent: 'gemini', simulated: false }],
    contestants: [
      { name: 'claude-1', agent: 'claude', model: 'opus', simulated: false },
      { name: 'claude-2', agent: 'claude', model: 'opus', simulated: false },
      { name: 'fast', agent: 'codex', model: 'small', simulated: false },
    ],
  } as unknown as ContestJson;
  const options = {
    preset: 'node',
    crossTests: 'auto',
    sandbox: 'os',
    tag: null,
    copy: ['a'],
    weights: {},
    stopWhen: 'sometimes',
    judges: ['gemini'],
    orders: 'both',
    checks: [
      { name: 'test', command: 'npm test', origin: 'package.json scripts.test' },
      { name: 'mine', command: 'make it', origin: '--check' },
    ],
  };
  const again = { contest, opened: { task: { own: 6 }, options }, fields, known: ['fast'] };
  expect(draftFrom({ ...again, format: { name: 'judge' } })).toMatchObject({ subject: '4k2' });
  expect(draftFrom({ ...again, format: { name: 'race' } })).toEqual({
    prompt: 'fix it',
    files: '',
    attachments: [],
    folder: '/work',
    subject: '',
    pool: '',
    values: {
      preset: 'node',
      sandbox: 'os',
      maxUsd: '2',
      maxTime: '90',
      check: ['mine=make it'],
      judge: ['gemini'],
      contestant: ['claude/opus*2', 'fast'],
    },
  });
});

it('writes contestants as people do', () => {
  for (const text of ['claude', 'claude/opus', 'claude*2', 'compatible/org/model*3'])
    expect(specText(readSpec(text))).toBe(text);
  expect(readSpec('compatible/org/model*3')).toEqual({ name: 'compatible', model: 'org/model', copies: 3 });
  expect(specsOf([{ name: 'a', agent: 'a', simulated: false }], ['a'])).toEqual(['a']);
});

it('puts a refusal beside the field of its setting', () => {
  expect(fieldNamed('maxUsd', fields)).toBe('maxUsd');
  expect(fieldNamed('cwd', fields)).toBe('folder');
  expect(fieldNamed('attachments', fields)).toBe('prompt');
  expect(fieldNamed('moon', fields)).toBeUndefined();
  expect(fieldNamed(undefined, fields)).toBeUndefined();
});

it('shows few fields first, and budgets together', () => {
  const { usual, budget, more, contestants, judges } = formFields(fields);
  expect([contestants?.name, judges?.name]).toEqual(['contestant', 'judge']);
  expect(usual.length).toBeLessThan(8);
  expect(budget.map(({ name }) => labelOf(name))).toEqual([
    'Max USD',
    'Max tokens',
    'Max attempts',
    'Partial',
    'Max time',
  ]);
  expect(more.length).toBeGreaterThan(10);
  const wire = JSON.parse(
    JSON.stringify({ contest: contestSettings, formats: describedFormats }, (_, value) =>
      value instanceof RegExp ? value.source : value,
    ),
  );
  const rules = revived(wire).contest.flatMap(({ rule }) => ('shape' in rule ? [rule.shape] : []));
  expect(rules.every((shape) => shape instanceof RegExp)).toBe(true);
});
