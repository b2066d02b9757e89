// Contestants of a race that hang, crash, flood the disk or lay traps: each is ended or sealed for what it is, and nothing
// they plant runs.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { processesOf } from '../setup/processes.ts';
import {
  buildCheck,
  goodDouble,
  goodSum,
  half,
  lenientCheck,
  racePlace,
  resultOf,
  rowOf,
  solve,
  testCheck,
} from '../setup/race-place.ts';
import { noOverlays } from '../workspace/workspace-kinds.ts';

describe('who does not come to an end', () => {
  it('a hanging one is sealed as partial and never above a whole one; a crash is told; a blocked one may win', async () => {
    using place = racePlace();
    place.contestants({
      hanger: [...solve, { hang: true }],
      crasher: [...solve, { fail: 'out of memory' }],
      dier: [...solve, { exit: 7 }],
      idle: [{ say: 'No.' }],
      asker: [...half, { say: '\nBLOCKED: I need the key of the service' }],
    });
    const names = ['hanger', 'crasher', 'dier', 'idle', 'asker'];
    const raced = await place.race(names, [...lenientCheck, '--timeout', '10s']);
    const result = resultOf(raced);
    expect(rowOf(result, 'hanger')).toMatchObject({
      outcome: 'timed-out',
      partial: true,
      files: 2,
      total: 0,
    });
    expect(rowOf(result, 'hanger').whyNot).toBe('it ended timed-out; its work is partial');
    expect(rowOf(result, 'crasher')).toMatchObject({ outcome: 'crashed', partial: true, files: 2 });
    expect(rowOf(result, 'dier')).toMatchObject({ outcome: 'crashed', partial: true, files: 2 });
    expect(rowOf(result, 'asker')).toMatchObject({
      outcome: 'blocked',
      rank: 1,
      reason: 'I need the key of the service',
    });
    expect(result.winner).toBe('asker');
    expect(result.rows.map(({ contestant }) => contestant).at(-1)).toBe('idle');
    expect(place.leftovers()).toEqual([]);
    expect(processesOf(place.home)).toEqual([]);

    const diff = await place.joust(['diff', '@last', 'hanger']);
    expect(diff.stdout).toContain('+  return a * 2;');
    const applied = await place.joust(['apply', '@last', '--yes']);
    expect(applied.code).not.toBe(0);
    expect(applied.stderr).toContain('I need the key of the service');
    expect(place.git('status', '--porcelain')).toBe('');
  });
});

describe('who fills the disk', () => {
  it('a file of 200 MB is left out by name; many files are over the sum', async () => {
    using place = racePlace();
    const file = (path: string, megabytes: number) => ({
      run: `truncate -s ${megabytes}000000 ${path}`,
    });
    place.contestants({
      one: [...solve, file('big.bin', 200)],
      many: [...solve, { run: 'for i in 1 2 3 4 5 6 7; do truncate -s 40000000 $i.bin; done' }],
      half,
    });
    const raced = await place.race(['one', 'many', 'half'], lenientCheck);
    const result = resultOf(raced);
    expect(rowOf(result, 'one')).toMatchObject({
      outcome: 'incomplete',
      leftOut: [{ path: 'big.bin', why: 'it has 200 MB, over 50 MB' }],
      files: 2,
    });
    expect(rowOf(result, 'many').outcome).toBe('incomplete');
    expect(rowOf(result, 'many').leftOut).toEqual([{ path: '7.bin', why: 'all together are over 256 MB' }]);
    expect(result.winner).toBe('half');
    expect(place.leftovers()).toEqual([]);
  });

  it('one over --max-disk is ended, and says so', async () => {
    using place = racePlace();
    place.contestants({
      flooder: [
        ...solve,
        { run: 'mkdir -p node_modules && head -c 80000000 /dev/zero > node_modules/x' },
        { hang: true },
      ],
      half: [{ wait: 4000 }, ...half],
    });
    const limits = ['--max-disk', '40MB', '--timeout', '40s', '--budget-tokens', '500000'];
    const raced = await place.race(['flooder', 'half'], [...lenientCheck, ...limits]);
    const result = resultOf(raced);
    // The disk is not the budget: nobody else is ended for it.
    expect(result.downgraded).toBeUndefined();
    expect(rowOf(result, 'flooder')).toMatchObject({
      outcome: 'skipped',
      partial: true,
      reason: 'its workspace grew over 40 MB (--max-disk)',
    });
    expect(result.winner).toBe('half');
    expect(place.leftovers()).toEqual([]);
  });
});

