// The systems of a tournament, and judges who can be seen through: functions answer and judge.
import { describe, expect, it } from 'vitest';
import { simulatedVerdict } from '../../src/agents/scripted/scripted-play.ts';
import type { InlineContestant } from '../../src/contest/attempt/inline.ts';
import type { TournamentOptions } from '../../src/formats/tournament/options.ts';
import type { TournamentResult } from '../../src/formats/tournament/result.ts';
import { memoryLedger } from '../../src/ledger/memory.ts';
import { playContest } from '../../src/play/play.ts';
import { sha256 } from '../../src/process/machine.ts';
import { world } from '../setup/world.ts';
import { playFolder } from './play-prefix.ts';

const judges: Readonly<Record<string, InlineContestant>> = {
  longer: ({ prompt }) => simulatedVerdict(prompt, 'longer'),
  alike: ({ prompt }) => simulatedVerdict(prompt, 'longer'),
  first: ({ prompt }) => simulatedVerdict(prompt, 'first'),
  /** Takes a side by the letters of what it reads, in that order: as good as random, and the same each time. */
  random: ({ prompt }) => {
    const entries = [...prompt.matchAll(/<<<ENTRY \S+ \S+\n([\s\S]*?)\nENTRY /g)].map(([, text]) => text);
    return simulatedVerdict(prompt, sha256(entries.join('|')) < '8' ? 'first' : 'second');
  },
};
const inline = (name: string) => ({ name, agent: 'inline' });

/** The higher its number, the longer its answer. */
async function played(
  count: number,
  options: Pick<TournamentOptions, 'system'> & Partial<TournamentOptions>,
) {
  using here = playFolder({});
  const answers = Array.from({ length: count }, (_, at): [string, InlineContestant] => [
    `c${at + 1}`,
    () => `answer ${'x'.repeat(at + 1)}`,
  ]);
  const staff = options.judges ?? ['longer'];
  const { result } = await playContest(
    {
      format: 'tournament',
      prompt: 'why?',
      files: [],
      cwd: here.folder,
      tier: 'read',
      joustVersion: '0',
      roster: answers.map(([name]) => inline(name)),
      staff: staff.map(inline),
      options: {
        judges: staff,
        orders: 'one',
        selfJudging: 'allow',
        panel: 0,
        calls: 0,
        answers: false,
        paraphraser: null,
        ...options,
      },
    },
    world(here.folder, {
      inline: { ...Object.fromEntries(answers), ...judges },
      openLedger: () => memoryLedger(() => new Date()),
    }),
  );
  return result as TournamentResult;
}

it('judges that follow the order, or nothing at all, are recognised by their figures', async () => {
  const result = await played(7, {
    system: 'round-robin',
    orders: 'both',
    judges: ['random', 'first', 'longer'],
  });
  const of = (name: string) => result.judges.find(({ judge }) => judge === name);
  expect(of('longer')).toMatchObject({ flipRate: { value: 0 }, unread: 0 });
  expect(of('longer')?.alarm).toBeUndefined();
  expect(of('first')).toMatchObject({ flipRate: { kind: 'measured', value: 1 }, alarm: 'drop' });
  const lean = of('first')?.lean;
  expect(lean?.kind === 'measured' && lean.low > 0.5).toBe(true);
  const flips = of('random')?.flipRate;
  expect(flips?.kind === 'measured' && flips.value > 0.3 && flips.value < 0.75).toBe(true);
  expect(of('random')?.alarm).toMatch(/warn|drop/);
  const agreement = of('random')?.agreement;
  expect(agreement?.kind === 'measured' && agreement.value < 0.6).toBe(true);
  expect(result.agreement).toBeLessThan(0.4);
});

describe('a system', () => {
  it.each([
    ['double', 7],
    ['swiss', 4],
    ['round-robin', 6],
  ] as const)('%s ends with the best', async (system, most) => {
    const { clear, champion, matches, calls } = await played(4, { system });
    expect({ clear, champion }).toEqual({ clear: true, champion: 'c4' });
    expect(matches.length).toBeLessThanOrEqual(most);
    expect(calls).toBe(matches.length);
  });

  it('adaptive asks one order a call, and stops when the best is known', async () => {
    const { clear, champion, calls, matches, order } = await played(4, {
      system: 'adaptive',
      calls: 36,
      judges: ['longer', 'alike'],
    });
    expect({ clear, champion }).toEqual({ clear: true, champion: 'c4' });
    expect(calls).toBe(matches.length);
    expect(calls).toBeLessThan(36);
    expect(order[0]?.probabilityBest).toBeGreaterThanOrEqual(0.95);
    expect(order.filter(({ tiedForBest }) => tiedForBest).map(({ contestant }) => contestant)).toEqual([
      'c4',
    ]);
  });

  it('adaptive asks whom the record trusts before others, and counts by it', async () => {
    const weighed = [
      { judge: 'random', weight: 0.1, why: '0.52 right in 60 calibrations of 2026-11-02' },
      { judge: 'longer', weight: 1.9, why: '0.95 right in 60 calibrations of 2026-11-02' },
    ];
    const asked = async (options: Partial<TournamentOptions>) => {
      const { champion, judges: told } = await played(5, {
        system: 'adaptive',
        calls: 10,
        judges: ['random', 'longer'],
        ...options,
      });
      return { champion, calls: Object.fromEntries(told.map(({ judge, verdicts }) => [judge, verdicts])) };
    };
    expect((await asked({})).calls).toMatchObject({ longer: expect.any(Number), random: expect.any(Number) });
    expect(await asked({ weighed })).toEqual({ champion: 'c5', calls: { longer: 10 } });
  });
});
