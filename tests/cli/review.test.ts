// joust review end to end: what is reviewed, what is merged, what others say of it, and what comes out.
import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { project } from '../setup/project.ts';
import { madeRepository } from '../setup/repository.ts';
import { outputLines } from './output-lines.ts';

/** Replies with its findings; asked for more, it says that all is the same, real or not. */
const script = `
prompt=$(cat)
nonce=$(printf '%s' "$prompt" | grep -o '{"nonce": "[a-z0-9]*"' | tail -1 | cut -d'"' -f4)
case "$prompt" in
  *'"groups": '*) [ -n "$MATCHES" ] && echo "$MATCHES" || echo "{\\"nonce\\": \\"$nonce\\", \\"groups\\": [[\\"F1\\", \\"F2\\"]]}" ;;
  *'"answers": '*) echo "{\\"nonce\\": \\"$nonce\\", \\"answers\\": [$ANSWERS]}" ;;
  *'could not be read'*) echo "$AGAIN" ;;
  *) [ -f total.js ] && grep -q 'i = 1' total.js && echo "$FINDINGS" ;;
esac
`;

const offByOne = { file: 'total.js', line: 3, severity: 'high', claim: 'the loop skips the first price' };
const notANumber = {
  file: './total.js',
  line: 4,
  severity: 'critical',
  claim: 'NaN comes back for every list',
};
const untested = { file: 'total.js', severity: 'low', claim: 'there is no test' };

interface Reviewer {
  readonly findings: unknown;
  readonly answers?: readonly object[];
  readonly again?: unknown;
  /** Its reply when asked which findings are the same. */
  readonly matches?: string;
  readonly requirements?: readonly object[];
}

