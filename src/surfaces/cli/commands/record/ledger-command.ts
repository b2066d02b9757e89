// joust ledger copy: all contests of one ledger into another.

import { byteCount, plural } from '../../../../domain/figures.ts';
import { exitCode } from '../../../../domain/joust-error.ts';
import { copyLedger } from '../../../../operations/upkeep/copy-ledger.ts';
import { joustHome } from '../../../../process/machine.ts';
import { safeJson, visibleLine } from '../../../../views/visible.ts';
import { type CommandProgram, flag } from '../../grammar/command.ts';

export const ledgerCopyCommand: CommandProgram = async (input, { machine, stdout, stderr, signal }) => {
  const [from = '', to = ''] = input.words;
  const result = await copyLedger({ from, to, machine, home: joustHome(machine), signal });
  const { copied, known, left, bytes } = result;
  if (flag(input, 'json'))
    stdout.write(`${safeJson({ v: 1, copied, known, left: Object.fromEntries(left), bytes })}\n`);
  else for (const id of copied) stdout.write(`${id}\n`);
  for (const [id, why] of left) stderr.write(`${id} was not copied: ${visibleLine(why)}.\n`);
  const there = known.length === 0 ? '' : `; ${plural(known.length, 'contest')} had been there`;
  stderr.write(`${plural(copied.length, 'contest')} copied with ${byteCount(bytes)} of content${there}.\n`);
  if (signal.aborted) return exitCode.interrupted;
  return left.size === 0 ? exitCode.ok : exitCode.nothingUsable;
};
