// Contests for pipes and files, nothing that moves: answers under a ## heading each, or events as lines of JSON.
import type { Observation } from '../../../domain/agent-event.ts';
import type { OutputLine } from '../../../domain/events/output.ts';
import {
  answerBody,
  answerHeading,
  exhibitsText,
  parkedText,
  unrecordedText,
} from '../../../views/answer.ts';
import { outputLine } from '../../../views/json-lines.ts';
import { progressText } from '../../../views/live.ts';
import { safeJson, visible } from '../../../views/visible.ts';
import type { CliWorld, Style } from '../grammar/command.ts';
import { type Cast, headOf, type Screen } from './screen.ts';

export function plainScreen({ players, shows }: Cast, { stdout, stderr }: CliWorld): Screen {
  const note = (text: string) => stderr.write(`${visible(text)}\n`);
  return {
    note,
    close: () => undefined,
    exhibit: (gate) => stdout.write(exhibitsText(gate)),
    // Loaded then: measuring text costs more at start-up than all of the rest.
    result: async ({ document }) =>
      void stdout.write((await import('../../../views/render/document-text.ts')).documentText(document)),
    observe(observation) {
      if (observation.type === 'unrecorded') stdout.write(unrecordedText(observation));
      if (observation.type === 'landed' && shows(observation.end)) {
        const { end, text } = observation;
        const heading = `## ${answerHeading(headOf(players, end), end)}`;
        const style: Style = end.outcome === 'ok' ? 'green' : 'red';
        stdout.write(`${stdout.style(style, heading)}\n\n${answerBody(end, text)}\n\n`);
      }
      const said = noteOf(observation);
      if (said !== undefined) note(said);
    },
  };
}

function noteOf(observation: Observation): string | undefined {
  if (observation.type === 'note') return observation.text;
  if (observation.type === 'parked') return parkedText(observation.parked);
  if (observation.type === 'recorded') return progressText(observation.event);
  if (observation.type === 'live' && observation.event.type === 'notice')
    return `${observation.contestant}: ${observation.event.text}`;
  return undefined;
}

/** Events for programs: one JSON object a line, as schema/output.schema.json describes them. */
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
