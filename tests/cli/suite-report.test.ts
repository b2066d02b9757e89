// What a suite came to, on the command line: told, written as files, and held against an earlier run.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { project } from '../setup/project.ts';

const suite = `name: geography
contestants: [ann]
tasks:
  - {id: capital, prompt: "Capital of France?", assert: [{contains: Paris}]}
  - {id: river, prompt: "Its river?", assert: [{contains: Seine}]}
thresholds: {pass: 0.9}
`;
const says = (words: string) =>
  `[contestants.ann]\nagent = "command"\ncommand = ["/bin/sh", "-c", "echo ${words}"]\n`;

it('is told, lies in files, and is compared with another run', async () => {
  using place = project({ 'suite.yaml': suite });
  const read = (name: string) => readFileSync(join(place.folder, name), 'utf8');
  place.config(says('Paris on the Rhine'));
  const first = await place.joust(['suite', 'run', '--yes', '--csv', 'first.csv', '--junit', 'first.xml']);
  expect(first).toMatchObject({ code: 4 });
  expect(read('first.csv')).toMatch(/^capital,ann,1,passed,.*\r\nriver,ann,1,failed,/m);
  expect(read('first.xml')).toContain('tests="2" failures="1" errors="0" skipped="0"');

  const told = await place.joust(['suite', 'report', '--jsonl', 'cells.jsonl']);
  expect(told.code).toBe(4);
  expect(told.stdout).toMatch(/ann passes 50 % \(\d+ to \d+ %\) of 2 tasks\./);
  expect(told.stdout).toMatch(/^river +FAIL$/m);
  expect(told.stderr).toContain('cells.jsonl');
  expect(read('cells.jsonl').trim().split('\n')).toHaveLength(2);
  const json = await place.joust(['suite', 'report', '--json']);
  expect(JSON.parse(json.stdout)).toMatchObject({
    type: 'suite-report',
    figures: { contestants: [{ name: 'ann', passed: 1, failed: 1 }] },
  });
  place.write('base.json', json.stdout);

  place.config(says('Paris on the Seine'));
  expect((await place.joust(['suite', 'run', '--yes'])).code).toBe(0);
  const compared = await place.joust(['suite', 'compare', 'base.json']);
  expect(compared).toMatchObject({ code: 0 });
  expect(compared.stdout).toContain('ann cannot be told apart from before.');
  expect(compared.stdout).toMatch(/^river +ann +0\/1 +1\/1 +better$/m);
  place.write('broken.json', 'name: geography');
  const unread = await place.joust(['suite', 'compare', 'suite.json']);
  expect(unread).toMatchObject({ code: 2 });
  expect(unread.stderr).toContain('there is no file suite.json');
  const yaml = await place.joust(['suite', 'compare', 'base.json', 'broken.json']);
  expect(yaml.stderr).toContain("broken.json can't be read as JSON");
});