describe('who writes in the repository itself', () => {
  it('is told of loudly, file by file, also by show', async () => {
    using place = racePlace();
    const [file, hook] = [join(place.folder, 'double.js'), join(place.folder, '.git/hooks/pre-commit')];
    place.contestants({
      sneaky: [
        { run: `echo '// x' >> ${file}; mkdir -p ${join(hook, '..')}; echo '#!/bin/sh' > ${hook}` },
        ...half,
      ],
      open: [{ edit: join(place.folder, 'notes.txt'), content: 'x' }, ...half],
    });
    const raced = await place.race(['sneaky', 'open'], ['--no-found-checks', '--check', 'ok=true']);
    const warning = [
      'WARNING: 3 files of your repository changed while contestants worked on copies of it:',
      '  created .git/hooks/pre-commit',
      '  modified double.js',
      '  created notes.txt',
      '  open wrote notes.txt\n',
    ].join('\n');
    expect(raced.stderr).toContain(warning);
    expect((await place.joust(['show'])).stdout).toContain(warning);
  });
});

describe('traps in the own .git', () => {
  it('no hook, filter, fsmonitor, diff driver or pager that is planted ever runs', async () => {
    using place = racePlace();
    const [trace, trap] = [join(place.outside, 'ran'), join(place.outside, 'trap')];
    writeFileSync(trap, `#!/bin/sh\necho "$0" >> ${trace}\ncat\n`, { mode: 0o755 });
    const plant = [
      'mkdir -p .git/hooks',
      `for h in post-checkout post-index-change pre-commit reference-transaction; do cp ${trap} .git/hooks/$h; done`,
      `git config core.fsmonitor ${trap}`,
      `git config filter.evil.clean ${trap} && git config filter.evil.smudge ${trap}`,
      `git config diff.evil.textconv ${trap} && git config diff.external ${trap}`,
      'echo "* filter=evil diff=evil" > .gitattributes',
      'cp .gitattributes .git/info/attributes',
      `printf "[core]\\n\\tfsmonitor = ${trap}\\n\\thooksPath = .git/hooks\\n" > "$HOME/.gitconfig"`,
      // The traps work: they spring for whoever walks into them.
      `git add -A < /dev/null; mv ${trace} ${trace}-there`,
    ].join('\n');
    place.contestants({ planter: [...solve, { run: plant }, { say: 'Done.' }], half });
    const before = place.fingerprint();
    const result = resultOf(await place.race(['planter', 'half'], testCheck));
    expect(rowOf(result, 'planter')).toMatchObject({ outcome: 'ok', files: 3 });
    expect(existsSync(`${trace}-there`)).toBe(true);
    expect(existsSync(trace) ? readFileSync(trace, 'utf8') : 'nothing ran').toBe('nothing ran');
    expect(place.fingerprint()).toBe(before);
  });

  it('a .git that is gone, a file or someone else changes nothing', async () => {
    using place = racePlace();
    place.contestants({
      gone: [...solve, { run: 'rm -rf .git' }],
      pointer: [...solve, { run: `rm -rf .git && echo 'gitdir: ${place.folder}/.git' > .git` }],
      nested: [...solve, { run: 'mkdir sub && cd sub && git init -q && echo hi > x' }],
    });
    const before = place.git('rev-parse', 'HEAD');
    const result = resultOf(await place.race(['gone', 'pointer', 'nested'], testCheck));
    expect(rowOf(result, 'gone')).toMatchObject({ outcome: 'ok', files: 2 });
    expect(rowOf(result, 'pointer')).toMatchObject({ outcome: 'ok', files: 2 });
    expect(rowOf(result, 'nested')).toMatchObject({
      outcome: 'incomplete',
      leftOut: [{ path: 'sub', why: 'it is a repository of its own' }],
    });
    expect(place.git('rev-parse', 'HEAD')).toBe(before);
    expect(place.leftovers()).toEqual([]);
  });
});

