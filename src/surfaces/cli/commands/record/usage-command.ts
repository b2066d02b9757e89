// joust usage: what the attempts on record consumed.

import { isSimulated } from '../../../../app/agents.ts';
import { openArchive } from '../../../../app/archive.ts';
import { homeOf } from '../../../../app/host.ts';
import { isBlind } from '../../../../domain/events/blind-record.ts';
import { exitCode, JoustError } from '../../../../domain/joust-error.ts';
import type { RecordedEvent } from '../../../../views/contest-summary.ts';
import {
  type UsageGrouping,
  usageGroupings,
  usageReport,
  usageText,
} from '../../../../views/usage-report.ts';
import { safeJson } from '../../../../views/visible.ts';
import { type CommandInput, type CommandProgram, flag, text } from '../../grammar/command.ts';

export const usageCommand: CommandProgram = async (input, { machine, stdout, stderr }) => {
  const by = groupingOf(input);
  await using archive = openArchive(homeOf(machine), machine);
  const records: (readonly RecordedEvent[])[] = [];
  for (const { contest } of await archive.contests()) records.push(await archive.events(contest));
  const blind = records.filter((record) => isBlind(record.map(({ event }) => event))).length;
  if (blind > 0)
    stderr.write(`Not counted before their pick: ${blind} blind contest${blind === 1 ? '' : 's'}.\n`);
  const report = usageReport(records, {
    by,
    isSimulated,
    withSimulated: flag(input, 'simulated'),
  });
  stdout.write(flag(input, 'json') ? `${safeJson(report)}\n` : usageText(report));
  return exitCode.ok;
};

function groupingOf(input: CommandInput): UsageGrouping {
  const wanted = text(input, 'by') ?? 'agent';
  const found = usageGroupings.find((grouping) => grouping === wanted);
  if (found !== undefined) return found;
  throw new JoustError(`usage cannot be grouped by "${wanted}"`, {
    code: 'usage',
    hint: `Give one of these to --by: ${usageGroupings.join(', ')}.`,
  });
}
