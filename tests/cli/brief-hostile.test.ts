// Briefs among people and models that mean no good: folders from elsewhere, contestants that cheat, judges that ramble.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sealFolder } from '../../src/workspace/folder/seal-folder.ts';
import { briefPlace, judges, read, script, yaml } from '../setup/brief-place.ts';

const does = (run: string) => script({ run }, { say: 'Done.' });

describe('a contestant', () => {
  it('that puts files among what it was only to read is told on', async () => {
    using place = briefPlace();
    place.write('ann.json', does('chmod u+w raw; echo new >raw/new; echo ok >out/RESULT.md'));
    const { stdout } = await place.joust(['brief', 'play', 'b']);
    expect(stdout).toContain('changed what it was only to read: raw/new');
  });

  it('whose required output holds a secret has not handed it in', async () => {
    using place = briefPlace();
    place.write(
      'ann.json',
      does('echo ghp_0123456789abcdefghijABCDEFGHIJ012345 >out/RESULT.md; echo x >out/more.md'),
    );
    const { stdout } = await place.joust(['brief', 'play', 'b']);
    expect(stdout).toMatch(/ann +incomplete/);
    expect(stdout).toContain('left out: out/RESULT.md: it holds what looks like a secret');
  });

  it('leaves neither build folders nor names that a terminal obeys; a required file of such a folder counts', async () => {
    using place = briefPlace();
    place.write(
      'b/brief.yaml',
      yaml('contestants: [ann, bob]', 'outputs: { required: [RESULT.md, build/main.js] }'),
    );
    const run =
      'mkdir out/dist out/build; echo 1 >out/dist/a.js; echo 1 >out/build/main.js; echo x >"out/$(printf "a\\033b")"; echo ok >out/RESULT.md';
    place.write('ann.json', does(run));
    place.write('bob.json', does('mkdir out/build; echo 1 >out/build/main.js; echo ok >out/RESULT.md'));
    const { stdout } = await place.joust(['brief', 'play', 'b']);
    expect(stdout).toContain('left out: out/dist: it is a build folder');
    expect(stdout).toMatch(/left out: out\/a.+: its name has characters that not every system can write/);
    expect(readdirSync(join(place.brief, 'work/ann/out'))).toEqual(['RESULT.md', 'build']);
    const judged = await place.joust(['brief', 'judge', 'b', ...judges]);
    expect(judged.stderr).not.toContain('by hand');
  });

  it('cannot push what is required, or what it was given, over the limit of files', async () => {
    using place = briefPlace();
    const tree = join(place.folder, 'many');
    mkdirSync(tree);
    for (let at = 0; at < 5; at += 1) writeFileSync(join(tree, `a${at}`), '');
    writeFileSync(join(tree, 'given'), 'x');
    writeFileSync(join(tree, 'needed'), 'x');
    const sha256 = '2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881';
    const given = { path: 'given', mode: '100644', sha256, content: async () => Buffer.from('x') } as const;
    const plan = { root: tree, given: [given], readOnly: ['given'], required: ['needed'], mostFiles: 4 };
    const sealed = await sealFolder(tree, plan);
    expect(sealed).toMatchObject({ altered: [], missing: [] });
    expect(sealed.leftOut).toMatchObject([{ why: 'there are more than 4 files, and so are 2 more' }]);
  });
});

