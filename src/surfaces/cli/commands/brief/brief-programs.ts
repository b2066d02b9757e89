// Additions of the terminal to operations on briefs: two operations in a row, a browser, another order of words.
import { join, resolve } from 'node:path';
import { isUnchanged } from '../../../../brief/operations/brief-diff.ts';
import { readyBriefReseal } from '../../../../brief/play-brief.ts';
import type { WrittenReport } from '../../../../brief/report/write-report.ts';
import { exitCode, JoustError } from '../../../../domain/joust-error.ts';
import { joustHome } from '../../../../process/machine.ts';
import { openInBrowser } from '../../../../process/spawn/browser.ts';
import { visible } from '../../../../views/visible.ts';
import type { RoundsDiffJson } from '../../../../views/wire/brief-json.ts';
import { type CliWorld, type CommandInput, type CommandProgram, flag } from '../../grammar/command.ts';
import { playReady } from '../contest/contest-command.ts';
import type { OperationProgram } from '../operation-command.ts';

/** `--reseal` seals the work folders as they are before the panel judges. */
export function judgeCommand(derived: OperationProgram): CommandProgram {
  return async (input, cli) => {
    const code = flag(input, 'reseal') ? await reseal(input, cli) : exitCode.ok;
    return code === exitCode.ok ? await derived(input, cli) : code;
  };
}

async function reseal(input: CommandInput, cli: CliWorld): Promise<number> {
  if (flag(input, 'dry-run'))
    throw new JoustError("--reseal and --dry-run don't go together", {
      code: 'usage',
      hint: 'Leave one of them out: --reseal puts work on record.',
    });
  const { machine } = cli;
  const folder = resolve(machine.cwd, input.words[0] ?? '.');
  const asked = { folder, approve: flag(input, 'yes') || undefined };
  const ready = await readyBriefReseal(asked, { machine, home: joustHome(machine) });
  return ready === undefined ? exitCode.ok : await playReady(ready, { words: [], options: {} }, { cli });
}

/** `--refine` plays a round of the reviewed contestant afterwards. */
export function consultCommand(derived: OperationProgram): CommandProgram {
  return async (input, cli) => {
    let of: string | undefined;
    const code = await derived(input, cli, {
      played: ({ result }) => {
        of = result?.type === 'consultation' ? result.of : undefined;
      },
    });
    if (!flag(input, 'refine') || code !== exitCode.ok || of === undefined) return code;
    const refine = cli.commands.find(({ name }) => name === 'brief refine');
    const options = { ...input.options, contestant: [of] };
    return (await (await refine?.load())?.({ words: input.words, options }, cli)) ?? code;
  };
}

/** `--open` shows the page. */
export function reportCommand(derived: OperationProgram): CommandProgram {
  return async (input, cli) => {
    let written: WrittenReport | undefined;
    const code = await derived(input, cli, {
      told: async (output) => {
        written = output as WrittenReport;
      },
    });
    const page = written?.files.find((path) => path.endsWith('.html'));
    if (!flag(input, 'open') || written === undefined || page === undefined) return code;
    const path = join(written.folder, page);
    if (!(await openInBrowser(path, cli.machine)))
      cli.stderr.write(`No browser could be started: open ${visible(path)} yourself.\n`);
    return code;
  };
}

/** The folder may also come last. `--exit-code` tells a script that nothing changed. */
export function diffCommand(derived: OperationProgram): CommandProgram {
  return async ({ words, options }, cli) => {
    const input = { words: withFolderFirst(words), options };
    let unchanged = false;
    const code = await derived(input, cli, {
      told: async (output) => {
        unchanged = isUnchanged(output as RoundsDiffJson);
      },
    });
    return unchanged && flag(input, 'exit-code') ? exitCode.nothingUsable : code;
  };
}

function withFolderFirst(words: readonly string[]): readonly string[] {
  const [first = '', second = '', last = ''] = words;
  return words.length < 3 || /^\d+$/.test(last) ? words : [last, first, second];
}
