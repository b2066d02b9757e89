import { expect, it } from 'vitest';
import { describedFormats } from '../../../domain/settings/settings.ts';
import { isTool, offeredTools, toolNameOf, toolNames } from '../tool-names.ts';
import { allTools } from './all.ts';

const tools = await allTools();

it('are those that are known by name', () => {
  expect(tools.map(({ name }) => name).toSorted()).toEqual([...toolNames].toSorted());
});

it('have a tool for every format that has a command of its own', () => {
  const formats = describedFormats.filter(isTool).map(toolNameOf);
  expect(formats.filter((name) => !toolNames.includes(name))).toEqual([]);
  expect(describedFormats.filter((format) => !isTool(format)).map(({ name }) => name)).toEqual([
    'brief',
    'consult',
    'suite',
  ]);
});

it('are few by default, and none of them writes unless that is allowed', () => {
  expect(offeredTools({ allowWrite: false }).toSorted()).toEqual([
    'ask',
    'contest_cancel',
    'contest_result',
    'distill',
    'oracle_consult',
    'race',
    'review',
  ]);
  const all = offeredTools({ tools: ['all'], allowWrite: false });
  expect([all.length, all.includes('contest_apply')]).toEqual([toolNames.length - 2, false]);
  expect(() => offeredTools({ tools: ['contest_undo'], allowWrite: false })).toThrow('needs --allow-write');
  expect(offeredTools({ tools: ['contest_undo'], allowWrite: true })).toEqual(['contest_undo']);
});

it.each(tools.map((tool) => [tool.name, tool] as const))(
  '%s takes nothing by which somebody could agree, and says what it is',
  (_name, { input, output, title, description, annotations }) => {
    for (const mayWrite of [false, true]) {
      const { properties } = input({ mayWrite, mayCheck: mayWrite }) as { properties?: object };
      expect(Object.keys(properties ?? {})).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/^(?:approve|assent|yes|confirm|answer$|trust)/)]),
      );
    }
    expect(output?.type ?? 'object').toBe('object');
    expect([title, description].every((text) => text.length > 2)).toBe(true);
    expect(typeof annotations.readOnlyHint).toBe('boolean');
  },
);
