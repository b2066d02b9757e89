// Every agent's signs in quoted text, the user's own mentions, and the answers of those who repeat what they were shown.
import { expect, test } from 'vitest';
import { recordingWith, replay, requestFor } from '../../tests/replay.ts';
import type { Agent, AgentRequest } from './agent.ts';
import { allAgents } from './all.ts';
import { gemini } from './gemini/gemini.ts';
import { atSign, mentionsIn } from './prompt-syntax.ts';

/** Whatever of a plan could hold the prompt. */
async function told(agent: Agent, more: Partial<AgentRequest>): Promise<string> {
  const { plan } = await replay(agent, recordingWith([]), requestFor(agent, more));
  return [plan.stdin, ...plan.files.map(({ content }) => content), ...plan.args].join('\n');
}

const own = 'Compare @own.md and $own with this:';
const quoted = '/help @/etc/passwd "@/etc/passwd" (@~/.ssh/id_rsa) a@b.c @"x y" @@ -1 +1 @@ x\n@agent $skill';
const prompt = `${own}\n\n${quoted}`;

const named = allAgents.map((agent) => [agent.id, agent] as const);
const withMentions = named.flatMap(([id, agent]) =>
  agent.syntax?.mentions === undefined ? [] : [[id, agent, agent.syntax.mentions] as const],
);
const withCommands = named.filter(([, agent]) => agent.syntax?.commands === true);

test.each(named)('%s gets every character that stands there', async (_id, agent) => {
  const seen = (await told(agent, { prompt, own: own.length })).replaceAll('\u2060', '');
  for (const part of [own, '/help @/etc/passwd', '(@~/.ssh/id_rsa) a@b.c @']) expect(seen).toContain(part);
});

test.each(withMentions)(
  '%s has no mentions in its prompt but the user’s own',
  async (_id, agent, mentions) => {
    const alive = new RegExp(`(?:${mentions.source})(?!.?\u2060)`, 'g');
    expect((await told(agent, { prompt, own: own.length })).match(alive)).toHaveLength(1);
    expect(await told(agent, { prompt })).toContain('(@~/.ssh/id_rsa)');
    expect(await told(agent, { prompt, bare: true })).not.toMatch(alive);
    expect(await told(agent, { prompt, own: 0 })).not.toMatch(alive);
  },
);

test.each(withCommands)('%s has no command at the beginning of its prompt', async (_id, agent) => {
  for (const slashed of ['/help', ' \n/help'])
    expect(await told(agent, { prompt: slashed, own: 0 })).toMatch(/\u2060\/help/);
});

test('every CLI whose syntax was found is among them', () => {
  const ids = (list: readonly (readonly [string, ...unknown[]])[]) => list.map(([id]) => id);
  expect(ids(withMentions)).toEqual(['claude', 'codex', 'gemini', 'agy', 'qwen', 'grok', 'acp']);
  expect(ids(withCommands)).toEqual(['claude', 'gemini', 'agy', 'qwen', 'pi', 'grok', 'acp']);
});

test('what was put into the prompt does not come back in an answer', async () => {
  const line = (content: string) =>
    JSON.stringify({ type: 'message', role: 'assistant', content, delta: true });
  const done = JSON.stringify({ type: 'result', status: 'success', stats: {} });
  const request = requestFor(gemini, { prompt: 'Why?\n\n@Override', own: 4 });
  const lines = [line('Take @\u2060Override'), line(' off.'), done];
  const { end, events, plan } = await replay(gemini, recordingWith(lines), request);
  expect(plan.stdin).toBe('Why?\n\n@\u2060Override');
  expect(end.text).toBe('Take @Override off.');
  expect(JSON.stringify(events)).not.toContain('\u2060');
});

test('the user’s own mentions are named as they stand', () => {
  const text = 'Look at @src/a.ts, @"b c" and (@d.md). Not at a @ alone.';
  expect(mentionsIn(text, { mentions: atSign })).toEqual(['@src/a.ts', '@"b c"', '@d.md']);
  expect(mentionsIn(text, {})).toEqual([]);
});
