// Events for programs: one JSON object a line, as schema/output.schema.json describes them.
import { outputLine } from '../../views/output.ts';
import { safeJson, visible } from '../../views/visible.ts';
import type { CliWorld } from './command.ts';
import type { Screen } from './screen.ts';

export function jsonScreen({ stdout, stderr }: CliWorld): Screen {
  const note = (text: string) => stderr.write(`${visible(text)}\n`);
  return {
    note,
    close: () => undefined,
    observe(observation) {
      if (observation.type === 'note') note(observation.text);
      const line = outputLine(observation);
      if (line !== undefined) stdout.write(`${safeJson(line)}\n`);
    },
  };
}
