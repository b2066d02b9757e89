// joust diff: what an entry changes, or what tells two entries apart.

import { exitCode, JoustError } from '../../../../domain/joust-error.ts';
import { openApplyContext } from '../../../../operations/apply/applications.ts';
import { entryDiff } from '../../../../operations/apply/entry-diff.ts';
import { joustHome } from '../../../../process/machine.ts';
import { ofFormat, openArchive } from '../../../../record/archive.ts';
import { diffStat, type PatchLine, patchLines, shownPath } from '../../../../views/render/diff-text.ts';
import { safeJson, visibleLine } from '../../../../views/visible.ts';
import type { EntryDiff, ShownDiff } from '../../../../views/wire/diff-json.ts';
import { type CommandProgram, flag, type Style, type Terminal, text } from '../../grammar/command.ts';

export const diffCommand: CommandProgram = async (input, { machine, stdout, stderr }) => {
  const [id = '@last', name] = input.words;
  const against = text(input, 'against');
  const home = joustHome(machine);
  await using archive = openArchive(home, machine);
  const contest = await archive.find(id, ofFormat('race'));
  await using context = openApplyContext(home, machine);
  const diff = await entryDiff(context, {
    contest,
    name,
    against,
  });
  if (against !== undefined && diff.shown === undefined)
    throw new JoustError(`contest ${contest} has no winner to hold against ${against}`, {
      code: 'usage',
      hint: `Name both: joust diff ${contest} NAME --against ${against}`,
    });
  if (flag(input, 'json')) stdout.write(`${safeJson(diff)}\n`);
  else if (diff.shown === undefined) {
    stdout.write(allStats(diff, stdout));
    stderr.write(`There is no winner; see one of them whole with: joust diff ${contest} NAME\n`);
  } else {
    stdout.write(heading(diff.shown, stdout));
    if (!flag(input, 'stat')) stdout.write(`\n${patchText(diff.shown.patch, stdout)}`);
  }
  return exitCode.ok;
};

function allStats({ entries }: EntryDiff, out: Terminal): string {
  const parts = entries.map(({ contestant, outcome, partial, files }) => {
    const state = `${outcome ?? 'not ended'}${partial === true ? ', partial' : ''}`;
    return `${out.style('bold', visibleLine(contestant))} (${state})\n${diffStat(files).join('\n')}\n`;
  });
  return parts.join('\n');
}

function heading({ contestant, against, files, common, only }: ShownDiff, out: Terminal): string {
  const side = against === undefined ? 'the base' : visibleLine(against);
  const lists = [
    { name: 'common', paths: common },
    ...only.map((one) => ({ name: `only ${visibleLine(one.contestant)}`, paths: one.paths })),
  ].filter(({ paths }) => paths.length > 0);
  return [
    out.style('bold', `${visibleLine(contestant)} against ${side}`),
    ...lists.map(({ name, paths }) => `${name}: ${paths.map(shownPath).join(', ')}`),
    ...diffStat(files),
    '',
  ].join('\n');
}

const styles: Readonly<Record<PatchLine['kind'], Style | undefined>> = {
  file: 'bold',
  hunk: 'cyan',
  added: 'green',
  removed: 'red',
  context: undefined,
};

export function patchText(patch: string, out: Terminal): string {
  return patchLines(patch)
    .map(({ kind, text: line }) => {
      const style = styles[kind];
      return `${style === undefined ? line : out.style(style, line)}\n`;
    })
    .join('');
}
