// brief.yaml: what a person may write, what becomes of it, and what is said of what cannot be one.
import { describe, expect, it } from 'vitest';
import { type BriefFile, readBriefFile } from './brief-file.ts';

const agents = ['claude', 'codex', 'gemini', 'agy', 'grok', 'command', 'acp', 'compatible', 'scripted'];
const read = (text: string) => readBriefFile(text, 'brief.yaml', agents);
const withName = (more: string) => read(`name: x\n${more}`);

function refused(text: string): { message: string; hint: string } {
  try {
    readBriefFile(text, 'brief.yaml', agents);
  } catch (error) {
    const { message, hint, code } = error as { message: string; hint: string; code: string };
    expect(code).toBe('usage');
    return { message, hint };
  }
  throw new Error('it was read');
}

const plain = ({ lineOf: _lineOf, ...rest }: BriefFile) => rest;

describe('a brief', () => {
  it('needs a name and somebody who plays; the rest has a default', () => {
    expect(plain(read('name: hello\ncontestants: [claude/opus, mine]\n'))).toEqual({
      name: 'hello',
      contestants: [
        { name: 'claude/opus', spec: 'claude/opus', line: 2 },
        { name: 'mine', spec: 'mine', line: 2 },
      ],
      judging: { selfJudging: 'warn', strict: false, oneAtATime: false },
      required: [],
      timeoutMs: 1_800_000,
      judgeTimeoutMs: 900_000,
      consult: {},
    });
  });

  it('says more in the words of the config', () => {
    const { contestants, judges, ...rest } = withName(`
contestants:
  - { name: fast, agent: claude, model: haiku, effort: low, timeout: 5m, temperature: 0.5 }
  - { name: own, agent: command, command: [./run, "{prompt}"], environment: { A: b } }
judges: [{ name: strict, agent: codex, timeout_s: 60 }]
judging: { self_judging: exclude, strict: true, one_at_a_time: true }
outputs: { required: [RESULT.md, out/docs/PLAN.md, ./RESULT.md] }
timeout: 10m
judge_timeout: 2m
sandbox: container
image: example.org/joust:1
template: spike
`);
    expect(contestants).toMatchObject([
      { name: 'fast', line: 4, play: { agent: 'claude', model: 'haiku', effort: 'low', timeoutMs: 300_000 } },
      { name: 'own', line: 5, play: { agent: 'command', environment: { A: 'b' } } },
    ]);
    expect(contestants.map(({ play }) => play?.auth)).toEqual([undefined, undefined]);
    expect(contestants.map(({ play }) => play?.settings)).toEqual([
      { temperature: 0.5 },
      { command: ['./run', '{prompt}'] },
    ]);
    expect(judges).toMatchObject([{ name: 'strict', play: { agent: 'codex', timeoutMs: 60_000 } }]);
    expect(rest).toMatchObject({
      judging: { selfJudging: 'exclude', strict: true, oneAtATime: true },
      required: ['RESULT.md', 'docs/PLAN.md'],
      timeoutMs: 600_000,
      judgeTimeoutMs: 120_000,
      sandbox: 'container',
      image: 'example.org/joust:1',
      template: 'spike',
    });
  });
});

