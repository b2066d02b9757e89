// Leaderboards whose truth is known: how often intervals hold it, and how often the leader is the best. All sizes, with more
// boards: scripts/bench-intervals.ts.
import { describe, expect, test } from 'vitest';
import { boardFigures } from '../../tests/fixtures/board-figures.ts';
import { seededRandom } from '../../tests/fixtures/simulate-verdicts.ts';

// 80 boards of six: two standard errors are about 2.5 points of intervals, 11 of leaders.
describe('a leaderboard of six agents', () => {
  test.each([
    { contests: 20, sd: 0.3 },
    { contests: 20, sd: 0.8 },
  ])('holds the truth in 95 % of intervals and knows how sure it is of its leader: %o', (setting) => {
    const found = boardFigures({ ...setting, agents: 6, noise: 'copies' }, 80, seededRandom(9));
    expect(found.held).toBeGreaterThan(0.925);
    expect(found.held).toBeLessThan(0.985);
    expect(Math.abs(found.stated - found.right)).toBeLessThan(0.15);
  });

  test('has intervals as wide with 20 contests as with 19', () => {
    const width = (contests: number) =>
      boardFigures({ contests, sd: 0.3, agents: 6, noise: 'copies' }, 40, seededRandom(9)).width;
    expect(width(20) / width(19)).toBeGreaterThan(0.93);
  });
});
