// The crash sweep: kill -9 at every named moment of every format, resume, and the result is that of an undisturbed play.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ended } from '../cli/output-lines.ts';
import { finished, type Project, project } from '../setup/project.ts';

const script = (name: string, steps: readonly object[]) =>
  JSON.stringify({ rate: 1000, steps: [{ append: `starts-${name}`, content: 'started\n' }, ...steps] });

const files = {
  'a.json': script('a', [{ say: 'first ' }, { wait: 300 }, { say: 'answer' }]),
  'b.json': script('b', [{ say: 'second answer' }]),
};
const names = ['a', 'b'] as const;

/** Every format that exists joins by standing in this list. */
const formats = [
  {
    name: 'ask',
    args: ['ask', '--json', ...names.flatMap((name) => ['-c', `scripted/./${name}.json`]), 'hi'],
  },
];

const kinds = ['attempt.started', 'attempt.ended', 'folder.watched', 'agents.identified', 'contest.closed'];
const key = (name: string) => `answer/scripted/./${name}.json`;
const moments = [
  'lease taken',
  'after contest.opened',
  ...kinds.flatMap((kind) => [`before ${kind}`, `after ${kind}`]),
  ...names.flatMap((name) => [`spawned ${key(name)}`, `ended ${key(name)}`, `sealed ${key(name)}`]),
];

function starts({ folder }: Project, name: string): number {
  const notes = join(folder, `starts-${name}`);
  return existsSync(notes) ? readFileSync(notes, 'utf8').trim().split('\n').length : 0;
}

/** What is left when times, pids and ids are taken away. */
function story(stdout: string): object {
  const lines = ended(stdout).map(({ contestant, outcome, text, usage, model }) => ({
    contestant,
    outcome,
    text,
    usage,
    model,
  }));
  return lines.sort((a, b) => a.contestant.localeCompare(b.contestant));
}

describe.each(formats)('$name', ({ args }) => {
  it('tells the same story after a death at any moment, and nobody is asked twice', async () => {
    using undisturbed = project(files);
    const whole = story((await undisturbed.joust(args)).stdout);
    for (const moment of moments) {
      using place = project(files);
      const died = place.start(args, { env: { JOUST_TEST_FAILPOINT: moment } });
      await finished(died);
      expect(died.signalCode, moment).toBe('SIGKILL');
      const { code, stdout, stderr } = await place.joust(['resume', '@last', '--json']);
      expect(code, `${moment}: ${stderr}`).toBe(0);
      expect(story(stdout), moment).toEqual(whole);
      for (const name of names) expect(starts(place, name), `${moment}: starts of ${name}`).toBe(1);
      expect(readdirSync(join(place.home, 'spools')), moment).toEqual([]);
    }
  }, 240_000);

  it('is as if it had never been when the death comes before its first record', async () => {
    using place = project(files);
    const died = place.start(args, { env: { JOUST_TEST_FAILPOINT: 'before contest.opened' } });
    await finished(died);
    expect(died.signalCode).toBe('SIGKILL');
    expect((await place.joust(['resume', '@last'])).stderr).toContain('there is no contest yet');
    for (const name of names) expect(starts(place, name)).toBe(0);
  });

  it('runs again, on record, only what was lost together with its wrapper', async () => {
    using place = project({
      ...files,
      'a.json': script('a', [
        {
          run: '[ -e again ] || { touch again; kill -9 $(cut -d" " -f1 "$JOUST_TEST_SPOOLS"/*/claim) $PPID; sleep 5; }',
        },
        { say: 'first answer' },
      ]),
    });
    const env = { JOUST_TEST_SPOOLS: join(place.home, 'spools') };
    place.config('[env]\npass = ["JOUST_TEST_SPOOLS"]\n');
    const { code, stdout } = await place.joust(['ask', '--json', '-c', 'scripted/./a.json', 'hi'], { env });
    expect(code).toBe(0);
    expect(ended(stdout)[0]).toMatchObject({ outcome: 'ok', text: 'first answer' });
    expect(stdout).toContain('"type":"attempt.retried"');
    expect(starts(place, 'a')).toBe(2);
    expect(readdirSync(join(place.home, 'spools'))).toEqual([]);
  });
});