describe('a brief of multicooker', () => {
  it('plays as it is: flavors, rubric, judges, limits', () => {
    const brief = read(`name: multi-concept            # as new made it
timeout_s: 4200
judge_timeout_s: 1500
participants:
  - { name: claude, flavor: claude }
  - { name: second, flavor: claude, model: opus, timeout_s: 2400 }
  - name: agy
  - name: tester
    flavor: dummy
    resources: { mem_limit: 512m, cpus: "0.5", pids_limit: 64 }
judges:
  - { name: codex-judge, flavor: codex }
  - { name: test-judge, flavor: dummy }
rubric:
  scale: [0, 5]
  dimensions:
    - { id: concept-spread, weight: 60 }
    - { id: honesty, weight: 40 }
judging: { policy: require_distinct_flavor, strict_schema: true }
outputs:
  required:
    - { path: RESULT.md, kind: markdown }
resources: { profile: medium, mem_limit: 2g, memswap_limit: 3221225472 }
consult: { reviewers: [codex, { name: ag, flavor: agy }], timeout_s: 300 }
`);
    const auth = 'subscription';
    expect(brief.contestants).toEqual([
      { name: 'claude', line: 5, play: { agent: 'claude', auth } },
      { name: 'second', line: 6, play: { agent: 'claude', auth, model: 'opus', timeoutMs: 2_400_000 } },
      { name: 'agy', line: 7, play: { agent: 'agy', auth } },
      {
        name: 'tester',
        flavor: 'dummy',
        line: 8,
        play: { agent: 'scripted', settings: { script: 'dummy' } },
        resources: { memoryBytes: 512 * 1024 ** 2, cpus: 0.5, pids: 64 },
      },
    ]);
    expect(brief.judges).toMatchObject([
      { name: 'codex-judge', play: { agent: 'codex', auth } },
      { name: 'test-judge', play: { agent: 'scripted', settings: { script: 'judge' } } },
    ]);
    expect(brief.rubric?.dimensions).toMatchObject([
      { name: 'concept-spread', min: 0, max: 5, weight: 60 },
      { name: 'honesty', min: 0, max: 5, weight: 40 },
    ]);
    expect(brief).toMatchObject({
      judging: { selfJudging: 'exclude', strict: true, oneAtATime: false },
      required: ['RESULT.md'],
      timeoutMs: 4_200_000,
      judgeTimeoutMs: 1_500_000,
      resources: { profile: 'medium', memoryBytes: 2 * 1024 ** 3, memorySwapBytes: 3 * 1024 ** 3 },
      consult: { timeoutMs: 300_000, reviewers: [{ name: 'codex' }, { name: 'ag', play: { agent: 'agy' } }] },
    });
  });

  it('may leave out judges and rubric, or have them empty', () => {
    for (const more of ['', 'judges: []\nrubric:\n', 'judges:\n'])
      expect(plain(read(`name: a_b\nparticipants: [{name: claude}]\n${more}`)).judges).toBeUndefined();
  });

  it('is written shorter as name=flavor, and says who may pay', () => {
    const short = withName('participants: [codex, a=claude, b=claude/opus]').contestants;
    expect(short.map(({ name, play }) => [name, play?.agent, play?.model, play?.auth])).toEqual([
      ['codex', 'codex', undefined, 'subscription'],
      ['a', 'claude', undefined, 'subscription'],
      ['b', 'claude', 'opus', 'subscription'],
    ]);
    const [paid] = withName('participants: [claude]\npaid_keys: true').contestants;
    expect(paid?.play).toEqual({ agent: 'claude' });
    const [keyed] = withName('participants: [{name: claude, auth: key}]').contestants;
    expect(keyed?.play?.auth).toBe('key');
  });

  it('policies have the meaning they had', () => {
    const policy = (word: string) =>
      withName(`participants: [claude]\njudging: {policy: ${word}}`).judging.selfJudging;
    expect(['require_distinct_flavor', 'warn', 'allow_self'].map(policy)).toEqual([
      'exclude',
      'warn',
      'allow',
    ]);
  });

  it('with anchors and merged keys is one', () => {
    const brief = withName(
      'participants:\n  - &a { name: one, flavor: claude, model: opus }\n  - { <<: *a, name: two }\n',
    );
    expect(brief.contestants[1]).toMatchObject({ name: 'two', play: { agent: 'claude', model: 'opus' } });
  });
});