function place(reviewers: Readonly<Record<string, Reviewer>>) {
  const made = project({ 'total.js': 'export const total = (p) => p.reduce((a, b) => a + b);\n' });
  // In a program of its own: values of `environment` are secrets, and are taken out of answers.
  const programOf = (name: string, said: Readonly<Record<string, string>>) => {
    const sets = Object.entries(said).map(([key, value]) => `${key}='${value.replaceAll("'", `'\\''`)}'`);
    const path = made.write(`../${name}.sh`, `#!/bin/sh\n${sets.join('\n')}${script}`);
    chmodSync(path, 0o755);
    return path;
  };
  made.config(
    Object.entries(reviewers)
      .map(([name, { findings, answers = [], again = '', requirements, matches = '' }]) => {
        const path = programOf(name, {
          FINDINGS: typeof findings === 'string' ? findings : JSON.stringify({ findings, requirements }),
          ANSWERS: answers.map((one) => JSON.stringify(one)).join(', '),
          MATCHES: matches,
          AGAIN: typeof again === 'string' ? again : JSON.stringify(again),
        });
        return `[contestants.${name}]\nagent = "command"\ncommand = [${JSON.stringify(path)}]\n`;
      })
      .join('\n'),
  );
  const { git } = madeRepository(made.folder);
  git('add', '.');
  git('commit', '-qm', 'One');
  made.write(
    'total.js',
    'export function total(p) {\n  let s = 0;\n  for (let i = 1; i <= p.length; i++) s += p[i];\n  return s;\n}\n',
  );
  return { ...made, git, [Symbol.dispose]: () => made[Symbol.dispose]() };
}

const three: Readonly<Record<string, Reviewer>> = {
  ann: { findings: [offByOne], answers: [{ finding: 'F2', verdict: 'not real', reason: 'there is one' }] },
  bob: { findings: [notANumber, untested] },
  cy: { findings: [], answers: [{ finding: 'F1', verdict: 'real', reason: 'seen' }] },
};
const all = ['-c', 'ann', '-c', 'bob', '-c', 'cy', '-j', 'cy'];

describe('findings', () => {
  it('of one place and meaning are one, the worst severity counts, and others say whether it is real', async () => {
    using made = place(three);
    const { code, stdout } = await made.joust(['review', ...all, '--json']);
    const result = outputLines(stdout).find((line) => line.type === 'contest.result')?.result;
    expect(code).toBe(0);
    if (result?.type !== 'review') throw new Error('no review');
    const [first, second] = result.findings;
    expect(first).toMatchObject({ file: 'total.js', severity: 'critical', standing: 'confirmed' });
    expect(first?.raisedBy.toSorted()).toEqual(['ann', 'bob']);
    expect(first?.opinions).toEqual([{ by: 'cy', verdict: 'real', reason: 'seen' }]);
    expect(second).toMatchObject({ claim: 'there is no test', standing: 'disputed', raisedBy: ['bob'] });
    expect(result.reviewers.map((one) => one.findings)).toEqual([1, 2, 0]);
  });

  it('stay apart if the judge who matches them cannot be read, and the report names it', async () => {
    using made = place({ ...three, mute: { findings: [], matches: 'They look alike to me.' } });
    const played = await made.joust(['review', ...all.slice(0, 6), '-j', 'mute']);
    expect(played.code).toBe(0);
    expect(played.stdout).toContain('NaN comes back for every list');
    expect(played.stdout).toContain('the loop skips the first price');
    const named =
      'Matching by mute failed (its reply could not be read): the same finding may be listed twice.';
    expect(played.stdout + played.stderr).toContain(named);
    const told = await made.joust(['show', '@last']);
    expect(told.stdout + told.stderr).toContain(named);
  });

  it('are told again from the record, and the tree of the user is left as it was', async () => {
    using made = place(three);
    const before = readFileSync(join(made.folder, 'total.js'), 'utf8');
    const played = await made.joust(['review', ...all]);
    expect(played.stdout).toContain('1 confirmed finding');
    expect(played.stdout).not.toContain('"findings"');
    const shown = await made.joust(['show', '@last']);
    expect(shown.stdout).toContain(played.stdout.trim().split('\n')[0]);
    expect(readFileSync(join(made.folder, 'total.js'), 'utf8')).toBe(before);
    expect(made.git('status', '--short')).toBe(' M total.js\n');
  });

  it('that cannot be read are asked for once more, and then are none', async () => {
    using made = place({
      ann: { findings: 'It looks good to me.', again: { findings: [offByOne] } },
      bob: { findings: 'So it does to me.', again: 'Really.' },
    });
    const { code, stdout } = await made.joust(['review', '-c', 'ann', '-c', 'bob', '-j', 'none']);
    expect(code).toBe(0);
    expect(stdout).toContain('Not confirmed: no other reviewer looked');
    expect(stdout).toContain('bob: its findings could not be read');
  });
});

describe('a second opinion', () => {
  it('counts only for the findings that the reviewer was asked about', async () => {
    using made = place({
      ann: {
        findings: [offByOne],
        // It raised F1 and is asked about F2 only.
        answers: [{ finding: 'F1', verdict: 'real', reason: 'I said so' }],
      },
      bob: { findings: [untested], answers: [{ finding: 'F1', verdict: 'cannot tell', reason: '' }] },
    });
    const { stdout } = await made.joust(['review', '-c', 'ann', '-c', 'bob', '-j', 'none', '--json']);
    const result = outputLines(stdout).find((line) => line.type === 'contest.result')?.result;
    if (result?.type !== 'review') throw new Error('no review');
    const [first, second] = result.findings;
    expect(first).toMatchObject({ raisedBy: ['ann'], standing: 'single', opinions: [{ by: 'bob' }] });
    expect(first?.agreement).toBeUndefined();
    expect(second).toMatchObject({ raisedBy: ['bob'], standing: 'unconfirmed', opinions: [] });
  });

  it('that differs from itself does not count', async () => {
    using made = place({
      ann: { findings: [offByOne] },
      bob: {
        findings: [],
        answers: ['real', 'not real'].map((verdict) => ({ finding: 'F1', verdict, reason: '' })),
      },
    });
    const { stdout } = await made.joust(['review', '-c', 'ann', '-c', 'bob', '-j', 'none']);
    expect(stdout).toContain('1 finding that no other reviewer looked at');
  });
});

describe('a limit', () => {
  it('--fail-on counts unconfirmed findings when one reviewer plays alone', async () => {
    using made = place({ ann: three['ann'] as Reviewer });
    const { code, stdout } = await made.joust(['review', '-c', 'ann', '--fail-on', 'high']);
    expect(code).toBe(4);
    expect(stdout).toContain(
      '1 finding that no other reviewer looked at. At least one that counts is high or worse.',
    );
    const mild = await made.joust(['review', '-c', 'ann', '--fail-on', 'critical', '--junit', 'out.xml']);
    expect(mild.code).toBe(0);
  });

  it('--fail-on ends with 4 where a confirmed finding reaches it, and not where it does not', async () => {
    using made = place(three);
    expect((await made.joust(['review', ...all, '--fail-on', 'critical'])).code).toBe(4);
    using mild = place({ ...three, bob: { findings: [{ ...notANumber, severity: 'medium' }] } });
    expect((await mild.joust(['review', ...all, '--fail-on', 'critical'])).code).toBe(0);
  });
});

describe('what is reviewed', () => {
  it.each([
    [['HEAD'], 'commit '],
    [['--staged'], 'staged changes'],
    [['HEAD~1..HEAD'], 'HEAD~1..HEAD'],
    [['topic'], 'branch topic against main'],
    [['change.patch'], 'the patch change.patch'],
  ])('%j', async (words, title) => {
    using made = place(three);
    made.git('checkout', '-qb', 'topic');
    made.git('add', '.');
    if (words[0] === '--staged') {
      made.write('total.js', 'nothing of this is staged\n');
    } else {
      made.git('commit', '-qm', 'Two');
    }
    if (words[0] === 'change.patch') {
      made.write('change.patch', made.git('diff', 'main', 'topic'));
      made.git('checkout', '-q', 'main');
    }
    const { code, stdout, stderr } = await made.joust(['review', ...all, ...words]);
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(title);
    expect(stdout).toContain('1 confirmed finding');
  });

  it('takes the path of a patch outside of the folder', async () => {
    using made = place(three);
    made.write('../change.patch', made.git('diff'));
    made.git('checkout', '-q', '.');
    const { stdout } = await made.joust(['review', ...all, '../change.patch']);
    expect(stdout).toContain('the patch ../change.patch');
  });

  it.each([
    [['nowhere'], '"nowhere" is no commit, range, branch or patch file'],
    [['--staged'], 'there is nothing to review'],
    [['--fail-on', 'bad'], '--fail-on bad is not allowed: expected "critical", "high", "medium" or "low"'],
  ])('%j is a mistake before anything is spent', async (words, why) => {
    using made = place(three);
    const { code, stderr } = await made.joust(['review', ...all, ...words]);
    expect(stderr).toContain(why);
    expect(code).not.toBe(0);
    expect((await made.joust(['list'])).stdout).toBe('');
  });
});

/** A clean branch "topic" of two commits, off a main that has gone on since. */
function branched() {
  const made = place(three);
  made.git('checkout', '-qb', 'topic');
  made.git('commit', '-qam', 'Two');
  made.write('more.js', 'export const more = 1;\n');
  made.git('add', '.');
  made.git('commit', '-qm', 'Three');
  made.git('checkout', '-q', 'main');
  made.write('other.js', 'export const other = 1;\n');
  made.git('add', '.');
  made.git('commit', '-qm', 'Elsewhere');
  made.git('checkout', '-q', 'topic');
  const reviewed = async (...words: readonly string[]) => {
    const { stdout, stderr } = await made.joust(['review', ...all, ...words, '--json']);
    const result = outputLines(stdout).find((line) => line.type === 'contest.result')?.result;
    if (result?.type !== 'review') throw new Error(`no review: ${stderr}`);
    return { title: result.title, files: result.files };
  };
  return { ...made, reviewed, [Symbol.dispose]: () => made[Symbol.dispose]() };
}

describe('without CHANGE', () => {
  it('reviews all commits of a branch since it left the default branch', async () => {
    using made = branched();
    expect(await made.reviewed()).toEqual({ title: 'branch topic against main', files: 2 });
    made.git('checkout', '-q', '--detach');
    expect(await made.reviewed()).toEqual({ title: 'HEAD against main', files: 2 });
  });

  it('prefers the default branch of origin, and reviews the last commit on it', async () => {
    using made = branched();
    made.git('update-ref', 'refs/remotes/origin/trunk', 'topic~1');
    made.git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/trunk');
    expect(await made.reviewed()).toEqual({ title: 'branch topic against origin/trunk', files: 1 });
    made.git('checkout', '-qb', 'trunk', 'main');
    expect(await made.reviewed()).toMatchObject({ title: expect.stringMatching(/^commit .*: Elsewhere$/) });
  });

  it('finds the default branch that the configuration of git names', async () => {
    using made = branched();
    made.git('branch', '-qm', 'main', 'trunk');
    expect(await made.reviewed()).toMatchObject({ title: expect.stringMatching(/^commit .*: Three$/) });
    made.git('config', 'init.defaultBranch', 'trunk');
    expect(await made.reviewed()).toEqual({ title: 'branch topic against trunk', files: 2 });
    expect(await made.reviewed('topic')).toEqual({ title: 'branch topic against trunk', files: 2 });
  });

  it.each([
    ['the default branch', ['checkout', '-q', 'main'], /^commit .*: Elsewhere$/],
    ['a branch without commits of its own', ['checkout', '-qb', 'fresh', 'main~1'], /^commit .*: One$/],
  ])('reviews the last commit on %s', async (_, words, title) => {
    using made = branched();
    made.git(...words);
    expect(await made.reviewed()).toMatchObject({ title: expect.stringMatching(title), files: 1 });
  });

  it('reviews the last commit of a branch that shares no commit with the default branch', async () => {
    using made = branched();
    made.git('checkout', '-q', '--orphan', 'pages');
    made.git('commit', '-qm', 'Pages');
    expect(await made.reviewed()).toMatchObject({ title: expect.stringMatching(/^commit .*: Pages$/) });
  });

  it('reviews uncommitted changes alone if there are any', async () => {
    using made = branched();
    made.write('new.js', '1;\n');
    expect(await made.reviewed()).toEqual({ title: 'uncommitted work', files: 1 });
  });
});

describe('--base', () => {
  it('compares HEAD with the commit where it left the base, without uncommitted work', async () => {
    using made = branched();
    made.write('new.js', '1;\n');
    expect(await made.reviewed('--base', 'main')).toEqual({ title: 'branch topic against main', files: 2 });
    expect(await made.reviewed('--base', 'HEAD~1')).toEqual({
      title: 'branch topic against HEAD~1',
      files: 1,
    });
    expect(await made.reviewed('HEAD', '--base', 'main')).toEqual({ title: 'HEAD against main', files: 2 });
  });

  it.each([
    [['--base', 'nowhere'], `the base "nowhere" doesn't exist`],
    [['topic', '--base', 'nowhere'], `the base "nowhere" doesn't exist`],
    [['--staged', '--base', 'main'], `the base "main" can't be used with staged changes`],
    [['main..topic', '--base', 'main'], `the base "main" can't be used with main..topic`],
    [['it.patch', '--base', 'main'], `the base "main" can't be used with the patch it.patch`],
  ])('%j is a mistake before anything is spent', async (words, why) => {
    using made = branched();
    made.write('it.patch', made.git('diff', 'main', 'topic'));
    const { code, stderr } = await made.joust(['review', ...all, ...words]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(why) });
    expect((await made.joust(['list'])).stdout).toBe('');
  });

  it('without commits of its own says that uncommitted work is not part of it', async () => {
    using made = branched();
    made.write('new.js', '1;\n');
    const { code, stderr } = await made.joust(['review', ...all, '--base', 'HEAD']);
    expect(code).not.toBe(0);
    expect(stderr).toContain('there is nothing to review in: branch topic against HEAD');
    expect(stderr).toContain('Leave out the base to review uncommitted work');
  });
});

