// The command of any operation: reads what was given, asks if the effect calls for it, and prints the output.

import { operationNamed } from '../../../all.ts';
import { exitCode } from '../../../domain/joust-error.ts';
import type { DescribedOperation } from '../../../domain/settings/described-operations.ts';
import type { Prepared } from '../../../operations/operation.ts';
import { perform } from '../../../operations/perform.ts';
import { speakerIn } from '../../../play/roster/callers.ts';
import { joustHome } from '../../../process/machine.ts';
import { openArchive } from '../../../record/archive.ts';
import { type Document, notesOf } from '../../../views/document.ts';
import { documentMarkdown } from '../../../views/render/document-markdown.ts';
import { safeJson, visible } from '../../../views/visible.ts';
import { type CliWorld, type CommandInput, type CommandProgram, flag } from '../grammar/command.ts';
import { settingsSaid } from '../grammar/contest-options.ts';
import { confirm } from '../screens/ask-gate.ts';
import { paperFor } from '../screens/paper.ts';

export function operationCommand(described: DescribedOperation): CommandProgram {
  return async (input, cli) => {
    const operation = await operationNamed(described.name);
    const { machine, stdout } = cli;
    const home = joustHome(machine);
    const columns = stdout.isTty ? stdout.columns() : undefined;
    const print = (output: unknown, done: boolean) =>
      printed({ output, document: operation.document?.(output, done, columns) }, input, cli);
    await using archive = openArchive(home, machine);
    let asked = false;
    const { done, output } = await perform(operation, await givenIn(input, described), {
      machine,
      home,
      archive,
      speaker: speakerIn(machine.env),
      caller: 'people',
      async consent({ would, question = '' }: Prepared<unknown>) {
        if (flag(input, 'yes') && !flag(input, 'dry-run')) return true;
        await print(would, false);
        asked = true;
        return !flag(input, 'dry-run') && (await confirm(question, cli));
      },
    });
    if (done || !asked) await print(output, done);
    else if (!flag(input, 'dry-run')) cli.stderr.write('Nothing was changed.\n');
    if (!done && asked) return flag(input, 'dry-run') ? exitCode.ok : exitCode.nothingUsable;
    return operation.isEmpty?.(output) === true ? exitCode.nothingUsable : exitCode.ok;
  };
}

/** Inputs by name: those that are words stand in their order. */
async function givenIn(
  input: CommandInput,
  { words = [], settings }: DescribedOperation,
): Promise<Readonly<Record<string, unknown>>> {
  const noFile = () => Promise.resolve('');
  const named = input.words.map((word, at) => [words[at] ?? '', word] as const);
  return { ...(await settingsSaid(input, settings, noFile)), ...Object.fromEntries(named) };
}

interface Printed {
  readonly output: unknown;
  /** Absent: people see JSON too. */
  readonly document: Document | undefined;
}

async function printed({ output, document }: Printed, input: CommandInput, cli: CliWorld): Promise<void> {
  const { stdout, stderr } = cli;
  if (document === undefined || flag(input, 'json')) {
    stdout.write(`${safeJson(output)}\n`);
    return;
  }
  if (flag(input, 'markdown')) stdout.write(documentMarkdown(document));
  else stdout.write(await (await paperFor(input, cli, [])).document(document));
  for (const line of notesOf(document)) stderr.write(`${visible(line)}\n`);
}
