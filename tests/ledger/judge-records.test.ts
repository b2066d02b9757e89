// What the record tells of judges: held against people, checks of races and panels; a program's word and scripts prove nothing.
import { expect, it } from 'vitest';
import type { JoustEvent } from '../../src/domain/event.ts';
import { memoryLedger } from '../../src/ledger/memory.ts';
import { judgesOnRecord } from '../../src/record/judge-records.ts';

const now = new Date('2026-11-16T00:00:00Z');
const inline = (name: string) => ({ name, agent: `agent-${name}`, model: name });

function opened(format: string, more: object = {}): JoustEvent {
  const task = { prompt: { sha256: '0'.repeat(64), bytes: 1 }, cwd: '/x', tier: 'read', files: [] };
  return {
    type: 'contest.opened',
    v: 1,
    format,
    formatVersion: 1,
    joustVersion: '0',
    task,
    options: {},
    roster: ['ann', 'bob'].map(inline),
    staff: ['jo', 'ky', 'li'].map(inline),
    seed: 's',
    simulated: false,
    ...more,
  } as JoustEvent;
}

function says(judge: string, winner: string): JoustEvent {
  const shown = ['ann', 'bob'].map((contestant) => ({ label: contestant, contestant, entry: contestant }));
  const verdict = { type: 'choice', winner } as const;
  return { type: 'verdict.given', v: 1, key: judge, inputs: '', judge, shown, verdict } as JoustEvent;
}

async function knownIn(contests: Readonly<Record<string, readonly JoustEvent[]>>) {
  const ledger = memoryLedger(() => now);
  const blob = await ledger.stage('x');
  for (const [contest, events] of Object.entries(contests))
    await ledger.append([{ contest, events, blobs: [blob] }]);
  const { records } = await judgesOnRecord(ledger, now);
  return Object.fromEntries(records.map(({ judge, known }) => [judge, known]));
}

it('holds judges against the word of a person on the same entries, not of a program', async () => {
  const judged = [opened('judge', { about: 'asked' }), says('jo', 'ann'), says('ky', 'bob')];
  const word = { type: 'winner.overridden', v: 1, winner: 'ann', reason: 'so' } as const;
  const known = await knownIn({ asked: [opened('ask'), word as JoustEvent], judged });
  expect(known['agent-jo/jo']?.people).toMatchObject({ right: 1, of: 1 });
  expect(known['agent-ky/ky']?.people).toMatchObject({ right: 0, of: 1 });
  const byProgram = await knownIn({
    asked: [opened('ask'), { ...word, program: 'bot' } as JoustEvent],
    judged,
  });
  expect(byProgram['agent-jo/jo']?.people).toBeUndefined();
});

it('holds judges against the checks of a race', async () => {
  const ran = (contestant: string, more: object) =>
    ({
      type: 'race.candidate',
      v: 1,
      key: contestant,
      inputs: '',
      attempt: '',
      exitState: 'ok',
      score: 1,
      contestant,
      ...more,
    }) as JoustEvent;
  const known = await knownIn({
    raced: [opened('race'), ran('ann', { passed: 1 }), ran('bob', { passed: 0, whyNot: 'test failed' })],
    judged: [opened('judge', { about: 'raced' }), says('jo', 'ann'), says('ky', 'bob')],
  });
  expect(known['agent-jo/jo']?.checks).toMatchObject({ right: 1, of: 1 });
  expect(known['agent-ky/ky']?.checks).toMatchObject({ right: 0, of: 1 });
});

it('holds judges against panels of at least two others, and counts nothing simulated', async () => {
  const words = [says('jo', 'ann'), says('ky', 'ann'), says('li', 'bob')];
  const known = await knownIn({ judged: [opened('tournament'), ...words] });
  expect(known['agent-li/li']?.panels).toMatchObject({ right: 0, of: 1 });
  expect(known['agent-jo/jo']?.panels).toBeUndefined();
  expect(await knownIn({ judged: [opened('tournament', { simulated: true }), ...words] })).toEqual({});
});

it('discounts judges whose calibrations, each of its own contest, show the same errors', async () => {
  const names = ['jo', 'k1', 'k2', 'k3', 'k4'];
  /** jo errs in every tenth pair; the others err together in every third. */
  const isRight = (judge: string, pair: number) => (judge === 'jo' ? pair % 10 !== 0 : pair % 3 !== 1);
  const calibration = (judge: string, first: number): readonly JoustEvent[] => {
    const pairs = Array.from({ length: 90 }, (_, at) => first + at);
    const looks = pairs.flatMap((pair) =>
      [1, 2].map((order) => ({
        ...says(judge, isRight(judge, pair) ? 'right answer' : 'wrong answer'),
        key: `pair/p${pair}/${judge}/${order}`,
      })),
    );
    const right = pairs.filter((pair) => isRight(judge, pair)).length;
    const none = { times: 0, of: 0 };
    const found = { judge, set: 's1', right, of: 90, flips: none, fooled: none, byKind: {}, byDecoy: {} };
    const fact = { type: 'judge.calibrated', v: 1, key: `calibrated/${judge}`, inputs: '', ...found };
    return [opened('calibrate', { roster: [inline(judge)], staff: [] }), ...looks, fact as JoustEvent];
  };
  const weightsWhere = async (firstOf: (at: number) => number) => {
    const ledger = memoryLedger(() => now);
    const blob = await ledger.stage('x');
    for (const [at, name] of names.entries())
      await ledger.append([{ contest: name, events: calibration(name, firstOf(at)), blobs: [blob] }]);
    const { weigh } = await judgesOnRecord(ledger, now);
    const candidates = names.map((name) => ({
      name,
      judge: `agent-${name}/${name}`,
      agent: `agent-${name}`,
    }));
    const [jo = 0, ...others] = weigh(candidates).map(({ weight }) => weight);
    return { jo, others: others.reduce((sum, one) => sum + one, 0) };
  };
  const shared = await weightsWhere(() => 0);
  expect(shared.jo).toBeGreaterThan(shared.others);
  const apart = await weightsWhere((at) => 1000 * at);
  expect(apart.jo).toBeLessThan(apart.others);
});
