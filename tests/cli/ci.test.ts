// Contests in jobs that nobody watches: a limit or nothing, nobody asked, and files for those who read them.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { briefPlace, hands, judges, script, yaml } from '../setup/brief-place.ts';
import { half, racePlace, solve, testCheck } from '../setup/race-place.ts';

const who = ['-c', 'ann', '-c', 'bob'];
const task = 'make the sums right';

describe('--ci', () => {
  it('is refused without a limit, and with --detach, before anything is on record', async () => {
    using place = racePlace();
    place.contestants({ ann: solve, bob: half });
    const bare = await place.joust(['race', '--ci', ...who, task]);
    expect(bare).toMatchObject({ code: 2, stdout: '' });
    expect(bare.stderr).toMatch(/--ci needs a limit .*\n.*--max-usd/);
    const time = await place.joust(['review', '--ci', '--max-time', '5m', ...who, 'HEAD']);
    expect(time.stderr).toContain('--ci needs a limit');
    const left = await place.joust(['race', '--ci', '--max-attempts', '6', '--detach', ...who, task]);
    expect(left.stderr).toContain('--ci and --detach do not go together');
    expect((await place.joust(['list'])).stdout).not.toContain('race');
  });

  it('writes test cases, Markdown and the summary of a race', async () => {
    using place = racePlace();
    place.contestants({ ann: solve, bob: half });
    place.write('../summary.md', '# Mine\n');
    const args = ['--max-attempts', '6', '--junit', '../out.xml', '--markdown', '../out.md', ...testCheck];
    const summary = join(place.folder, '../summary.md');
    const env = { GITHUB_STEP_SUMMARY: summary };
    const { code, stderr } = await place.joustAlone(['race', '--ci', ...args, ...who, task], { env });
    expect(code, stderr).toBe(0);
    const xml = readFileSync(join(place.folder, '../out.xml'), 'utf8');
    expect(xml).toMatch(/<testcase classname="ann" name="check test"\/>/);
    expect(xml).toMatch(/<testcase classname="bob" name="check test"><failure message="failed [^"]*"/);
    const markdown = readFileSync(join(place.folder, '../out.md'), 'utf8');
    expect(markdown).toContain('Winner: ann');
    expect(readFileSync(summary, 'utf8')).toBe(`# Mine\n## joust race\n\n${markdown}\n`);
  });

  it('asks nobody: what would be asked ends it, with what to do', async () => {
    using place = racePlace();
    place.contestants({ ann: solve, bob: half });
    const args = ['--max-attempts', '6', '--confirm-tokens', '1', '--junit', '../out.xml'];
    const { code, stderr } = await place.joust(['race', '--ci', ...args, ...testCheck, ...who, task]);
    expect(code).toBe(1);
    expect(stderr).toContain('With --ci nobody is asked: agree beforehand with --yes');
    expect(existsSync(join(place.folder, '../out.xml'))).toBe(false);
  });
});

describe('--ci of a brief', () => {
  const limit = ['--ci', '--max-attempts', '8'];
  const read = ({ folder }: { readonly folder: string }, name: string) =>
    readFileSync(join(folder, '..', name), 'utf8');

  it('has a case for each entry, and one for each score; no clear winner is 3', async () => {
    using place = briefPlace({
      // As long as what ann hands in, which is all that this judge looks at.
      'bob.json': hands('a long and careful plan of bob'),
      'cy.json': script({ say: 'I forgot the file.' }),
      'b/brief.yaml': yaml('contestants: [ann, bob, cy]', 'outputs: { required: [RESULT.md] }'),
    });
    const bare = await place.joust(['brief', 'play', '--ci', 'b']);
    expect(bare).toMatchObject({ code: 2, stdout: '' });
    expect(bare.stderr).toContain('--ci needs a limit');
    const files = (name: string) => ['--junit', `../${name}.xml`, '--markdown', `../${name}.md`];
    const env = { GITHUB_STEP_SUMMARY: join(place.folder, '../summary.md') };
    const played = await place.joustAlone(['brief', 'play', ...limit, ...files('play'), 'b'], { env });
    expect(played.code, played.stderr).toBe(0);
    expect(read(place, 'play.xml')).toMatch(/classname="ann" name="[^"]*"(?: time="[^"]*")?\/>/);
    expect(read(place, 'play.xml')).toMatch(/classname="cy"[^>]*><failure message="[^"]*RESULT\.md/);
    const judged = await place.joustAlone(['brief', 'judge', ...limit, ...judges, ...files('judge'), 'b'], {
      env,
    });
    expect(judged.code, judged.stderr).toBe(3);
    expect(read(place, 'judge.xml')).toContain('<testcase classname="ann"');
    expect(read(place, 'summary.md')).toMatch(/^## joust brief.*\n## joust judge/s);
  });

  it('asks nobody: what would be asked ends it', async () => {
    using place = briefPlace();
    place.config(`[budget]\nconfirm_tokens = 1\n${place.configured}`);
    const { code, stderr } = await place.joust(['brief', 'play', ...limit, '--junit', '../play.xml', 'b']);
    expect(code).toBe(1);
    expect(stderr).toContain('With --ci nobody is asked: agree beforehand with --yes');
    expect(existsSync(join(place.folder, '../play.xml'))).toBe(false);
  });
});
