// joust debate end to end: who speaks, what each of them sees, when it ends, and what the verdict is written from.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Project, project } from '../setup/project.ts';
import { until } from '../setup/until.ts';
import { ended, outputLines } from './output-lines.ts';

const work = '$HOME/../work';

/** Says its piece in turn `$n`; as a moderator it answers `check` and writes `verdict`; every prompt is kept. */
function speaker(name: string, said: { turn?: string; check?: string; verdict?: string } = {}): string {
  const { turn = `echo "Point $n of ${name}. I am Claude."; echo "POSITION: ${name} is right"` } = said;
  const { check = 'echo CONTINUE', verdict = `echo "verdict of ${name}"` } = said;
  return `[contestants.${name}]\nagent = "command"\ncommand = ["/bin/sh", "-c", '''
p=$(cat)
keep() { echo started >>"${work}/$1-${name}"; n=$(wc -l <"${work}/$1-${name}"); printf %s "$p" >"${work}/$1-${name}-$n"; }
case "$p" in
  "You moderate"*) keep check; ${check};;
  "You write the verdict"*) keep verdict; ${verdict};;
  *) keep turn; ${turn};;
esac''']\n`;
}

function stage(...tables: readonly string[]): Project {
  const place = project();
  place.config(tables.join('\n'));
  return place;
}

function kept({ folder }: Project, name: string): string {
  return readFileSync(join(folder, name), 'utf8');
}

function count(place: Project, name: string): number {
  return existsSync(join(place.folder, name)) ? kept(place, name).trim().split('\n').length : 0;
}

function resultIn(stdout: string) {
  const line = outputLines(stdout).find(({ type }) => type === 'contest.result');
  if (line?.type !== 'contest.result' || line.result.type !== 'debate') throw new Error('no result');
  return line.result;
}

const two = ['-c', 'ann', '-c', 'bob'];
const three = [...two, '-c', 'cy'];

