// The commands of a brief that play nothing: words and options become a request to src/brief.
import { resolve } from 'node:path';
import { type ArchivedBrief, archiveBrief } from '../../../../brief/upkeep/archive-brief.ts';
import { briefStatus, statusDocument } from '../../../../brief/upkeep/brief-status.ts';
import { diffRounds } from '../../../../brief/upkeep/diff-rounds.ts';
import { type PrunedBrief, pruneBriefs } from '../../../../brief/upkeep/prune-briefs.ts';
import { byteCount, plural } from '../../../../domain/figures.ts';
import { exitCode, JoustError } from '../../../../domain/joust-error.ts';
import { agoOf } from '../../../../operations/spans.ts';
import { joustHome } from '../../../../process/machine.ts';
import { diffStat } from '../../../../views/render/diff-text.ts';
import { safeJson, visible, visibleLine } from '../../../../views/visible.ts';
import type { RoundsDiffJson } from '../../../../views/wire/brief-json.ts';
import {
  type CliWorld,
  type CommandProgram,
  flag,
  oneOf,
  type Terminal,
  text,
  texts,
} from '../../grammar/command.ts';
import { confirm } from '../../screens/ask-gate.ts';
import { paperFor } from '../../screens/paper.ts';
import { patchText } from '../apply/diff-command.ts';

export const statusCommand: CommandProgram = async (input, cli) => {
  const { machine, stdout, stderr } = cli;
  const [said] = input.words;
  const folder = resolve(machine.cwd, said ?? '.');
  const told = await briefStatus({ folder, said, restore: flag(input, 'restore') }, placeOf(cli));
  if (flag(input, 'json')) {
    stdout.write(`${safeJson({ v: 1, ...told })}\n`);
    return exitCode.ok;
  }
  stdout.write(await (await paperFor(input, cli, [])).document(statusDocument(told)));
  for (const { why, command } of told.next) stderr.write(`${visible(why)}: ${visible(command)}\n`);
  return exitCode.ok;
};

export const diffCommand: CommandProgram = async (input, cli) => {
  const { machine, stdout, stderr } = cli;
  const { folder, from, to } = diffWords(input.words);
  const asked = { folder: resolve(machine.cwd, folder), from, to, names: texts(input, 'contestant') };
  const diff = await diffRounds(asked, placeOf(cli));
  if (flag(input, 'json')) stdout.write(`${safeJson({ v: 1, ...diff })}\n`);
  else stdout.write(diff.contestants.map((one) => roundsText(one, stdout)).join('\n'));
  const isEqual = diff.contestants.every(({ files }) => files.length === 0);
  if (isEqual) stderr.write(`Nothing changed between round ${from} and round ${to}.\n`);
  return isEqual && flag(input, 'exit-code') ? exitCode.nothingUsable : exitCode.ok;
};

/** The folder stands first or last, whichever is no number; of three numbers it is the first. */
function diffWords(words: readonly string[]): {
  readonly folder: string;
  readonly from: number;
  readonly to: number;
} {
  const isNumber = (word: string | undefined) => /^\d{1,6}$/.test(word ?? '');
  const last = words.length === 3 && !isNumber(words[2]) ? words[2] : undefined;
  const before = last ?? (words.length === 3 ? undefined : '.');
  const [folder = '.', from, to] = before === undefined ? words : [before, ...words];
  if (isNumber(from) && isNumber(to)) return { folder, from: Number(from), to: Number(to) };
  throw new JoustError('brief diff needs two rounds', {
    code: 'usage',
    hint: 'Say them by their numbers: joust brief diff FOLDER 1 2',
  });
}

function roundsText(
  { contestant, between, files, patch }: RoundsDiffJson['contestants'][number],
  out: Terminal,
) {
  const [from, to] = between.map((round) => (round === null ? 'nothing yet' : `round ${round}`));
  const title = from === to ? `${from} all along` : `${from}, then ${to}`;
  const head = out.style('bold', `${visibleLine(contestant)}: ${title}`);
  if (files.length === 0) return `${head}\n`;
  return `${head}\n${diffStat(files).join('\n')}\n\n${patchText(patch, out)}`;
}