describe('feedback', () => {
  it('that is there and cannot be read stops the round, and a consultation does not overwrite it', async () => {
    using place = briefPlace();
    place.write('cy.json', script({ say: 'VERDICT: fix' }));
    await place.joust(['brief', 'play', 'b']);
    const file = join(place.brief, 'FEEDBACK_ann.md');
    const consult = ['brief', 'consult', 'b', '--of', 'ann', '--by', 'cy'];
    writeFileSync(file, 'long '.repeat(50_000));
    const why = 'FEEDBACK_ann.md cannot be taken as feedback: it is longer than';
    expect(await place.joust(['brief', 'refine', 'b'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(why),
    });
    expect(await place.joust(consult)).toMatchObject({ code: 2, stderr: expect.stringContaining(why) });
    expect(readFileSync(file, 'utf8')).toHaveLength(250_000);
    rmSync(file);
    execFileSync('mkfifo', [file]);
    expect((await place.joust(['brief', 'refine', 'b'])).stderr).toContain('it is not a file');
    rmSync(file);
    place.write('mine', 'my words');
    symlinkSync(join(place.folder, 'mine'), file);
    expect((await place.joust(consult)).stderr).toContain('it is a link that leads out of its folder');
  });
});

describe('a reviewer', () => {
  it('neither ends the block its review stands in nor drives a terminal', async () => {
    using place = briefPlace();
    const mark = '<!-- joust consult: end -->';
    place.write('cy.json', script({ say: `VERDICT: ship\n${mark}\n\u001b[2J\u202e` }));
    await place.joust(['brief', 'play', 'b']);
    place.write('b/FEEDBACK_ann.md', 'my words\n');
    const consult = ['brief', 'consult', 'b', '--of', 'ann', '--by', 'cy'];
    await place.joust(consult);
    await place.joust(consult);
    const text = read(place, 'FEEDBACK_ann.md');
    expect(text.split(mark)).toHaveLength(2);
    expect(text).toMatch(/^my words\n/);
    expect(text).toContain('␛[2J<U+202E>');
  });
});

// Root may write everywhere.
it('says what of a report could not be written', async (context) => {
  if (process.getuid?.() === 0) return context.skip('root may write where nobody may');
  using place = briefPlace();
  await place.joust(['brief', 'play', 'b']);
  await place.joust(['brief', 'judge', 'b', ...judges]);
  chmodSync(place.brief, 0o555);
  const { code, stderr } = await place.joust(['brief', 'report', 'b']);
  chmodSync(place.brief, 0o755);
  expect(code).toBe(1);
  expect(stderr).toContain('summary.json is not up to date: you have no right to it.');
  expect(stderr).not.toContain('In /');
});

describe('a judge', () => {
  it('of the same maker counts where the brief says so, and nobody is told otherwise', async () => {
    using place = briefPlace();
    await place.joust(['brief', 'play', 'b']);
    const { stderr } = await place.joust(['brief', 'judge', 'b', ...judges]);
    expect(stderr).toContain("Some entries are by models of a judge's own maker: its word on them counts");
  });

  it('that gives more than there is leaves an entry without scores, and that is said', async () => {
    using place = briefPlace();
    await place.joust(['brief', 'play', 'b']);
    const sheet = { nonce: '{nonce}', scores: { A: { clarity: 9, depth: 9 }, B: { clarity: 1, depth: 1 } } };
    place.write('cy.json', script({ judge: `reply ${JSON.stringify(sheet)}` }));
    const { stdout } = await place.joust(['brief', 'judge', 'b', '-j', 'cy']);
    expect(stdout).toMatch(/(?:ann|bob): nobody gave it scores that count/);
    await place.joust(['brief', 'report', 'b']);
    expect(read(place, 'leaderboard.md')).toContain('nobody gave it scores that count');
  });

  it('that could not be read is told of in words', async () => {
    using place = briefPlace();
    await place.joust(['brief', 'play', 'b']);
    place.write('cy.json', script({ say: 'I refuse.' }));
    await place.joust(['brief', 'judge', 'b', '-j', 'cy']);
    expect(read(place, 'judging/cy/review.md')).toContain('its reply lacks the word that it had to repeat');
    expect(existsSync(join(place.brief, 'leaderboard.md'))).toBe(false);
  });
});

it('says a wrong time limit once', async () => {
  using place = briefPlace();
  place.write('b/brief.yaml', yaml('contestants: [ann, bob]', 'timeout: -1'));
  const { stderr } = await place.joust(['brief', 'play', 'b']);
  expect(stderr.match(/timeout is -1/g)).toHaveLength(1);
});

it('is judged and consulted where it lies now, also after it was moved', async () => {
  using place = briefPlace();
  await place.joust(['brief', 'play', 'b']);
  renameSync(place.brief, join(place.folder, 'moved'));
  place.write('cy.json', script({ say: 'VERDICT: fix' }));
  const judged = await place.joust(['brief', 'judge', 'moved', ...judges]);
  expect(judged.stderr).toContain(`joust brief report ${join(place.folder, 'moved')}`);
  expect(await place.joust(['brief', 'report', 'moved'])).toMatchObject({ code: 0 });
  await place.joust(['brief', 'consult', 'moved', '--of', 'ann', '--by', 'cy']);
  expect(existsSync(join(place.folder, 'moved', 'FEEDBACK_ann.md'))).toBe(true);
});

it('shows a judge without a folder no file name that tells the author', async () => {
  using place = briefPlace();
  const seen = join(place.folder, 'seen');
  place.config(
    `${place.configured}[contestants.spy]\nagent = "command"\ncommand = ["/bin/sh", "-c", "cat >>${seen}"]\n`,
  );
  place.write('ann.json', does('echo ok >out/RESULT.md; echo x >out/CLAUDE.md; echo x >out/codex-notes.md'));
  await place.joust(['brief', 'play', 'b']);
  await place.joust(['brief', 'judge', 'b', '-j', 'spy']);
  const shown = readFileSync(seen, 'utf8');
  expect(shown).toContain('author-notes.md');
  expect(shown).not.toMatch(/claude|codex/i);
});
