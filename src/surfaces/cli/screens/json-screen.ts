// Events for programs: one JSON object a line, as schema/output.schema.json describes them.
import type { OutputLine } from '../../../domain/events/output.ts';
import { outputLine } from '../../../views/json-lines.ts';
import { safeJson, visible } from '../../../views/visible.ts';
import type { CliWorld } from '../grammar/command.ts';
import type { Screen } from './screen.ts';

export function jsonScreen({ stdout, stderr }: CliWorld): Screen {
  const note = (text: string) => stderr.write(`${visible(text)}\n`);
  return {
    note,
    close: () => undefined,
    result: ({ contest, result }) =>
      stdout.write(`${safeJson({ type: 'contest.result', v: 1, contest, result } satisfies OutputLine)}\n`),
    observe(observation) {
      if (observation.type === 'note') note(observation.text);
      const line = outputLine(observation);
      if (line !== undefined) stdout.write(`${safeJson(line)}\n`);
    },
  };
}
