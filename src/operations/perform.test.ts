// The rules of effects: who may call, who is asked, and what happens without a yes.
import { expect, it } from 'vitest';
import { z } from 'zod';
import { JoustError } from '../domain/joust-error.ts';
import type { Caller } from '../domain/settings/described-operations.ts';
import { textRule } from '../domain/settings/rule.ts';
import { needed } from '../domain/settings/setting.ts';
import type { Given } from '../formats/format.ts';
import { memoryLedger } from '../ledger/memory.ts';
import { thisMachine } from '../process/machine.ts';
import { openArchive } from '../record/archive.ts';
import { operation, type PerformedSpec } from './operation.ts';
import { type Consent, type Performing, perform } from './perform.ts';

const about = { group: 'record', summary: 'test', examples: [], page: 'record' } as const;
const machine = thisMachine();
const performing = (consent: Consent): Performing => ({
  machine,
  home: '/nowhere',
  archive: openArchive('/nowhere', machine, () => memoryLedger(machine.now)),
  speaker: {},
  signal: new AbortController().signal,
  consent,
});

/** Open to everyone, so that only the effect decides. */
function changing(effect: 'change' | 'destroy' | 'publish' | 'spend', callers?: readonly Caller[]) {
  const done: string[] = [];
  const one = operation({
    ...about,
    name: effect,
    effect,
    callers: callers ?? ['people', 'programs'],
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

const says = (yes: boolean) => async () => yes;
/** Each way to call, as a surface makes it. */
const calls = {
  'a terminal that says yes': { from: 'person', yes: false, ask: says(true) },
  'a terminal that says no': { from: 'person', yes: false, ask: says(false) },
  'a terminal with --yes, which says no when asked': { from: 'person', yes: true, ask: says(false) },
  'a request with a yes': { from: 'person', yes: true },
  'a request without a yes': { from: 'person', yes: false },
  'MCP with --allow-write': { from: 'program', mayChange: true },
  'MCP without --allow-write': { from: 'program', mayChange: false },
  'the library': { from: 'host' },
} as const satisfies Record<string, Consent>;

type Outcome = 'done' | 'looked' | 'refused';
const table: Readonly<
  Record<keyof typeof calls, Record<'change' | 'destroy' | 'publish' | 'spend', Outcome>>
> = {
  'a terminal that says yes': { change: 'done', destroy: 'done', publish: 'done', spend: 'done' },
  'a terminal that says no': { change: 'looked', destroy: 'looked', publish: 'looked', spend: 'looked' },
  'a terminal with --yes, which says no when asked': {
    change: 'done',
    destroy: 'done',
    publish: 'looked',
    spend: 'done',
  },
  'a request with a yes': { change: 'done', destroy: 'done', publish: 'refused', spend: 'done' },
  'a request without a yes': { change: 'looked', destroy: 'looked', publish: 'looked', spend: 'refused' },
  'MCP with --allow-write': { change: 'done', destroy: 'looked', publish: 'looked', spend: 'refused' },
  'MCP without --allow-write': { change: 'looked', destroy: 'looked', publish: 'looked', spend: 'refused' },
  'the library': { change: 'done', destroy: 'done', publish: 'done', spend: 'done' },
};

const cases = Object.entries(table).flatMap(([call, effects]) =>
  Object.entries(effects).map(([effect, outcome]) => [effect, call, outcome] as const),
);

it.each(cases)('%s, called by %s, is %s', async (effect, call, outcome) => {
  const { one, done } = changing(effect as 'change');
  const came = perform(one, { what: 'a' }, performing(calls[call as keyof typeof calls]));
  if (outcome === 'refused') await expect(came).rejects.toThrow(JoustError);
  else
    expect(await came).toMatchObject({
      done: outcome === 'done',
      output: outcome === 'done' ? 'did a' : 'would a',
    });
  expect(done).toEqual(outcome === 'done' ? ['a'] : []);
});

it('publishes over HTTP only exactly what was shown', async () => {
  const { one, done } = changing('publish');
  const { confirm } = await perform(one, { what: 'a' }, performing({ from: 'person', yes: false }));
  const confirmed = performing({ from: 'person', yes: false, confirmed: confirm });
  expect(await perform(one, { what: 'b' }, confirmed)).toMatchObject({ done: false });
  expect(await perform(one, { what: 'a' }, confirmed)).toMatchObject({ done: true });
  expect(done).toEqual(['a']);
});

it.each(['change', 'destroy', 'publish'] as const)(
  '%s asks nothing if there is nothing to do',
  async (effect) => {
    const { one, done } = changing(effect);
    const yes = performing({ from: 'person', yes: true });
    expect(await perform(one, { what: 'nothing' }, yes)).toEqual({ done: false, output: 'would nothing' });
    expect(done).toEqual([]);
  },
);

it('spends without a question below the limit', async () => {
  const { one, done } = changing('spend');
  const nobody = performing({ from: 'person', yes: false });
  expect(await perform(one, { what: 'nothing' }, nobody)).toEqual({ done: true, output: 'did nothing' });
  expect(done).toEqual(['nothing']);
});

it('refuses programs unless the operation is open to them', async () => {
  const { one, done } = changing('change', ['people']);
  const program = performing({ from: 'program', mayChange: true });
  await expect(perform(one, { what: 'a' }, program)).rejects.toThrow('change is not for programs');
  expect(done).toEqual([]);
});

it('names the input that is missing, and the one it does not know', async () => {
  const { one } = changing('change');
  const person = performing({ from: 'person', yes: true });
  await expect(perform(one, {}, person)).rejects.toMatchObject({
    message: 'change: what is missing',
    setting: 'what',
  });
  await expect(perform(one, { what: 'a', more: 1 } as Given, person)).rejects.toThrow(
    'there is no setting more',
  );
});

it.each([
  ['a file', 'read', '/etc/passwd'],
  ['a folder', 'change', '/etc'],
] as const)('refuses programs %s outside of their folders', async (what, effect, path) => {
  const complete = what === 'a file' ? 'file' : 'folder';
  const described = { ...about, name: 'keep', callers: ['people', 'programs'] as const };
  const input = z.strictObject({ path: needed(textRule, { help: 'the path', complete }) });
  const one =
    effect === 'read'
      ? operation({ ...described, effect, input, output: z.string(), run: async () => 'read' })
      : operation({
          ...described,
          effect,
          input,
          output: z.string(),
          prepare: async () => ({ would: 'would', question: 'Go?', go: async () => 'done' }),
        });
  const program = { mayWrite: true, mayCheck: true, folders: ['/elsewhere/project'] };
  const asked = { ...performing({ from: 'program', mayChange: true }), program };
  await expect(perform(one as PerformedSpec, { path }, asked)).rejects.toMatchObject({
    message: expect.stringContaining('outside the folders'),
    setting: 'path',
  });
  const inside = { path: '/elsewhere/project/notes' };
  expect(await perform(one as PerformedSpec, inside, asked)).toMatchObject({ done: true });
});