export const archiveCommand: CommandProgram = async (input, cli) => {
  const { machine, stderr, signal } = cli;
  const out = text(input, 'out');
  const archived = await archiveBrief(
    {
      folder: resolve(machine.cwd, input.words[0] ?? '.'),
      signal,
      operator: flag(input, 'include-operator'),
      format: oneOf(input, 'format', ['dir', 'tar']) ?? 'dir',
      ...(out !== undefined && { out: resolve(machine.cwd, out) }),
    },
    placeOf(cli),
  );
  if (archived === undefined) return exitCode.interrupted;
  tellArchived(archived, stderr);
  return exitCode.ok;
};

function tellArchived({ path, files, leftOut, notes }: ArchivedBrief, stderr: Terminal): void {
  for (const note of notes) stderr.write(`${visible(note)}\n`);
  for (const { path: name, why } of leftOut) stderr.write(`${visibleLine(name)} is left out: ${why}.\n`);
  const own = files.filter(({ visibility }) => visibility === 'operator').length;
  const whose = own === 0 ? '' : `, ${own} of them for its operator only`;
  stderr.write(`${plural(files.length, 'file')} are in ${visible(path)}${whose}.\n`);
}

export const pruneCommand: CommandProgram = async (input, cli) => {
  const { machine, stdout, stderr } = cli;
  const age = text(input, 'older-than');
  if (age === undefined)
    throw new JoustError('brief prune needs an age', {
      code: 'usage',
      hint: 'Say how long nothing must have happened: joust brief prune --older-than 30d',
    });
  const request = {
    folders: input.words.map((word) => resolve(machine.cwd, word)),
    before: agoOf(age, machine.now()),
    keepResults: flag(input, 'keep-results'),
  };
  const planned = await pruneBriefs({ ...request, dryRun: true }, placeOf(cli));
  for (const brief of planned) tellPruned(brief, { stdout, stderr });
  const would = `Would remove ${prunedText(planned)}.`;
  if (flag(input, 'dry-run')) {
    stderr.write(`${would} Nothing was changed.\n`);
    return exitCode.ok;
  }
  if (planned.every(({ removed }) => removed.length === 0)) {
    stderr.write('Nothing to remove.\n');
    return exitCode.ok;
  }
  const question = `${would} The record keeps them: joust brief status --restore writes them again. Remove?`;
  if (!flag(input, 'yes') && !(await confirm(question, cli))) {
    stderr.write('Nothing was removed.\n');
    return exitCode.nothingUsable;
  }
  const pruned = await pruneBriefs({ ...request, dryRun: false }, placeOf(cli));
  stderr.write(
    `Removed ${prunedText(pruned)}. The record stays: joust brief status --restore writes them again.\n`,
  );
  return exitCode.ok;
};

/** `3 files of 1 brief: 4.2 kB`. */
function prunedText(briefs: readonly PrunedBrief[]): string {
  const gone = briefs.filter(({ removed }) => removed.length > 0);
  const files = gone.reduce((sum, one) => sum + one.removed.length, 0);
  const bytes = gone.reduce((sum, one) => sum + one.bytes, 0);
  return `${plural(files, 'file')} of ${plural(gone.length, 'brief')}: ${byteCount(bytes)}`;
}

function tellPruned(
  { folder, stays, lastActivity, removed, bytes, kept }: PrunedBrief,
  { stdout, stderr }: Pick<CliWorld, 'stdout' | 'stderr'>,
): void {
  const name = visibleLine(folder);
  if (stays !== undefined) stderr.write(`${name} stays: ${visible(stays)}.\n`);
  for (const { path, why } of kept) stderr.write(`${name}/${visibleLine(path)} stays: ${why}.\n`);
  if (removed.length > 0)
    stdout.write(
      `${name}  ${lastActivity?.slice(0, 16).replace('T', ' ')}  ${plural(removed.length, 'file')}  ${byteCount(bytes)}\n`,
    );
}

function placeOf({ machine }: CliWorld) {
  return { machine, home: joustHome(machine) };
}