describe('joust debate', () => {
  it('tells the round of every attempt, and the text of every turn', async () => {
    using place = stage(speaker('ann'), speaker('bob'), speaker('mod'));
    const { stdout } = await place.joust(['debate', ...two, '-j', 'mod', '--rounds', '2', '--json', 'why?']);
    const seen = outputLines(stdout).flatMap((line) =>
      line.type === 'attempt.queued' || line.type === 'attempt.started' || line.type === 'attempt.ended'
        ? [[line.contestant, line.type, line.round]]
        : [],
    );
    const turn = (name: string, round?: number) =>
      ['queued', 'started', 'ended'].map((type) => [name, `attempt.${type}`, round]);
    expect(seen).toEqual([
      ...[turn('ann', 1), turn('bob', 1), turn('mod', 1)].flat(),
      // The verdict is about all rounds.
      ...[turn('ann', 2), turn('bob', 2), turn('mod')].flat(),
    ]);
    expect(resultIn(stdout).turns.map(({ speaker: name, text }) => [name, text?.split('.')[0]])).toEqual([
      ['ann', 'Point 1 of ann'],
      ['bob', 'Point 1 of bob'],
      ['ann', 'Point 2 of ann'],
      ['bob', 'Point 2 of bob'],
    ]);
  });

  it('opens cold; every later turn sees the others’ latest and is told to look for errors first', async () => {
    using place = stage(speaker('ann'), speaker('bob'), speaker('cy'));
    const { code, stdout, stderr } = await place.joust(['debate', ...three, 'why?']);
    expect(code).toBe(0);
    expect(kept(place, 'turn-ann-1')).not.toContain('<<<ENTRY');
    for (const [name, heard] of [
      ['turn-bob-1', 'Point 1 of ann'],
      ['turn-ann-2', 'Point 1 of bob'],
      ['turn-bob-2', 'Point 2 of ann'],
    ] as const) {
      const prompt = kept(place, name);
      expect(prompt).toContain(heard);
      expect(prompt).toMatch(/Find errors before you agree[\s\S]*Never agree merely to agree/);
    }
    expect(kept(place, 'turn-bob-1')).not.toContain('I am Claude');
    expect(kept(place, 'turn-bob-2')).not.toContain('Point 1 of ann');
    expect(kept(place, 'turn-ann-2')).toMatch(/ENTRY OWN[\s\S]*Point 1 of ann/);
    expect([count(place, 'turn-ann'), count(place, 'turn-bob'), count(place, 'turn-cy')]).toEqual([2, 2, 0]);
    expect([count(place, 'check-cy'), count(place, 'verdict-cy')]).toEqual([1, 1]);
    expect(stdout).toMatch(
      /## ann · round 1 · ok[\s\S]*## bob · round 1 · ok[\s\S]*## ann · round 2 · ok[\s\S]*## Verdict by cy, the moderator\n\nverdict of cy\n\n## Positions\n\nann\n/,
    );
    expect(stdout).toContain('  round 2: ann is right (held)');
    expect(stderr.match(/costliest format/g)).toHaveLength(1);
    expect(stderr).toContain('Debaters: ann, bob. Moderator: cy.');
  });

  it('has the verdict written from the transcript in order, with stable anonymous speakers', async () => {
    using place = stage(speaker('ann'), speaker('bob'), speaker('cy'));
    await place.joust(['debate', ...three, 'why?']);
    const prompt = kept(place, 'verdict-cy-1');
    const order = [...prompt.matchAll(/Point (\d) of (\w+)/g)].map(([, n, who]) => `${who} ${n}`);
    expect(order).toEqual(['ann 1', 'bob 1', 'ann 2', 'bob 2']);
    const speakers = [...prompt.matchAll(/^([A-D]): speaker (\d), round (\d)$/gm)].map((m) => m.slice(1));
    expect(speakers.map(([label, , round]) => `${label}${round}`)).toEqual(['A1', 'B1', 'C2', 'D2']);
    const [first, second] = [speakers[0]?.[1], speakers[1]?.[1]];
    expect(new Set([first, second])).toEqual(new Set(['1', '2']));
    expect(speakers.map(([, number]) => number)).toEqual([first, second, first, second]);
    expect(prompt).toMatch(/Correctness and evidence count; confidence/);
    expect(prompt).not.toContain('I am Claude');
  });

  it('is told again by resume, and nothing is written', async () => {
    using place = stage(speaker('ann'), speaker('bob'));
    const { stdout } = await place.joust(['debate', ...two, 'why?']);
    const before = (await place.joust(['show', '@last', '--events'])).stdout;
    const again = await place.joust(['resume', '@last']);
    expect(again.stdout).toBe(stdout);
    expect(again.stderr).not.toContain('costliest');
    expect((await place.joust(['show', '@last', '--events'])).stdout).toBe(before);
    expect(count(place, 'turn-ann')).toBe(2);
  });

  it('is played by a process of its own with --detach', async () => {
    using place = stage(speaker('ann'), speaker('bob'));
    const { stdout, stderr } = await place.joust(['debate', '--detach', ...two, 'why?']);
    expect(stderr).toContain('costliest format');
    await until(async () => (await place.joust(['list'])).stdout.includes('verdict written'));
    expect((await place.joust(['resume', stdout.trim()])).stdout).toContain('verdict of ann');
  });
});

