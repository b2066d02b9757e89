// What is on record of judges decides where they are split, and is said; with --weights equal it does not.
import { expect, it } from 'vitest';
import type { JoustEvent } from '../../src/domain/event.ts';
import { SqliteLedger } from '../../src/ledger/sqlite/sqlite-ledger.ts';
import { type Project, project } from '../setup/project.ts';
import { outputLines } from './output-lines.ts';

const step = (one: object) => JSON.stringify({ rate: 1000, steps: [one] });
const spec = (name: string) => `scripted/./${name}.json`;
const judges = { longer: 80, shorter: 48 };

/** As a calibration on 96 pairs leaves it. */
async function calibrated({ home }: Project): Promise<void> {
  const ledger = new SqliteLedger(home, () => new Date());
  const blob = await ledger.stage('x');
  const roster = Object.keys(judges).map((name) => ({
    name: spec(name),
    agent: 'scripted',
    model: `./${name}.json`,
  }));
  const task = { prompt: blob.ref, cwd: '/x', tier: 'read', files: [] };
  const opened = {
    type: 'contest.opened',
    v: 1,
    format: 'calibrate',
    formatVersion: 1,
    joustVersion: '0',
    task,
    options: {},
    roster,
    seed: 's',
    simulated: true,
  };
  const none = { logit: 0, low: -1, high: 1 };
  const leans = { place: none, length: { logit: 4, low: 2, high: 6 }, style: none };
  const found = Object.entries(judges).map(([name, right]) => ({
    type: 'judge.calibrated',
    v: 1,
    key: name,
    inputs: '',
    judge: spec(name),
    model: 'simulated',
    set: '1',
    right,
    of: 96,
    flips: { times: 0, of: 96 },
    fooled: { times: 0, of: 0 },
    byKind: {},
    byDecoy: {},
    ...(name === 'longer' && { leans }),
  }));
  await ledger.append([
    { contest: 'calibrated1', events: [opened, ...found] as JoustEvent[], blobs: [blob] },
  ]);
  await ledger.close();
}

it('a record decides a split match, with the reason; equal weights leave it open', async () => {
  using place = project({
    'wordy.json': step({ say: 'a long answer with many words in it' }),
    'brief.json': step({ say: 'no' }),
    ...Object.fromEntries(Object.keys(judges).map((rule) => [`${rule}.json`, step({ judge: rule })])),
  });
  await calibrated(place);
  await place.joust(['ask', '-c', spec('wordy'), '-c', spec('brief'), 'which?']);
  const id = (await place.joust(['list', '--json'])).stdout.match(/"contest":"(\w+)"/)?.[1] ?? '';
  const flags = ['--json', '--orders', 'one', ...Object.keys(judges).flatMap((name) => ['-j', spec(name)])];
  const judged = async (more: readonly string[]) => {
    const { stdout, stderr } = await place.joust(['judge', id, ...flags, ...more]);
    const result = outputLines(stdout).find((line) => line.type === 'contest.result')?.result;
    if (result?.type !== 'judged') throw new Error(`${stderr}${stdout}`);
    return result;
  };
  const weighed = await judged([]);
  expect(weighed.winner).toBe(spec('wordy'));
  const told = (await place.joust(['show', '@last'])).stdout;
  expect(told).toMatch(/longer\.json: 0\.83 right in 96 calibrations of [\d-]+, weighs 1\.\d/);
  expect(told).toContain('longer.json prefers the longer');
  expect(weighed.even?.map(({ contestant }) => contestant).toSorted()).toEqual([
    spec('brief'),
    spec('wordy'),
  ]);

  const equal = await judged(['--weights', 'equal']);
  expect(equal.winner).toBeUndefined();
  expect(equal).not.toHaveProperty('even');
});