describe('one sentence with its line for', () => {
  it.each([
    ['name: PLACEHOLDER\ncontestants: [claude]', 'brief.yaml:1: name is still PLACEHOLDER'],
    ['contestants: [claude]', /^brief\.yaml:1: name is missing: expected a text/],
    ['name: 2024\ncontestants: [claude]', /^brief\.yaml:1: name is 2024: expected .* quotes/],
    ['name: a/b\ncontestants: [claude]', /^brief\.yaml:1: name is "a\/b": expected a name/],
    ['name: x', 'brief.yaml:1: contestants names nobody'],
    ['name: x\nparticipants: []', 'brief.yaml:2: participants names nobody'],
    ['name: x\ncontestants: claude', /^brief\.yaml:2: contestants is "claude": expected a list/],
    [
      'name: x\ncontestants: [claude]\nparticipants: [codex]',
      'brief.yaml:3: has both contestants and participants, which are the same',
    ],
    [
      'name: x\ncontestants:\n  - name: a\n    agent: claude\n    flavor: claude',
      'brief.yaml:5: contestants[1] has both agent and flavor, which are the same',
    ],
    [
      'name: x\ncontestants: [claude]\ntimeout: 5m\ntimeout_s: 3',
      'brief.yaml:4: has both timeout and timeout_s, which are the same',
    ],
    ['name: x\ncontestants:\n  - claude\n  - claude', 'brief.yaml:4: contestants has two of the name claude'],
    [
      'name: x\ncontestants:\n  - claude/opus\n  - Claude-Opus=claude',
      'brief.yaml:4: contestants: claude/opus and Claude-Opus would be one folder',
    ],
    [
      'name: x\ncontestants: [a=claude]\njudges: [j=codex, j=agy]',
      'brief.yaml:3: judges has two of the name j',
    ],
    ['name: x\ncontestants:\n  - {name: a, flavor: cloude}', 'brief.yaml:3: there is no agent "cloude"'],
    ['name: x\nparticipants:\n  - triad', /^brief\.yaml:3: joust has no flavor triad/],
    [
      'name: x\ncontestants: ["claude*2"]',
      /^brief\.yaml:2: contestants\[1\] is "claude\*2": expected a contestant/,
    ],
    ['name: x\ncontestants: [{name: a b, agent: claude}]', /^brief\.yaml:2: contestants\[1\]\.name is "a b"/],
    ['name: x\ncontestants: [3]', /^brief\.yaml:2: contestants\[1\] is 3: expected a contestant/],
    [
      'name: x\ncontestants: [claude]\ntimeout_s: 1.5',
      /^brief\.yaml:3: timeout_s is 1\.5: expected a whole number of seconds/,
    ],
    ['name: x\ncontestants: [claude]\ntimeout_s: true', /^brief\.yaml:3: timeout_s is true/],
    ['name: x\ncontestants: [claude]\njudging: {policy: nice}', /^brief\.yaml:3: judging\.policy is "nice"/],
    [
      'name: x\ncontestants: [claude]\nresources: {mem_limit: two}',
      /^brief\.yaml:3: resources\.mem_limit is "two"/,
    ],
    ['name: x\ncontestants: [claude]\nresources: {cpus: "0"}', /^brief\.yaml:3: resources\.cpus is "0"/],
    ['name: x\nname: y\ncontestants: [claude]', 'brief.yaml:2: a key stands here that stood before'],
    ['name: x\n---\nname: y', /^brief\.yaml:2: a second document/],
    ['name: !!python/object x\ncontestants: [claude]', /^brief\.yaml:1: it is not YAML/],
    ['name: [x', /^brief\.yaml:1: it is not YAML/],
    ['- a', /^brief\.yaml:1: it is a list: expected a mapping/],
    ['', /^brief\.yaml:1: it is empty: expected a mapping/],
  ])('%j', (text, message) => {
    const said = refused(text);
    if (typeof message === 'string') expect(said.message).toBe(message);
    else expect(said.message).toMatch(message);
    expect(said.hint).toMatch(/\.$/);
  });

  it('unknown keys, with what was probably meant', () => {
    expect(refused('name: x\ncontestants: [claude]\ntimeouts: 3')).toMatchObject({
      message: 'brief.yaml:3: unknown key timeouts',
      hint: expect.stringMatching(/^Did you mean timeout_s\? Known there: name, /),
    });
    const inside = refused('name: x\ncontestants:\n  - name: a\n    agent: claude\n    modell: b');
    expect(inside.message).toBe('brief.yaml:5: unknown key contestants[1].modell');
    expect(inside.hint).toMatch(/^Did you mean model\?/);
    const rubric = refused(
      'name: x\ncontestants: [claude]\nrubric:\n  dimensions:\n    - id: a\n      wieght: 100',
    );
    expect(rubric.message).toBe('brief.yaml:6: unknown key rubric.dimensions[1].wieght');
    expect(rubric.hint).toMatch(/^Did you mean weight\?/);
    expect(refused('name: x\ncontestants: [claude]\n__proto__: {a: 1}').message).toMatch(
      /:3: unknown key __proto__/,
    );
  });

  it('all of them at once, in the order of the file', () => {
    expect(refused('name: 1\nfoo: 2\ntimeout_s: -1').message.split('\n')).toHaveLength(4);
    const { message } = refused(
      [
        'name: PLACEHOLDER',
        'participants:',
        '  - { name: one, flavor: cloude }',
        '  - { name: a b, flavor: claude }',
        '  - { name: two, flavor: claude }',
        '  - { name: two, flavor: codex }',
        'judges: [claude, claude]',
        'timeout_s: 0',
        'timeout: 5m',
        'outputs:',
        '  required: [/etc/passwd]',
        'rubric:',
        '  scale: [5, 0]',
        '  dimensions:',
        '    - { id: a, wieght: 1 }',
        '    - { id: "?" }',
        'resources: { cpus: none }',
      ].join('\n'),
    );
    expect(
      message.split('\n').map((line) => line.replace(/^brief\.yaml:(\d+): (.{0,24}).*$/, '$1 $2')),
    ).toEqual([
      '1 name is still PLACEHOLDE',
      '3 there is no agent "cloud',
      '4 participants[2].name is ',
      '6 participants has two of ',
      '7 judges has two of the na',
      '8 timeout_s is 0: expected',
      '9 has both timeout and tim',
      '11 the required output "/et',
      '13 the rubric: scale: a sca',
      '15 unknown key rubric.dimen',
      '16 the rubric: dimensions 2',
      '16 the rubric: dimensions 2',
      '17 resources.cpus is "none"',
    ]);
  });

  it('all weights and names of a rubric that are wrong', () => {
    const { message } = refused(
      'name: x\ncontestants: [claude]\nrubric:\n  dimensions:\n    - {id: a, weight: 60}\n    - {id: A, weight: 60}',
    );
    expect(message).toContain('the weights sum to 120');
    expect(message).toContain('two dimensions have the same name');
  });

  it('a rubric that is none, or whose weights are not 100', () => {
    const rubric = (text: string) => refused(`name: x\ncontestants: [claude]\nrubric:\n${text}`).message;
    expect(rubric('  dimensions:\n    - {id: a, weight: 60}\n    - {id: b, weight: 60}')).toMatch(
      /^brief\.yaml:4: the rubric: the weights sum to 120, not to 100$/,
    );
    expect(rubric('  scale: [5, 0]\n  dimensions: [{id: a}]')).toMatch(/^brief\.yaml:4: the rubric: scale/);
    expect(rubric('  dimensions: [{id: a, weight: 50}, {id: A, weight: 50}]')).toMatch(/same name/);
    expect(rubric('  dimensions: []')).toMatch(/^brief\.yaml:4: the rubric/);
    expect(
      withName('contestants: [claude]\nrubric: {dimensions: [{id: a}, {id: b}]}').rubric?.dimensions,
    ).toHaveLength(2);
  });

  it.each([
    ['/etc/passwd', 'is an absolute path'],
    ['~/x', 'is an absolute path'],
    ['C:/x', 'is an absolute path'],
    ['../x', 'leaves the folder'],
    ['a/../../x', 'leaves the folder'],
    ['a\\\\b', 'has a backslash in it'],
    ['a\\0b', 'has a character in it that cannot be seen'],
    ['out/', 'is a folder'],
    ['.', 'is a folder'],
  ])('a required output that is none below out/: %s', (path, why) => {
    const { message } = refused(
      `name: x\ncontestants: [claude]\noutputs:\n  required:\n    - path: "${path}"`,
    );
    expect(message).toMatch(/^brief\.yaml:5: the required output /);
    expect(message).toContain(why);
  });

  it('aliases that multiply, depth without end, a text without end', () => {
    const bomb = ['a: &a [x, x, x, x, x, x, x, x, x]'];
    for (let at = 1; at < 9; at += 1) {
      const [now, before] = [String.fromCharCode(97 + at), String.fromCharCode(96 + at)];
      bomb.push(`${now}: &${now} [${Array.from({ length: 9 }, () => `*${before}`).join(', ')}]`);
    }
    expect(refused(bomb.join('\n')).message).toMatch(/aliases/);
    expect(refused(`name: ${'['.repeat(10_000)}`).message).toMatch(/^brief\.yaml:1: /);
    expect(refused(`name: x # ${'x'.repeat(300_000)}`).message).toMatch(/longer than 256 KiB/);
  });

  it('without a control character or a secret repeated', () => {
    const { message } = refused(
      'name: "x\\e[31m"\ncontestants: [{name: a, agent: claude, environment: {A: [1]}}]',
    );
    expect(message).not.toContain('\u001b');
    expect(message).toMatch(/environment/);
  });
});
