// What holds for the list of agents as a whole, and for the CLIs in it.
import { describe, expect, test } from 'vitest';
import { recordingOf, recordingWith, replay, requestFor } from '../../tests/replay.ts';
import { allAgents } from './all.ts';

const clis = allAgents.filter((agent) => agent.kind === 'cli').map((agent) => [agent.id, agent] as const);

describe('the list', () => {
  test('names each agent once', () => {
    expect(new Set(allAgents.map((agent) => agent.id)).size).toBe(allAgents.length);
  });

  test('calls no CLI verified without a recording of it', () => {
    const unrecorded = allAgents
      .filter((agent) => agent.kind === 'cli' && 'version' in agent.verified)
      .filter((agent) => recordingOf(agent.id, 'ok') === undefined);
    expect(unrecorded.map((agent) => agent.id)).toEqual([]);
  });

  test.each(clis)(
    '%s asks for less where it may do less, and passes model and effort on',
    async (_id, agent) => {
      const planned = async (more: Parameters<typeof requestFor>[1]) => {
        const { plan } = await replay(agent, recordingWith([]), requestFor(agent, more));
        return JSON.stringify(plan);
      };
      if (agent.tiers.read.honoured)
        expect(await planned({ tier: 'read' })).not.toBe(await planned({ tier: 'full' }));
      expect(await planned({})).toContain('model-1');
      for (const effort of agent.efforts) {
        const { contestant } = requestFor(agent);
        expect(await planned({ contestant: { ...contestant, effort } })).toContain(effort);
      }
    },
  );
});
