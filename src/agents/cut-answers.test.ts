// Answers that reach the model's output limit: all parts in order, or incomplete and why.
import { expect, test } from 'vitest';
import { recorded, recordingWith, replay } from '../../tests/replay.ts';
import { agentOf } from './all.ts';

const part = 'Part one, cut in the mid';

test.each(['claude', 'copilot', 'qwen'])('%s that goes on by itself hands in all parts', async (id) => {
  const { end, events } = await replay(agentOf(id), recorded(id, 'cut'));
  expect(end).toMatchObject({ outcome: 'ok', text: `${part}dle. Part two.` });
  const said = events.flatMap((event) => (event.type === 'text' ? [event.delta] : [])).join('');
  expect(said).toContain(end.text);
});

test.each([
  ['claude', 4],
  ['codex', 1],
  ['copilot', 3],
  ['grok', 1],
])('%s that never comes to an end is incomplete, with what there is', async (id, times) => {
  const { end, events } = await replay(agentOf(id), recorded(id, 'limit'));
  expect(end).toMatchObject({ outcome: 'incomplete', partial: true, text: part.repeat(times) });
  expect(end.reason).toMatch(/output/);
  expect(events.some(({ type }) => type === 'answered')).toBe(false);
});

/** As the CLI writes it, shortened. */
const geminiSays = (...reasons: readonly string[]) => `{
    "event.name": "gemini_cli.api_response",
    "status_code": 200,
    "finish_reasons": [
      ${reasons.map((reason) => `"${reason}"`).join(',\n      ')}
    ],
    "role": "main",
}`;
const qwenSays = (reason: string, id = '########0') => `{
    "qwen-code.prompt_id": "08cc${id}",
    "qwen-code.context.usage": "{\\"version\\":1}",
    "finish_reason": "${reason}",
}`;

test.each([
  ['gemini', geminiSays('stop', 'length'), 'incomplete'],
  ['gemini', geminiSays('stop', 'length') + geminiSays('stop', 'stop'), 'ok'],
  ['qwen', qwenSays('stop') + qwenSays('length'), 'incomplete'],
  ['qwen', qwenSays('stop') + qwenSays('length', '#memory#0'), 'ok'],
  ['qwen', '', 'ok'],
])('%s says in its telemetry whether the last answer was cut: %#', async (id, answerFile, outcome) => {
  const { stdout, end: process } = recorded(id, 'ok');
  const { end } = await replay(agentOf(id), recordingWith(stdout, { ...process, answerFile }));
  expect(end).toMatchObject({ outcome, text: 'Hello from the stub.' });
});
