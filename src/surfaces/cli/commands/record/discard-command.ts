// joust prune and joust rm: takes logs or whole contests off the record.
import { openArchive } from '../../../../app/archive.ts';
import { homeOf } from '../../../../app/host.ts';
import { byteCount, plural } from '../../../../domain/figures.ts';
import { exitCode, JoustError } from '../../../../domain/joust-error.ts';
import { type CommandProgram, flag, text } from '../../grammar/command.ts';
import { confirm } from '../../screens/ask-gate.ts';

const unitMs: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 };

export const pruneCommand: CommandProgram = async (input, { machine, stdout, stderr }) => {
  const age = text(input, 'older-than');
  const before = age === undefined ? '' : new Date(machine.now().getTime() - ageMs(age)).toISOString();
  const dryRun = flag(input, 'dry-run');
  const what = flag(input, 'keep-results') ? 'logs' : 'everything';
  await using archive = openArchive(homeOf(machine), machine);
  const old = (await archive.contests()).filter(({ at }) => at < before);
  const contests = old.map(({ contest }) => contest);
  const { removed, busy } = await archive.discard({ contests, what, dryRun });
  const gone = removed.filter(({ bytes }) => bytes > 0);
  const opened = new Map(old.map(({ contest, at }) => [contest, at]));
  for (const { contest, bytes } of gone)
    stdout.write(`${contest}  ${opened.get(contest)?.slice(0, 16).replace('T', ' ')}  ${byteCount(bytes)}\n`);
  for (const [contest, why] of busy) stderr.write(`${contest} stays: ${why}.\n`);
  const strays = await archive.sweep(dryRun);
  const bytes = gone.reduce((sum, one) => sum + one.bytes, strays.bytes);
  const whose = what === 'logs' ? 'the logs of ' : '';
  const parts = [
    `${whose}${plural(gone.length, 'contest')}`,
    `${plural(strays.blobs, 'unused content file')}`,
    `${plural(strays.spools, 'left-over run folder')}`,
    ...(strays.workspaces > 0 ? [plural(strays.workspaces, 'workspace')] : []),
    ...(strays.bases > 0 ? [plural(strays.bases, 'base')] : []),
  ];
  for (const contest of strays.kept)
    stderr.write(
      `${contest} keeps its workspaces: it is not over. Go on with joust resume ${contest}, or give it up with joust cancel ${contest}.\n`,
    );
  stderr.write(
    dryRun
      ? `Would remove ${parts.join(', ')}: ${byteCount(bytes)}. Nothing was changed.\n`
      : `Removed ${parts.join(', ')}: ${byteCount(bytes)} freed.\n`,
  );
  return exitCode.ok;
};

/** An age as `--older-than` takes it. */
export function ageMs(age: string): number {
  const [, amount, unit = ''] = /^(\d{1,5})([hdw])$/.exec(age) ?? [];
  const ms = Number(amount) * (unitMs[unit] ?? 0);
  if (amount !== undefined && ms >= 0) return ms;
  throw new JoustError(`"${age}" is no age`, {
    code: 'usage',
    hint: 'Say it like this: --older-than 30d (h, d or w).',
  });
}

/** joust rm: takes one contest off the record. */
export const rmCommand: CommandProgram = async (input, world) => {
  const { machine, stderr } = world;
  await using archive = openArchive(homeOf(machine), machine);
  const id = await archive.find(input.words[0] ?? '');
  if (!flag(input, 'yes') && !(await confirm(`Remove contest ${id} with all of its answers?`, world))) {
    stderr.write('Nothing was removed.\n');
    return exitCode.nothingUsable;
  }
  const bytes = await archive.remove(id);
  stderr.write(`Contest ${id} is removed; ${byteCount(bytes)} freed.\n`);
  return exitCode.ok;
};