describe('a specification and files', () => {
  it('goes by the reviewers with an opinion: one that cannot tell has none', async () => {
    const said = (...words: string[]) =>
      words.map((word, at) => ({ id: `R${at + 1}`, met: word, reason: '' }));
    using made = place({
      ann: { findings: [], requirements: said('not met', 'met', 'cannot tell') },
      bob: { findings: [], requirements: said('cannot tell', 'cannot tell', 'cannot tell') },
      cy: { findings: [], requirements: said('cannot tell', 'not met', 'cannot tell') },
    });
    made.write('../spec.md', '- one\n- two\n- three\n');
    const { stdout } = await made.joust(['review', ...all, '--spec', '../spec.md', '--json']);
    const result = outputLines(stdout).find((line) => line.type === 'contest.result')?.result;
    if (result?.type !== 'review') throw new Error('no review');
    expect(result.requirements?.map(({ met }) => met)).toEqual(['not met', 'split', 'cannot tell']);
  });

  it('has a table of requirements, SARIF and Markdown', async () => {
    const met = (word: string) => [{ id: 'R1', met: word, reason: '' }];
    using made = place({
      ...three,
      ann: { findings: [offByOne], requirements: met('not met') },
      bob: { findings: [], requirements: met('not met') },
      cy: { findings: [], requirements: met('met') },
    });
    made.write('../spec.md', '# Wanted\n\n- adds up all prices\n- of an empty list too\n');
    const files = ['--spec', '../spec.md', '--sarif', '../out.sarif', '--markdown', '../out.md'];
    const { stdout } = await made.joust(['review', ...all, ...files]);
    expect(stdout).toMatch(/R1\s+adds up all prices\s+not met\s+not met\s+not met\s+met/);
    expect(stdout).toMatch(/R2\s+of an empty list too\s+cannot tell/);
    const sarif = JSON.parse(readFileSync(join(made.folder, '../out.sarif'), 'utf8'));
    expect(sarif).toMatchObject({ version: '2.1.0', runs: [{ tool: { driver: { name: 'joust review' } } }] });
    expect(sarif.runs[0].results[0]).toMatchObject({
      level: 'error',
      locations: [{ physicalLocation: { artifactLocation: { uri: 'total.js' }, region: { startLine: 3 } } }],
    });
    expect(readFileSync(join(made.folder, '../out.md'), 'utf8')).toContain('| R1 | adds up all prices |');
  });
});

