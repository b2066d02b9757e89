// The made line against the command line's own grammar: what a form says and what its line says are the same.
import { describe, expect, it } from 'vitest';
import type { Rule } from '../../../domain/settings/rule.ts';
import { contestSettings, describedFormats, settingsOf } from '../../../domain/settings/settings.ts';
import { parseLine } from '../../cli/grammar/arguments.ts';
import { settingsSaid } from '../../cli/grammar/contest-options.ts';
import { formatSpecs } from '../../cli/grammar/specs/format-specs.ts';
import { commandLine, commandWords, type LaunchRequest } from './command-line.ts';
import { type FieldValue, fieldsOf, isLaunched, readValues } from './form-fields.ts';
import { launchOf, noDraft } from './launch-draft.ts';

const launched = describedFormats.filter(isLaunched);
const formatOf = (name: string) => {
  const format = launched.find((one) => one.name === name);
  if (format === undefined) throw new Error(name);
  return { format, fields: fieldsOf(format, contestSettings) };
};
const lineOf = (request: LaunchRequest) => commandLine({ ...formatOf(request.format), request });

/** Something that each kind of field takes. */
function typed(rule: Rule): FieldValue {
  switch (rule.type) {
    case 'count':
      return String(rule.min + 1);
    case 'amount':
      return '2.50';
    case 'number':
      return '0.5';
    case 'duration':
      return '1h30m';
    case 'size':
      return '500MB';
    case 'switch':
      return true;
    case 'word':
      return rule.words.at(-1) ?? '';
    case 'content':
      return { name: "it's here.txt", text: 'text' };
    case 'text':
      return (
        ["--it's $HOME\n*", 'npm run x', 'claude/opus', 'claude'].find((one) => rule.shape.test(one)) ?? ''
      );
    case 'list':
      return ['a=b c', 'claude/opus', 'claude', 'a', 'b'].filter((one) => rule.shape.test(one));
  }
}

describe('the line of a form', () => {
  it.each(launched)('is read by the grammar of $name as what the form says', async (format) => {
    const { fields } = formatOf(format.name);
    const values = Object.fromEntries(fields.map(({ name, rule }) => [name, typed(rule)]));
    const { problems, request } = launchOf(
      { ...noDraft, prompt: "--why? it's 90", files: 'a b.ts\nc.ts', subject: '4k2', values },
      format,
      fields,
    );
    expect(problems).toEqual({});
    const words = commandWords({ format, fields, request });
    const { command, input } = parseLine(words.slice(1), formatSpecs);
    expect(command.name).toBe(format.name);
    const said = await settingsSaid(input, settingsOf(format), async () => 'text');
    const [word] = input.words;
    const { takes } = format;
    const target =
      typeof takes === 'object' && 'setting' in takes
        ? { [takes.setting]: takes.as === undefined ? word : input.words }
        : {};
    expect({ ...said, ...target }).toEqual(request.settings);
    if (takes === 'prompt') expect([word, input.options['file']]).toEqual([request.prompt, request.files]);
    if (typeof takes === 'object' && 'entries' in takes) expect(word).toBe('4k2');
  });

  it('is short where it can be, and quoted where a shell would meddle', () => {
    const settings = { contestant: ['claude/opus', 'codex*2'], maxUsd: 2, judge: [] };
    expect(lineOf({ format: 'race', prompt: "don't", cwd: '/my work', settings })).toBe(
      `cd '/my work' && joust race -c claude/opus -c 'codex*2' --max-usd 2 --judge 'don'\\''t'`,
    );
    expect(lineOf({ format: 'race', prompt: '90', settings: { judge: ['gemini'] } })).toBe(
      'joust race -j gemini -- 90',
    );
    expect(lineOf({ format: 'vote', prompt: 'x', settings: { choices: ['yes', 'no'] } })).toBe(
      'joust vote --choices yes,no x',
    );
    expect(lineOf({ format: 'judge', subject: '@last' })).toBe('joust judge @last');
    expect(lineOf({ format: 'review', settings: { target: 'main..topic', staged: true } })).toBe(
      'joust review --staged main..topic',
    );
    expect(lineOf({ format: 'ask', attachments: [{ name: 'a.txt', text: '' }] })).toBe('joust ask -f a.txt');
  });
});

describe('fields', () => {
  it('say what is wrong with what was typed, and pass over what belongs to another format', () => {
    const { fields } = formatOf('race');
    const read = readValues(fields, {
      timeout: 'soon',
      maxUsd: '0',
      tag: 'build',
      maxDisk: '5GB',
      checkTimeout: '90',
      yolo: false,
      preset: '',
      weights: ['no list'],
      choices: 'yes,no',
    });
    expect(read.settings).toEqual({ tag: 'build', maxDisk: '5GB', checkTimeout: 90 });
    expect(Object.keys(read.problems)).toEqual(['timeout', 'maxUsd']);
  });
});
