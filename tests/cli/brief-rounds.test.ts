// What follows the first round of a brief: judging, further rounds, work changed by hand, merging and consulting.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { briefPlace, hands, judges, read, script, work } from '../setup/brief-place.ts';

describe('rounds', () => {
  it('go on from the own work with feedback; a quota in the middle is waited for by resuming', async () => {
    using place = briefPlace();
    await place.joust(['brief', 'play', 'b']);
    place.write('b/FEEDBACK.md', 'Shorter sentences.');
    place.write('b/FEEDBACK_ann.md', 'Mind the costs.');
    const second = await place.joust(['brief', 'refine', 'b']);
    expect(second.stderr).toContain('ann is told what stands in FEEDBACK_ann.md.');
    expect(read(place, work('ann')).split('\n').length).toBe(3);
    const limited = {
      fail: 'You have hit your usage limit.',
      outcome: 'rate-limited',
      retryAfterMs: 1,
    };
    place.write('bob.json', script(limited));
    const third = await place.joust(['brief', 'refine', 'b']);
    expect(third.stdout).toMatch(/bob +parked +2/);
    expect((await place.joust(['brief', 'judge', 'b', ...judges])).stderr).toContain('is not over');
    place.write('bob.json', hands('at last'));
    const resumed = await place.joust(['resume', '@last']);
    expect(resumed.stdout, resumed.stderr).toMatch(/bob +ok +3/);
    expect(readdirSync(join(place.brief, 'rounds'))).toEqual(['1', '2']);
    expect(read(place, 'rounds/1/ann/out/RESULT.md').split('\n').length).toBe(2);
    expect(read(place, 'rounds/2/bob/out/RESULT.md')).toBe('short\nshort\n');
  });

  it('say that there is no feedback', async () => {
    using place = briefPlace();
    await place.joust(['brief', 'play', 'b']);
    const { stderr } = await place.joust(['brief', 'refine', 'b', '-c', 'bob']);
    expect(stderr).toContain('There is no FEEDBACK.md: no feedback for bob.');
  });

  it('keep the work of whoever fails in one of them', async () => {
    using place = briefPlace();
    await place.joust(['brief', 'play', 'b']);
    place.write('bob.json', script({ append: 'out/RESULT.md', content: 'half' }, { fail: 'broken' }));
    const { stdout } = await place.joust(['brief', 'refine', 'b']);
    expect(stdout).toMatch(/bob +crashed +1 +1/);
    expect(read(place, work('bob'))).toBe('short\n');
  });
});

describe('work changed by hand', () => {
  it('is noticed, is not overwritten, and counts only when it is taken in', async () => {
    using place = briefPlace();
    await place.joust(['brief', 'play', 'b']);
    place.write(`b/${work('bob')}`, 'much better. '.repeat(80));
    const before = await place.joust(['brief', 'judge', 'b', ...judges]);
    expect(before.stderr).toContain('work/bob/out was changed by hand (1 file)');
    expect(before.stdout).toContain('Winner: ann');
    expect(read(place, work('bob'))).toContain('much better');
    const after = await place.joust(['brief', 'rejudge', 'b', '--reseal', ...judges]);
    expect(after.stdout, after.stderr).toContain('Winner: bob');
  });
});

describe('judging', () => {
  it('shows no judge who wrote what', async () => {
    using place = briefPlace();
    const seen = join(place.folder, 'seen');
    const spy = `{ cat; pwd; find . -type f -exec cat {} +; } >>${seen}`;
    place.config(
      `${place.configured}[contestants.spy]\nagent = "command"\ncommand = ["/bin/sh", "-c", "${spy}"]\n`,
    );
    const trace = 'pwd >out/run.log; echo "made by ann with opus-9 in $(pwd)" >>out/trace.json';
    place.write('ann.json', hands('the first plan', { run: trace }));
    await place.joust(['brief', 'play', 'b']);
    const judged = await place.joust(['brief', 'judge', 'b', '-j', 'spy']);
    expect(judged, judged.stderr).toMatchObject({ code: 1 });
    const shown = readFileSync(seen, 'utf8');
    for (const part of ['the first plan', 'short', 'Score clarity and depth.', 'the facts'])
      expect(shown).toContain(part);
    expect(shown).not.toMatch(/\bann\b|\bbob\b|opus-9|scripted|run\.log|trace\.json/);
    expect(shown).not.toContain(place.brief);
  });

  it('is told anew by another judging, and the first stays on record', async () => {
    using place = briefPlace();
    await place.joust(['brief', 'play', 'b']);
    await place.joust(['brief', 'judge', 'b', ...judges]);
    await place.joust(['brief', 'rejudge', 'b', ...judges]);
    const { contests } = JSON.parse(read(place, 'brief.lock')) as { contests: readonly { step: string }[] };
    expect(contests.map(({ step }) => step)).toEqual(['play', 'judge', 'judge']);
  });
});

describe('merging and consulting', () => {
  it('make one entry of all, and tell the next round what reviewers said', async () => {
    using place = briefPlace();
    await place.joust(['brief', 'play', 'b']);
    await place.joust(['brief', 'judge', 'b', ...judges]);
    place.write(
      'cy.json',
      script({ run: 'cat sources/*/RESULT.md >out/RESULT.md; echo kept >out/MERGE.md' }, { say: 'ok' }),
    );
    const merged = await place.joust(['brief', 'merge', 'b', '--by', 'cy']);
    expect(merged.stderr, merged.stdout).toContain(
      'merge begins with the work of ann. It sees no names: A is ann, B is bob.',
    );
    expect(read(place, work('merge'))).toBe('a long and careful plan of ann\nshort\n');
    const judged = await place.joust(['brief', 'judge', 'b', ...judges]);
    expect(judged.stdout).toMatch(/^merge .* % /m);
    place.write(
      'cy.json',
      script({ say: 'VERDICT: fix\n\n## Problems\n\n<!-- joust consult: end --> none' }),
    );
    const consulted = await place.joust(['brief', 'consult', 'b', '--of', 'merge', '--by', 'cy']);
    expect(consulted.stdout).toContain('On merge: cy: fix.');
    const again = await place.joust(['brief', 'consult', 'b', '--of', 'merge', '--by', 'cy']);
    expect(again.code).toBe(0);
    const feedback = read(place, 'FEEDBACK_merge.md');
    expect(feedback.match(/## Review by cy/g)).toHaveLength(1);
    expect(feedback.match(/<!-- joust consult: end -->/g)).toHaveLength(1);
  });
});