describe('--ci', () => {
  it('ends with 4 for a finding that is too severe, and writes it for every reader there is', async () => {
    const hostile = `]]></failure><x a="1"> & \u001b[31m\u0000${'long '.repeat(300)}`;
    using made = place({ ...three, bob: { findings: [{ ...notANumber, claim: hostile }, untested] } });
    const files = ['--junit', '../out.xml', '--sarif', '../out.sarif', '--markdown', '../out.md'];
    const limits = ['--max-attempts', '20', '--fail-on', 'high'];
    const summary = join(made.folder, '../summary.md');
    const env = { GITHUB_STEP_SUMMARY: summary };
    const ran = await made.joustAlone(['review', '--ci', ...limits, ...files, ...all], { env });
    expect(ran.code, ran.stderr).toBe(4);
    const out = (name: string) => readFileSync(join(made.folder, '..', name), 'utf8');
    const xml = out('out.xml');
    expect(xml).toMatch(/<testsuite name="review \w+" tests="5" failures="1"/);
    expect(xml).toContain(']]&gt;&lt;/failure&gt;&lt;x a=&quot;1&quot;&gt; &amp; ');
    expect(xml.match(/<\/failure>/g)).toHaveLength(xml.match(/<failure /g)?.length ?? 0);
    // Nothing is left of it that XML would read but its own elements.
    const rest = xml.replaceAll(
      /<(?:\?xml|\/?(?:testsuites?|testcase|failure|skipped)\b)(?:\s[\w-]+="[^"<]*")*\s*[?/]?>/g,
      '',
    );
    expect(rest.replaceAll(/&(?:amp|lt|gt|quot);/g, '')).not.toMatch(/[<>&\u0000-\u0008\u001b]/);
    expect(JSON.parse(out('out.sarif')).runs[0].results[0]).toMatchObject({ level: 'error' });
    expect(out('out.md')).toContain('confirmed finding');
    expect(out('summary.md')).toBe(`## joust review\n\n${out('out.md')}\n`);
  });

  it('ends with 0 where no finding is that severe', async () => {
    using made = place(three);
    const { code, stderr } = await made.joustAlone(['review', '--ci', '--max-attempts', '20', ...all]);
    expect(code, stderr).toBe(0);
  });
});
