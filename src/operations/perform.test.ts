// The rules of effects: who may call, who is asked, and what happens without a yes.
import { expect, it } from 'vitest';
import { z } from 'zod';
import { textRule } from '../domain/settings/rule.ts';
import { needed } from '../domain/settings/setting.ts';
import { memoryLedger } from '../ledger/memory.ts';
import { thisMachine } from '../process/machine.ts';
import { openArchive } from '../record/archive.ts';
import { type AnyOperation, operation } from './operation.ts';
import { type Performing, perform } from './perform.ts';

const about = { group: 'record', summary: 'test', examples: [], page: 'record' } as const;
const machine = thisMachine();
const performing = (more: Partial<Performing> = {}): Performing => ({
  machine,
  home: '/nowhere',
  archive: openArchive('/nowhere', machine, () => memoryLedger(machine.now)),
  speaker: {},
  caller: 'people',
  ...more,
});

function changing(effect: 'change' | 'destroy' | 'publish' | 'spend') {
  const done: string[] = [];
  const one = operation({
    ...about,
    name: effect,
    effect,
    input: z.strictObject({ what: needed(textRule, { help: 'what to change' }) }),
    output: z.string(),
    prepare: async ({ what }) => ({
      would: `would ${what}`,
      question: what === 'nothing' ? undefined : `Really ${what}?`,
      async go() {
        done.push(what);
        return `did ${what}`;
      },
    }),
  });
  return { one, done };
}

it.each(['change', 'destroy', 'publish', 'spend'] as const)(
  '%s does nothing without a yes',
  async (effect) => {
    const { one, done } = changing(effect);
    const asked: (string | undefined)[] = [];
    const answer = (yes: boolean) =>
      performing({
        consent: async ({ question }) => {
          asked.push(question);
          return yes;
        },
      });
    expect(await perform(one, { what: 'a' }, answer(false))).toEqual({ done: false, output: 'would a' });
    expect(done).toEqual([]);
    expect(await perform(one, { what: 'a' }, answer(true))).toEqual({ done: true, output: 'did a' });
    expect(await perform(one, { what: 'nothing' }, answer(true))).toEqual({
      done: false,
      output: 'would nothing',
    });
    expect([asked, done]).toEqual([['Really a?', 'Really a?'], ['a']]);
  },
);

it('takes the call of a host program for its consent', async () => {
  const { one, done } = changing('destroy');
  expect(await perform(one, { what: 'a' }, performing())).toEqual({ done: true, output: 'did a' });
  expect(done).toEqual(['a']);
});

it('refuses programs unless the operation is open to them', async () => {
  const { one, done } = changing('destroy');
  await expect(perform(one, { what: 'a' }, performing({ caller: 'programs' }))).rejects.toThrow(
    'destroy is not for programs',
  );
  expect(done).toEqual([]);
});

it('names the input that is missing, and the one it does not know', async () => {
  const { one } = changing('change');
  await expect(perform(one, {}, performing())).rejects.toThrow('change: what is missing');
  await expect(perform(one as AnyOperation, { what: 'a', more: 1 }, performing())).rejects.toThrow(
    'there is no setting more',
  );
});