describe('what is left in a workspace', () => {
  it('odd names, links and modes are kept as they are; a name git does not take is told', async () => {
    using place = racePlace();
    const odd = [
      `printf x > "$(printf 'two\\nlines')"; printf x > '"quoted" \\\\'; printf x > ./-dash; printf x > 'é ü'`,
      'ln -s sum.js link; chmod +x double.js; : > empty; rm package.json; mkdir sum && mv sum.js sum/index.js',
    ].join('; ');
    place.contestants({
      odd: [{ run: odd }],
      taken: [...half, { run: 'mkdir .GIT && echo x > .GIT/config' }],
    });
    const result = resultOf(await place.race(['odd', 'taken'], ['--no-found-checks', '--check', 'ok=true']));
    expect(rowOf(result, 'odd')).toMatchObject({ outcome: 'ok', files: 10 });
    expect(rowOf(result, 'taken')).toMatchObject({
      outcome: 'incomplete',
      leftOut: [{ path: '.GIT/config', why: 'git does not take its name' }],
    });
    expect((await place.joust(['apply', '@last', '--yes'])).code).toBe(0);
    expect(readdirSync(place.folder).sort()).toEqual(
      [
        '"quoted" \\\\',
        '-dash',
        '.git',
        'double.js',
        'empty',
        'link',
        'sum',
        'test',
        'two\nlines',
        'é ü',
      ].sort(),
    );
  });

  it.each([
    ['is gone', 'checkout', 'rm -rf "$(dirname "$PWD")"'],
    ['is gone', 'overlay', 'rm -rf "$(dirname "$PWD")"/upper'],
    ['became a file', 'checkout', 'cd .. && rm -rf tree && echo x > tree'],
    ['became a link', 'checkout', 'cd .. && mv tree elsewhere && ln -s SECRET tree'],
    ['became a file', 'overlay', 'cd .. && rm -rf upper && echo x > upper'],
    ['became a link', 'overlay', 'cd .. && mv upper elsewhere && ln -s SECRET upper'],
  ])('where its folder %s (%s), that is told of it alone, and nothing else is read', async (_, kind, how) => {
    if (kind === 'overlay' && noOverlays !== undefined) return;
    using place = racePlace();
    writeFileSync(join(place.outside, 'key'), 'secret\n');
    place.contestants({ gone: [...solve, { run: how.replace('SECRET', place.outside) }], half });
    const result = resultOf(await place.race(['gone', 'half'], [...lenientCheck, '--workspace', kind]));
    expect(rowOf(result, 'gone')).toMatchObject({
      outcome: 'incomplete',
      files: 0,
      leftOut: [{ path: '.', why: 'its folder is not there any more' }],
    });
    expect(result.winner).toBe('half');
    expect(existsSync(join(place.outside, 'key'))).toBe(true);
    expect(place.leftovers()).toEqual([]);
  });

  it('code that takes its checkout away while it is measured does not pass what comes after', async () => {
    using place = racePlace();
    // An overlay is not taken away by those who run in it.
    const whole = ['--workspace', 'checkout'];
    const wipe = "import fs from 'node:fs';\nfs.rmSync(process.cwd(), { recursive: true, force: true });\n";
    place.contestants({
      wiper: [{ edit: 'sum.js', content: `${wipe}${goodSum.content}` }, goodDouble],
      half,
    });
    const result = resultOf(await place.race(['wiper', 'half'], [...lenientCheck, ...buildCheck, ...whole]));
    expect(rowOf(result, 'wiper').whyNot).toMatch(/^it fails build/);
    expect(result.winner).toBe('half');
  });
});

describe('rivals', () => {
  it('nobody sees another: no branch, no worktree, no remote', async () => {
    using place = racePlace();
    place.git('branch', 'secret-idea');
    place.git('remote', 'add', 'origin', join(place.outside, 'remote.git'));
    place.git('init', '-q', '--bare', join(place.outside, 'remote.git'));
    place.git('push', '-q', 'origin', 'main');
    const seen = (name: string) => join(place.outside, name);
    const look = (name: string) =>
      [
        `git log --all --oneline > ${seen(`${name}-log`)}`,
        `git worktree list > ${seen(`${name}-worktrees`)}`,
        `git branch -a > ${seen(`${name}-branches`)}`,
        `git remote -v > ${seen(`${name}-remotes`)}`,
        'git commit -qam mine',
      ].join('; ');
    place.contestants({
      first: [...solve, { run: look('first') }, { wait: 1500 }],
      second: [{ wait: 1000 }, ...half, { run: look('second') }],
      pusher: [
        ...half,
        {
          run: `git remote add origin ${seen('remote.git')}; git commit -qam x; git push -q origin HEAD:refs/heads/evil`,
        },
      ],
    });
    const before = place.fingerprint();
    const result = resultOf(await place.race(['first', 'second'], testCheck));
    for (const name of ['first', 'second']) {
      const read = (what: string) =>
        readFileSync(seen(`${name}-${what}`), 'utf8')
          .trim()
          .split('\n');
      expect(read('log')).toEqual([expect.stringMatching(/ base$/)]);
      expect(read('worktrees')).toHaveLength(1);
      expect(read('branches')).toEqual(['* work']);
      expect(read('remotes')).toEqual(['']);
      expect(rowOf(result, name).looked).toEqual(
        expect.arrayContaining([expect.stringMatching(/^other branches: /)]),
      );
    }
    expect(rowOf(result, 'first')).toMatchObject({ rank: 1, files: 2 });
    expect(place.fingerprint()).toBe(before);

    const pushed = resultOf(await place.race(['pusher'], testCheck));
    expect(rowOf(pushed, 'pusher')).toMatchObject({ outcome: 'ok', files: 1 });
    expect(place.fingerprint()).toBe(before);
    expect(readdirSync(place.folder).sort()).toEqual(['.git', 'double.js', 'package.json', 'sum.js', 'test']);
  });
});
