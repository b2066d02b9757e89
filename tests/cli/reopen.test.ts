// Playing on with another wish: failed ones again, only some of them, elsewhere than the contest was opened.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { finished, type Project, project } from '../setup/project.ts';
import { until } from '../setup/until.ts';
import { ended } from './output-lines.ts';

const script = (name: string, steps: readonly object[]) =>
  JSON.stringify({ rate: 1000, steps: [{ append: `starts-${name}`, content: 'started\n' }, ...steps] });
const good = 'scripted/./good.json';
const bad = 'scripted/./bad.json';
const files = {
  'good.json': script('good', [{ say: 'fine' }]),
  'bad.json': script('bad', [{ exit: 3 }]),
};

function starts({ folder }: Project, name: string): number {
  const notes = join(folder, `starts-${name}`);
  return existsSync(notes) ? readFileSync(notes, 'utf8').trim().split('\n').length : 0;
}

describe('resume --retry-failed', () => {
  it('runs failed attempts again, on record, even of a closed contest, and nobody else', async () => {
    using place = project(files);
    await place.joust(['ask', '-c', good, '-c', bad, 'hi']);
    place.write('bad.json', script('bad', [{ say: 'better' }]));
    const { code, stdout } = await place.joust(['resume', '@last', '--json', '--retry-failed']);
    expect(code).toBe(0);
    expect(ended(stdout)).toMatchObject([
      { contestant: good, outcome: 'ok' },
      { contestant: bad, outcome: 'ok', text: 'better' },
    ]);
    expect([starts(place, 'good'), starts(place, 'bad')]).toEqual([1, 2]);
    const shown = (await place.joust(['show', '@last'])).stdout;
    expect(shown).toMatch(/decision: .* scripted\/\.\/bad\.json is run again/);
    const outcomes = (await place.joust(['show', '@last', '--events'])).stdout.match(/"outcome":"[\w-]+"/g);
    expect(outcomes?.toSorted()).toEqual(
      ['crashed', 'ok', 'ok', 'ok', 'ok'].map((outcome) => `"outcome":"${outcome}"`),
    );
  });

  it('does nothing to a contest in which nobody failed', async () => {
    using place = project(files);
    await place.joust(['ask', '-c', good, 'hi']);
    const before = (await place.joust(['show', '@last', '--events'])).stdout;
    expect((await place.joust(['resume', '@last', '--retry-failed'])).code).toBe(0);
    expect((await place.joust(['show', '@last', '--events'])).stdout).toBe(before);
  });

  it('with --only leaves the others as they are', async () => {
    using place = project({ ...files, 'worse.json': script('worse', [{ exit: 4 }]) });
    await place.joust(['ask', '-c', bad, '-c', 'scripted/./worse.json', 'hi']);
    await place.joust(['resume', '@last', '--retry-failed', '--only', bad]);
    expect([starts(place, 'bad'), starts(place, 'worse')]).toEqual([2, 1]);
    const { code, stderr } = await place.joust(['resume', '@last', '--only', 'nobody']);
    expect(code).toBe(2);
    expect(stderr).toContain(`There are: ${bad}, scripted/./worse.json.`);
  });
});

describe('resume --only', () => {
  it('plays on with this contestant and leaves the rest open', async () => {
    const hang = (name: string) => script(name, [{ run: '[ -e go ]' }, { wait: 60_000 }, { say: 'x' }]);
    using place = project({ 'good.json': hang('good'), 'bad.json': hang('bad') });
    const child = place.start(['ask', '-c', good, '-c', bad, 'hi']);
    const done = finished(child);
    await until(() => starts(place, 'good') + starts(place, 'bad') === 2);
    child.kill('SIGINT');
    expect((await done).code).toBe(130);
    place.write('good.json', files['good.json']);
    const { code, stdout, stderr } = await place.joust(['resume', '@last', '--json', '--only', good]);
    expect(code).toBe(1);
    expect(ended(stdout)).toMatchObject([{ contestant: good, outcome: 'ok' }]);
    expect(stderr).toMatch(/Not everybody has played\.\nContest .* joust resume/);
    expect(starts(place, 'bad')).toBe(1);
    expect((await place.joust(['list'])).stdout).toContain('interrupted');
  });
});

describe('a player elsewhere', () => {
  it('says which variable it lacks that the contest was opened with', async () => {
    using place = project(files);
    place.config('[env]\npass = ["SPECIAL_THING"]\n');
    await place.joust(['ask', '-c', bad, 'hi'], { env: { SPECIAL_THING: 'value-of-it' } });
    const { stderr } = await place.joust(['resume', '@last', '--retry-failed']);
    expect(stderr).toContain(`${bad}: the variable SPECIAL_THING it was opened with is not set here.`);
    expect((await place.joust(['show', '@last', '--events'])).stdout).not.toContain('value-of-it');
  });
});

describe('an interrupt', () => {
  it('that comes twice ends stubborn trees at once', async () => {
    const stubborn = script('good', [{ ignoreTerm: true }, { say: 'never' }, { hang: true }]);
    using place = project({ 'good.json': stubborn });
    const child = place.start(['ask', '-c', good, 'hi']);
    const done = finished(child);
    await until(() => starts(place, 'good') > 0);
    await sleep(300);
    child.kill('SIGINT');
    await sleep(100);
    child.kill('SIGINT');
    const { code, stderr } = await done;
    expect(code).toBe(130);
    expect(stderr).toContain('Interrupted; nothing finished is lost.');
  });
});

describe('before a deep local lane', () => {
  it('says how long it takes, if some of the contestants have to wait', async () => {
    using place = project(files);
    place.config('[agents.scripted]\nlane = "gpu"\n');
    const { stderr } = await place.joust(['ask', '-t', '60', '-c', `${good}*3`, 'hi']);
    expect(stderr).toContain(
      '3 contestants share gpu, which runs one at a time: it takes the sum of their times, up to 3 min at the time limit of each.',
    );
    const again = await place.joust(['ask', '-c', `${good}*3`, 'hi']);
    expect(again.stderr).toMatch(/about \d+ s going by past attempts\./);
    expect((await place.joust(['ask', '-c', `${good}*2`, 'hi'])).stderr).not.toContain('contestants share');
    place.config('[agents.scripted]\nlane = "gpu"\n[lanes]\ngpu = 3\n');
    expect((await place.joust(['ask', '-c', `${good}*3`, 'hi'])).stderr).not.toContain('contestants share');
    expect((await place.joust(['ask', '-c', `${good}*4`, 'hi'])).stderr).toContain(
      '4 contestants share gpu, which runs 3 at a time: they wait for each other',
    );
  });
});