describe('the parts', () => {
  it('are: the first two debate; the moderator is the first who does not, else the first', async () => {
    using place = stage(speaker('ann'), speaker('bob'), speaker('cy'), speaker('dee'));
    const said = async (...args: readonly string[]) =>
      (await place.joust(['debate', '-r', '1', ...args, 'why?'])).stderr;
    expect(await said(...two)).toContain('Debaters: ann, bob. Moderator: ann, who also debates.');
    expect(await said(...three, '-c', 'dee')).toContain('Moderator: cy.');
    expect(await said(...three, '-c', 'dee')).toContain('without a part: dee');
    expect(await said(...three, '--debaters', '3')).toContain('Debaters: ann, bob, cy. Moderator: ann');
    expect(await said(...three, '-j', 'bob')).toContain('Moderator: bob, who also debates');
    expect(await said(...two, '-j', 'dee')).toContain('Moderator: dee.');
    place.config(`moderator = "dee"\n${['ann', 'bob', 'dee'].map((name) => speaker(name)).join('')}`);
    expect(await said(...two)).toContain('Moderator: dee.');
  });

  it('select two by default, as many as debate with --debaters, N with -n', async () => {
    using place = stage();
    const said = async (...args: readonly string[]) => {
      place.config(
        `priority = ["ann", "bob", "cy", "dee"]\n${['ann', 'bob', 'cy', 'dee'].map((name) => speaker(name)).join('')}`,
      );
      return (await place.joust(['debate', '-r', '1', ...args, 'why?'])).stderr;
    };
    expect(await said()).toContain('Debaters: ann, bob. Moderator: ann');
    expect(await said('-n', '3')).toContain('Debaters: ann, bob. Moderator: cy.');
    expect(await said('--debaters', '3')).toContain('Debaters: ann, bob, cy. Moderator: ann');
  });

  it.each([
    [['-c', 'ann'], /a debate of 2 takes 2 contestants, and selected: ann/],
    [[...two, '--debaters', '3'], /a debate of 3 takes 3 contestants/],
    [[...two, '--debaters', '5'], /--debaters 5 is not allowed: expected a whole number from 2 to 4/],
    [[...two, '--debaters', '1'], /--debaters 1 is not/],
    [[...two, '-r', 'many'], /--rounds many is not allowed: expected a whole number/],
    [[...two, '-j', 'nobody'], /no agent or contestant named "nobody"/],
  ])('%j is a mistake before anything starts', async (args, why) => {
    using place = stage(speaker('ann'), speaker('bob'));
    const { code, stdout, stderr } = await place.joust(['debate', ...args, 'why?']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(why);
    expect(count(place, 'turn-ann')).toBe(0);
    expect((await place.joust(['list'])).stdout).not.toContain('debate');
  });

  it.each([
    ['0', 1],
    ['9', 4],
  ])('-r %s is %i rounds, with a note', async (said, rounds) => {
    using place = stage(speaker('ann'), speaker('bob'));
    const { stdout, stderr } = await place.joust(['debate', '--json', ...two, `--rounds=${said}`, 'why?']);
    expect(stderr).toContain(`Rounds go from 1 to 4: ${rounds} instead of ${said}.`);
    expect(resultIn(stdout)).toMatchObject({ rounds, endedBy: 'rounds' });
    expect(count(place, 'check-ann')).toBe(rounds - 1);
  });
});

describe('the moderator', () => {
  it('ends it with DONE, from the latest answers without names', async () => {
    using place = stage(speaker('ann'), speaker('bob'), speaker('cy', { check: 'echo DONE' }));
    const { stdout, stderr } = await place.joust(['debate', '--json', ...three, '-r', '4', 'why?']);
    expect(resultIn(stdout)).toMatchObject({
      rounds: 1,
      endedBy: 'moderator',
      checks: [{ round: 1, said: 'DONE' }],
    });
    expect(stderr).toContain('settled after 1 round');
    const prompt = kept(place, 'check-cy-1');
    expect(prompt.match(/<<<ENTRY [AB] /g)).toHaveLength(2);
    expect(prompt).not.toContain('I am Claude');
    expect(ended(stdout).map(({ role }) => role ?? 'contestant')).toEqual([
      'contestant',
      'contestant',
      'moderator',
      'moderator',
    ]);
  });

  it.each(['echo "I would say: not DONE yet"', 'echo whatever', 'exit 3'])(
    'goes on after: %s',
    async (check) => {
      using place = stage(speaker('ann'), speaker('bob'), speaker('cy', { check }));
      const { stdout } = await place.joust(['debate', '--json', ...three, 'why?']);
      expect(resultIn(stdout)).toMatchObject({
        rounds: 2,
        endedBy: 'rounds',
        checks: [{ said: 'CONTINUE' }],
      });
    },
  );

  it('that fails at the verdict leaves none: exit 1, and why; the positions are there', async () => {
    using place = stage(speaker('ann'), speaker('bob', { verdict: 'exit 3' }));
    const { code, stdout, stderr } = await place.joust(['debate', ...two, '-j', 'bob', 'why?']);
    expect(code).toBe(1);
    expect(stdout).not.toContain('## Verdict');
    expect(stdout).toContain('round 1: ann is right');
    expect(stderr).toMatch(/There is no verdict: bob wrote none: .*3/);
  });
});

describe('a turn that fails', () => {
  const late = 'sleep 30';

  it.each([
    ['crashes', 'echo half; exit 3', 'crashed'],
    ['times out', late, 'timed-out'],
  ])('because it %s is skipped and never shown', async (_, turn, outcome) => {
    using place = stage(
      speaker('ann'),
      speaker('bob', { turn: `[ $n = 2 ] || { ${turn}; }; echo "late word"` }),
    );
    const { code, stdout, stderr } = await place.joust(['debate', '-t', '5', ...two, 'why?']);
    expect(code).toBe(0);
    expect(stdout).not.toContain('half');
    expect(stdout).toContain(`round 1: (skipped: ${outcome})`);
    expect(stdout).toContain('round 2: (no position stated)');
    expect(stderr).toContain(`Skipped: bob in round 1 (${outcome}).`);
    // Nobody is shown an empty answer, and a lone speaker is not asked the same again.
    expect(count(place, 'turn-ann')).toBe(1);
    expect(count(place, 'check-ann')).toBe(0);
    expect(kept(place, 'turn-bob-2')).toContain('Point 1 of ann');
    expect(kept(place, 'verdict-ann-1').match(/<<<ENTRY/g)).toHaveLength(2);
  });

  it('by everybody ends it without a verdict', async () => {
    using place = stage(speaker('ann', { turn: 'exit 3' }), speaker('bob', { turn: 'exit 4' }));
    const { code, stdout, stderr } = await place.joust(['debate', ...two, 'why?']);
    expect(code).toBe(1);
    expect(stdout).not.toContain('## Verdict');
    expect(stderr).toContain('There is no verdict: nobody said anything.');
    expect([count(place, 'turn-ann'), count(place, 'verdict-ann')]).toEqual([1, 0]);
  });

  it('for a quota is parked, and the debate waits for it', async () => {
    using place = stage(speaker('ann'));
    const args = ['debate', '-c', 'ann', '-c', 'scripted/quota', 'why?'];
    const { stdout, stderr } = await place.joust(args);
    expect(stdout).not.toContain('## Verdict');
    expect(stderr).toMatch(/Parked until its quota is back .*scripted\/quota/);
    expect([count(place, 'turn-ann'), count(place, 'verdict-ann')]).toEqual([1, 0]);
    expect((await place.joust(['list'])).stdout).toContain('parked');
  });
});

describe('positions', () => {
  it('show who moved when, and warn of agreement without argument', async () => {
    const first = 'echo "Replication is simpler."; echo "POSITION: use mysql"';
    const then = 'echo "Yes."; echo "POSITION: ann is right"';
    using place = stage(
      speaker('ann'),
      speaker('bob', { turn: `if [ $n = 1 ]; then ${first}; else ${then}; fi` }),
    );
    const { stdout } = await place.joust(['debate', ...two, 'why?']);
    expect(stdout).toContain('bob\n  round 1: use mysql\n  round 2: ann is right (moved)\n');
    expect(stdout).toMatch(/Warning: agreement grew without new argument\. In round 2 bob moved towards ann/);
  });
});
