// diff: what an entry changes, or how two entries differ.
import { z } from 'zod';
import { JoustError } from '../domain/joust-error.ts';
import { textRule } from '../domain/settings/rule.ts';
import { setting } from '../domain/settings/setting.ts';
import { ofFormat } from '../record/archive.ts';
import { type Block, type Document, note, text } from '../views/document.ts';
import { diffStat, shownPath } from '../views/render/diff-text.ts';
import { visibleLine } from '../views/visible.ts';
import { type ContestDiff, diffSchema, type ShownDiff } from '../views/wire/diff-json.ts';
import { contestId } from './contest-id.ts';
import { operation } from './operation.ts';
import { contestOf } from './show/contest-answers.ts';

export const diff = operation({
  name: 'diff',
  group: 'change',
  summary: 'show what an entry changes, or how two entries differ',
  details:
    "Shows the winner's entry unless you name one. Without a winner, shows the figures of all entries.",
  examples: ['joust diff', 'joust diff 4k2 claude --against codex'],
  page: 'formats/race',
  effect: 'read',
  words: ['id', 'name'],
  fits: ofFormat('race'),
  input: z.strictObject({
    id: contestId,
    name: setting(textRule, {
      value: 'NAME',
      help: "this contestant's entry (default: the winner's)",
      flag: false,
    }),
    against: setting(textRule, {
      value: 'NAME',
      help: "this contestant's entry instead of the base",
      complete: 'contestant',
    }),
    file: setting(textRule, { value: 'PATH', help: 'only this file' }),
    stat: setting({ type: 'switch' }, { help: 'only the files and their figures', builtIn: false }),
    cut: setting(
      { type: 'switch' },
      { help: 'shorten a patch that is too long for a page', flag: false, builtIn: false },
    ),
  }),
  output: diffSchema,
  async run({ id, stat, ...asked }, context) {
    const found = await (await contestOf(id, context)).diff(asked);
    const { shown } = found;
    if (shown === undefined && asked.against !== undefined)
      throw new JoustError(`contest ${id} has no winner to compare with ${asked.against}`, {
        code: 'usage',
        setting: 'name',
        hint: `Name both: joust diff ${id} NAME --against ${asked.against}`,
      });
    return stat && shown !== undefined ? { ...found, shown: { ...shown, patch: '' } } : found;
  },
  document: ({ contest, shown, entries }) =>
    shown === undefined ? entriesDocument(contest, entries) : shownDocument(shown),
});

function entriesDocument(contest: string, entries: ContestDiff['entries']): Document {
  const blocks = entries.map(({ contestant, outcome, partial, files }) => {
    const state = `${outcome ?? 'not ended'}${partial === true ? ', partial' : ''}`;
    return text(`${visibleLine(contestant)} (${state})`, ...diffStat(files));
  });
  return [...blocks, note(`There is no winner. See one entry whole with: joust diff ${contest} NAME`)];
}

function shownDocument({ contestant, against, files, common, only, patch, withheld }: ShownDiff): Document {
  const side = against === undefined ? 'the base' : visibleLine(against);
  const lists = [
    { name: 'common', paths: common },
    ...only.map((one) => ({ name: `only ${visibleLine(one.contestant)}`, paths: one.paths })),
  ].filter(({ paths }) => paths.length > 0);
  const figures = text(
    `${visibleLine(contestant)} against ${side}`,
    ...lists.map(({ name, paths }) => `${name}: ${paths.map(shownPath).join(', ')}`),
    ...diffStat(files),
  );
  const whole: readonly Block[] = patch === '' ? [] : [{ type: 'diff', patch }];
  return [figures, ...whole, note(withheld)];
}
