// How often the 95 % intervals of a leaderboard hold the truth, and how often its leader is the best, by simulated boards of a
// few and of many contests. `node scripts/bench-intervals.ts 200` plays 200 boards a row instead of 1,000.
import { boardFigures } from '../tests/fixtures/board-figures.ts';
import type { BoardSetting } from '../tests/fixtures/simulate-boards.ts';
import { seededRandom } from '../tests/fixtures/simulate-verdicts.ts';

const sizes = [10, 15, 19, 20, 25, 30, 40, 60, 100, 200];
const spreads = [0.3, 0.8];

export function benchIntervals(boards = 1000): void {
  console.log(
    `\nLeaderboards of six agents: 95 % intervals and P(best) of the leader, ${boards} boards a row`,
  );
  table(
    sizes.flatMap((contests) => spreads.map((sd) => ({ agents: 6, sd, contests, noise: 'copies' }))),
    boards,
  );
  console.log('\nThe same with other numbers of agents, and with other noise');
  table(
    [10, 20, 60].flatMap((contests) =>
      spreads.flatMap((sd): BoardSetting[] => [
        ...[2, 3, 12].map((agents): BoardSetting => ({ agents, sd, contests, noise: 'copies' })),
        { agents: 6, sd, contests, noise: 'tasks' },
        { agents: 6, sd, contests, noise: 'independent' },
      ]),
    ),
    Math.ceil(boards / 2),
  );
}

function table(settings: readonly BoardSetting[], boards: number): void {
  console.log(
    'agents noise       sd contests  width    held  93.5 to 97 %   stated   right     off  at most .06',
  );
  for (const [at, setting] of settings.entries()) {
    const { held, width, stated, right } = boardFigures(setting, boards, seededRandom(20_261_119 + at));
    const off = stated - right;
    const cells = [
      String(setting.agents).padStart(6),
      setting.noise.padEnd(11),
      String(setting.sd),
      String(setting.contests).padStart(6),
      width.toFixed(0).padStart(8),
      `${(100 * held).toFixed(1)} %`.padStart(8),
      (held >= 0.935 && held <= 0.97 ? 'yes' : 'NO').padEnd(12),
      stated.toFixed(3).padStart(8),
      right.toFixed(3).padStart(7),
      off.toFixed(3).padStart(7),
      Math.abs(off) <= 0.06 ? 'yes' : 'NO',
    ];
    console.log(cells.join(' ').trimEnd());
  }
}

if (import.meta.main) benchIntervals(Number(process.argv[2] ?? 1000));
