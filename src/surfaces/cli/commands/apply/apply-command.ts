// joust apply and joust undo: an entry into the user's files, a commit or a branch, and back.

import { changedFile } from '../../../../domain/changed-file.ts';
import { plural } from '../../../../domain/figures.ts';
import { exitCode, JoustError } from '../../../../domain/joust-error.ts';
import { openApplyContext } from '../../../../operations/apply/applications.ts';
import { type ApplyRequest, prepareApply, type ReadyApply } from '../../../../operations/apply/apply.ts';
import { undoApply } from '../../../../operations/apply/undo.ts';
import { joustHome } from '../../../../process/machine.ts';
import { ofFormat, openArchive, thatWasApplied } from '../../../../record/archive.ts';
import { diffStat } from '../../../../views/render/diff-text.ts';
import { visible, visibleLine } from '../../../../views/visible.ts';
import { type CliWorld, type CommandInput, type CommandProgram, flag, text } from '../../grammar/command.ts';
import { confirm } from '../../screens/ask-gate.ts';

export const applyCommand: CommandProgram = async (input, world) => {
  const { machine, stderr } = world;
  const request = requestOf(input);
  const home = joustHome(machine);
  await using archive = openArchive(home, machine);
  const contest = await archive.find(input.words[0] ?? '@last', ofFormat('race'));
  await using context = openApplyContext(home, machine);
  const ready = await prepareApply(context, { ...request, contest });
  if (ready === undefined) {
    stderr.write(
      `Contest ${contest} has no winner. Apply an entry by its name: joust apply ${contest} --as NAME\n`,
    );
    return exitCode.noClearWinner;
  }
  const lines = [...diffStat(ready.change.files.map(changedFile)), ...ready.notes.map(visible)];
  stderr.write(`${lines.join('\n')}\n`);
  if (ready.state === 'there') {
    stderr.write(`The entry of ${visibleLine(ready.contestant)} is in ${visible(ready.folder)} already.\n`);
    return exitCode.ok;
  }
  if (!(await isAgreed(input, { ready, request }, world))) {
    stderr.write('Nothing was written.\n');
    return exitCode.nothingUsable;
  }
  const { merged = [], commit, branch } = await ready.apply();
  const where = whereTo(ready, { commit, branch });
  const joined = merged.length === 0 ? '' : `, ${merged.length} of the files merged with your own changes`;
  stderr.write(
    `The entry of ${visibleLine(ready.contestant)} is ${where}${joined}. Take it back with: joust undo ${contest}\n`,
  );
  return exitCode.ok;
};

function requestOf(input: CommandInput): Omit<ApplyRequest, 'contest'> {
  const [as, branch, message] = [text(input, 'as'), text(input, 'branch'), text(input, 'message')];
  const commit = flag(input, 'commit');
  if (commit && branch !== undefined)
    throw new JoustError('--commit and --branch do not go together', {
      code: 'usage',
      hint: 'A branch has a commit of its own; --commit makes one where you are.',
    });
  if (message !== undefined && !commit && branch === undefined)
    throw new JoustError('--message is for a commit', {
      code: 'usage',
      hint: 'Add --commit or --branch NAME.',
    });
  if (message !== undefined && message.trim() === '')
    throw new JoustError('the message is empty', { code: 'usage', hint: 'Say what is committed.' });
  const inTree = commit ? 'commit' : 'tree';
  return {
    how: branch === undefined ? inTree : 'branch',
    as,
    branch,
    message,
  };
}

/** Whoever sits at a terminal is asked; in a script the command is the word. */
async function isAgreed(
  input: CommandInput,
  { ready, request }: { readonly ready: ReadyApply; readonly request: Omit<ApplyRequest, 'contest'> },
  world: CliWorld,
): Promise<boolean> {
  if (flag(input, 'yes') || !world.stdin.isTty || !world.stderr.isTty) return true;
  const what = {
    tree: `to ${visible(ready.folder)}`,
    commit: `to ${visible(ready.folder)} and commit it`,
    branch: `on the branch ${visibleLine(request.branch ?? '')}`,
  }[request.how];
  return await confirm(`Apply the entry of ${visibleLine(ready.contestant)} ${what}?`, world);
}

function whereTo(
  { folder }: ReadyApply,
  { commit, branch }: { readonly commit: string | undefined; readonly branch: string | undefined },
): string {
  const short = commit?.slice(0, 12);
  if (branch !== undefined)
    return `on the branch ${visibleLine(branch)} (${short}); your files are as they were`;
  return commit === undefined
    ? `applied to ${visible(folder)}`
    : `committed in ${visible(folder)} (${short})`;
}

/** joust undo: takes back what joust apply did. */
export const undoCommand: CommandProgram = async (input, { machine, stderr }) => {
  const home = joustHome(machine);
  await using archive = openArchive(home, machine);
  const contest = await archive.find(input.words[0] ?? '@last', thatWasApplied);
  await using context = openApplyContext(home, machine);
  const { contestant, folder, change, branch } = await undoApply(context, contest);
  const count = plural(change.files.length, 'file');
  const what =
    branch === undefined
      ? `${count} in ${visible(folder)} as before`
      : `the branch ${visibleLine(branch)} is gone`;
  stderr.write(`The entry of ${visibleLine(contestant)} is taken back: ${what}.\n`);
  return exitCode.ok;
};
