// joust prune and joust rm: remove contests, or only their logs, from the record.
import { openArchive } from '../../../../app/archive.ts';
import { homeOf } from '../../../../app/host.ts';
import {
  type PrunePlan,
  type PruneRequest,
  planPrune,
  prune,
  whyUnfinished,
} from '../../../../app/upkeep/prune.ts';
import { byteCount, plural } from '../../../../domain/figures.ts';
import { exitCode, JoustError } from '../../../../domain/joust-error.ts';
import { visible } from '../../../../views/visible.ts';
import { type CommandProgram, flag, text } from '../../grammar/command.ts';
import { confirm } from '../../screens/ask-gate.ts';

const unitMs: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 };

export const pruneCommand: CommandProgram = async (input, cli) => {
  const { machine, stdout, stderr } = cli;
  const age = text(input, 'older-than');
  const request: PruneRequest = {
    before: age === undefined ? '' : new Date(machine.now().getTime() - ageMs(age)).toISOString(),
    what: flag(input, 'keep-results') ? 'logs' : 'everything',
    unfinished: flag(input, 'unfinished'),
  };
  await using archive = openArchive(homeOf(machine), machine);
  const plan = await planPrune(archive, request);
  stdout.write(plan.contests.map(contestLine).join(''));
  for (const [contest, why] of plan.kept) stderr.write(`${contest} stays: ${visible(why)}.\n`);
  if (plan.kept.size > 0 && !request.unfinished)
    stderr.write('To remove contests that are not finished as well, add --unfinished.\n');
  for (const contest of plan.strays.kept)
    stderr.write(
      `${contest} keeps its workspaces until you resume it (joust resume ${contest}) or cancel it (joust cancel ${contest}).\n`,
    );
  const would = `Would remove ${prunedText(request, plan)}.`;
  if (flag(input, 'dry-run')) {
    stderr.write(`${would} Nothing was changed.\n`);
    return exitCode.ok;
  }
  if (isEmptyPlan(plan)) {
    stderr.write('Nothing to remove.\n');
    return exitCode.ok;
  }
  if (!flag(input, 'yes') && !(await confirm(`${would} Remove this for good?`, cli))) {
    stderr.write('Nothing was removed.\n');
    return exitCode.nothingUsable;
  }
  stderr.write(`Removed ${prunedText(request, await prune(archive, request, plan))}.\n`);
  return exitCode.ok;
};

function contestLine({ contest, at, bytes }: PrunePlan['contests'][number]): string {
  return `${contest}  ${at.slice(0, 16).replace('T', ' ')}  ${byteCount(bytes)}\n`;
}

function isEmptyPlan({ contests, strays: { blobs, spools, workspaces, bases } }: PrunePlan): boolean {
  return contests.length + blobs + spools + workspaces + bases === 0;
}

/** `2 contests, 1 unused content file, 0 left-over run folders: 4.2 kB`. */
function prunedText({ what }: PruneRequest, { contests, strays }: PrunePlan): string {
  const bytes = contests.reduce((sum, one) => sum + one.bytes, strays.bytes);
  const parts = [
    `${what === 'logs' ? 'the logs of ' : ''}${plural(contests.length, 'contest')}`,
    plural(strays.blobs, 'unused content file'),
    plural(strays.spools, 'left-over run folder'),
    ...(strays.workspaces > 0 ? [plural(strays.workspaces, 'workspace')] : []),
    ...(strays.bases > 0 ? [plural(strays.bases, 'base')] : []),
  ];
  return `${parts.join(', ')}: ${byteCount(bytes)}`;
}

/** An age as `--older-than` takes it. */
export function ageMs(age: string): number {
  const [, amount, unit = ''] = /^(\d{1,5})([hdw])$/.exec(age) ?? [];
  const ms = Number(amount) * (unitMs[unit] ?? 0);
  if (amount !== undefined && ms >= 0) return ms;
  throw new JoustError(`"${age}" is not an age`, {
    code: 'usage',
    hint: 'Write a number and h, d or w: --older-than 30d.',
  });
}

/** joust rm: removes one contest from the record. */
export const rmCommand: CommandProgram = async (input, world) => {
  const { machine, stderr } = world;
  await using archive = openArchive(homeOf(machine), machine);
  const id = await archive.find(input.words[0] ?? '');
  const why = await whyUnfinished(archive, id);
  const state = why === undefined ? '' : `Contest ${id} is not finished: ${why}. `;
  const question = `${state}Remove contest ${id} with all of its answers?`;
  if (!flag(input, 'yes') && !(await confirm(question, world))) {
    stderr.write('Nothing was removed.\n');
    return exitCode.nothingUsable;
  }
  const bytes = await archive.remove(id);
  stderr.write(`Contest ${id} is removed; ${byteCount(bytes)} freed.\n`);
  return exitCode.ok;
};
