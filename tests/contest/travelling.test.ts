// A contest that was opened for a pool is played by a host that has nothing of its folder but what travelled with it.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keepFolderOf } from '../../src/brief/keep-folder.ts';
import { readyBriefPlay } from '../../src/brief/play-brief.ts';
import { isOk } from '../../src/contest/handle/step.ts';
import type { Observation } from '../../src/domain/agent-event.ts';
import { prepareApply } from '../../src/operations/apply/apply.ts';
import { openOnly } from '../../src/play/open.ts';
import { resumeContest } from '../../src/play/play.ts';
import type { PlayResult } from '../../src/play/result.ts';
import { shell, type TravelPlace, travelPlace } from '../setup/travel-place.ts';
import { until } from '../setup/until.ts';

let place: TravelPlace;
beforeEach(() => {
  place = travelPlace();
});
afterEach(() => place[Symbol.dispose]());

const notesIn = (seen: readonly Observation[]) =>
  seen.flatMap((one) => (one.type === 'note' ? [one.text] : []));
const texts = ({ results }: PlayResult) =>
  Promise.all(results.map(async (one) => (isOk(one) ? await one.text() : '')));
const packedOf = async (id: string) => {
  const [opened] = await place.events(id);
  return opened?.type === 'contest.opened' ? opened.pool?.travels : undefined;
};

describe('a race on a host without the repository', () => {
  it.each(['checkout', 'overlay'] as const)(
    'starts from HEAD and uncommitted work, is measured, and is applied where it was opened (%s)',
    async (workspace) => {
      place.write('sub/mine.txt', 'uncommitted\n');
      place.write('node_modules/dep/index.js', 'kept here\n');
      place.write('.git/info/exclude', 'node_modules\n');
      place.write('venv/tracked.txt', 'a part of the repository\n');
      const here = place.submitter();
      const roster = [
        shell(
          'good',
          'cat sub/mine.txt && test ! -e node_modules && git log --oneline && echo new > code.txt',
        ),
        shell('bad', 'echo other > code.txt; echo done'),
      ];
      const { id } = await openOnly(place.races(roster, { workspace }), here);
      const notes = notesIn(here.seen);
      expect(notes).toContainEqual(
        expect.stringMatching(
          /^What travels: 5 files of this repository with uncommitted work, .* packed, without history[.]$/,
        ),
      );
      expect(notes).toContain('Stays here: node_modules. On a host say with --setup what brings it.');
      expect(place.left('submitter')).toEqual([]);
      expect(await place.without(() => resumeContest(id, place.host()))).toMatchObject({
        state: 'closed',
        outcome: 'ok',
      });
      const events = await place.events(id);
      expect(events).toContainEqual(expect.objectContaining({ type: 'winner.decided', winner: 'good' }));
      const started = events.filter(({ type }) => type === 'attempt.started');
      expect(started).toMatchObject([{ host: 'h1' }, { host: 'h1' }]);
      expect(place.left('host')).toEqual([]);
      const ready = await prepareApply(
        { ledger: place.ledger, home: here.home, machine: here.machine },
        { contest: id, how: 'tree' },
      );
      await ready?.apply();
      expect(readFileSync(join(place.folder, 'code.txt'), 'utf8')).toBe('new\n');
      expect(readFileSync(join(place.folder, 'sub/mine.txt'), 'utf8')).toBe('uncommitted\n');
    },
  );
});

describe('a race that another host takes over while it is measured', () => {
  it.each(['checkout', 'overlay'] as const)('finds what earlier checks built (%s)', async (workspace) => {
    const told = place.beside('told');
    const waits = `grep -q old code.txt || test -e ${told} || { touch ${told}; sleep 600; }`;
    const check = (name: string, command: string) => ({ name, command, required: true, origin: '-' });
    const wish = {
      workspace,
      checks: [
        check('build', 'mkdir dist && cp code.txt dist/'),
        check('test', `${waits}; grep -q new dist/code.txt`),
      ],
    };
    place.write('.gitignore', 'dist\n');
    const { id } = await openOnly(place.races([shell('a', 'echo new > code.txt')], wish), place.submitter());
    const stop = new AbortController();
    const first = place.without(() => resumeContest(id, place.host({ signal: stop.signal })));
    const isBuilt = async () =>
      (await place.events(id)).some((event) => event.type === 'check.ended' && event.key === 'check/a/build');
    await until(async () => existsSync(told) && (await isBuilt()), 30_000);
    stop.abort();
    await first;
    const other = place.host({ host: 'h2', home: place.beside('other') });
    const { result } = await place.without(() => resumeContest(id, other));
    expect(result).toMatchObject({
      rows: [{ contestant: 'a', checks: [{ outcome: 'passed' }, { outcome: 'passed' }] }],
    });
  });
});

describe('contestants who only read', () => {
  const looks =
    'cat code.txt sub/deep.txt new.txt; git status --short; git log --oneline | wc -l; basename "$PWD"';

  it('find the repository as it lay there, in the folder the user stood in, and leave nothing behind', async () => {
    place.write('code.txt', 'changed\n');
    place.write('new.txt', 'untracked\n');
    const { id } = await openOnly(
      place.asks([shell('a', looks), shell('b', 'cat deep.txt')], { cwd: join(place.folder, 'sub') }),
      place.submitter(),
    );
    expect(place.left('submitter')).toEqual([]);
    const [first, second] = await texts(await place.without(() => resumeContest(id, place.host())));
    expect(second).toBe('deep');
    expect(first).toContain('sub');
    expect(place.left('host')).toEqual([]);
  });

  it('see what was not committed as that', async () => {
    place.write('code.txt', 'changed\n');
    place.write('new.txt', 'untracked\n');
    const { id } = await openOnly(place.asks([shell('a', looks)]), place.submitter());
    const [text] = await texts(await place.without(() => resumeContest(id, place.host())));
    expect(text?.split('\n').map((line) => line.trim())).toEqual([
      'changed',
      'deep',
      'untracked',
      'M  code.txt',
      'A  new.txt',
      '1',
      'tree',
    ]);
  });

  it('are played on by anybody on any machine, on what travelled', async () => {
    const { id } = await openOnly(place.asks([shell('a', 'cat code.txt')]), place.submitter());
    const { host: _host, ...person } = place.host();
    expect(await texts(await place.without(() => resumeContest(id, person)))).toEqual(['old']);
  });

  it('who write into it are told of, and the user’s files are as they were', async () => {
    const { id } = await openOnly(
      place.asks([shell('a', 'echo x > code.txt; echo done')]),
      place.submitter(),
    );
    await place.without(() => resumeContest(id, place.host()));
    const events = await place.events(id);
    expect(events.find(({ type }) => type === 'folder.watched')).toMatchObject({
      changed: [{ path: 'code.txt' }],
    });
    expect(readFileSync(join(place.folder, 'code.txt'), 'utf8')).toBe('old\n');
  });

  it('are not asked again by another host that takes over', async () => {
    const told = place.beside('told');
    const waits = `cat code.txt; test -e ${told} || { touch ${told}; sleep 600; }`;
    const { id } = await openOnly(
      place.asks([shell('a', 'cat code.txt'), shell('b', waits)]),
      place.submitter(),
    );
    const stop = new AbortController();
    const first = place.without(() => resumeContest(id, place.host({ signal: stop.signal })));
    await until(
      async () => (await place.events(id)).some(({ type }) => type === 'attempt.ended') && existsSync(told),
    );
    stop.abort();
    expect(await first).toMatchObject({ state: 'interrupted' });
    const other = place.host({ host: 'h2', home: place.beside('other') });
    expect(await texts(await place.without(() => resumeContest(id, other)))).toEqual(['old', 'old']);
    const started = (await place.events(id)).flatMap((event) =>
      event.type === 'attempt.started' ? [`${event.contestant} ${event.host}`] : [],
    );
    expect(started.toSorted()).toEqual(['a h1', 'b h1', 'b h2']);
    expect(place.left('host')).not.toEqual([]);
    // Whoever plays there next clears away what was lost to another.
    const { id: next } = await openOnly(place.asks([shell('a', 'echo end')]), place.submitter());
    await resumeContest(next, place.host());
    expect(place.left('host')).toEqual([]);
  });

  it('leave nothing in their programs’ own state about a folder that is gone', async () => {
    const state = place.beside('state');
    const project = `mkdir -p "$CLAUDE_CONFIG_DIR/projects/$(printf %s "$PWD" | tr -c 'A-Za-z0-9' -)"`;
    const said = '{"type":"result","subtype":"success","is_error":false,"result":"hi"}';
    const claude = {
      name: 'claude',
      agent: 'claude',
      environment: { CLAUDE_CONFIG_DIR: state },
      settings: { command: ['/bin/sh', '-c', `${project}; echo '${said}'`] },
    };
    const environments = [{ CLAUDE_CONFIG_DIR: state }];
    const { id } = await openOnly(place.asks([claude]), place.submitter());
    const { settings } = place.host();
    await resumeContest(id, place.host({ settings: { ...settings, environments } }));
    expect(readdirSync(join(state, 'projects'))).toEqual([]);
  });

  it('play with values that this host has, and without them say where they are to be set', async () => {
    const shows = { ...shell('a', 'echo "$MINE"'), environment: { MINE: 'value of here' } };
    const { id } = await openOnly(place.asks([shows]), place.submitter());
    const { settings } = place.host();
    await resumeContest(id, place.host());
    expect((await place.events(id)).find(({ type }) => type === 'attempt.ended')).toMatchObject({
      reason: expect.stringContaining('MINE it was opened with is not known here: set it in the config'),
    });
    const { id: next } = await openOnly(place.asks([shows]), place.submitter());
    const environments = [{ MINE: 'there' }];
    const played = await resumeContest(next, place.host({ settings: { ...settings, environments } }));
    expect(await texts(played)).toEqual(['there']);
  });

  it('work in an empty folder where there is no repository, which is said', async () => {
    const plain = place.beside('plain');
    mkdirSync(plain);
    writeFileSync(join(plain, 'secret.txt'), 'mine\n');
    const here = place.submitter();
    const { id } = await openOnly(place.asks([shell('a', 'ls -A; echo end')], { cwd: plain }), here);
    expect(notesIn(here.seen)).toContainEqual(
      expect.stringMatching(/^Nothing of this folder travels: this folder is not in a git repository[.] /),
    );
    expect(await packedOf(id)).toEqual({});
    expect(await texts(await resumeContest(id, place.host()))).toEqual(['end']);
    expect(place.left('host')).toEqual([]);
  });

  it('never find the home folder of a user who keeps it in git', async () => {
    const machine = { ...place.submitter().machine, home: place.folder };
    const here = place.submitter({ machine });
    const { id } = await openOnly(place.asks([shell('a', 'echo end')]), here);
    expect(notesIn(here.seen).join('\n')).toContain('all of your home folder');
    expect(await packedOf(id)).toEqual({});
  });

  it('find nothing in a folder that joust made, whatever repository its home lies in', async () => {
    const home = join(place.folder, 'joust-home');
    const cwd = join(home, 'cells/c1');
    mkdirSync(cwd, { recursive: true });
    const { id } = await openOnly(place.asks([shell('a', 'echo end')], { cwd }), place.submitter({ home }));
    expect(await packedOf(id)).toEqual({});
  });

  it('need nothing of the folder where everybody is bare', async () => {
    const here = place.submitter();
    const { id } = await openOnly(
      place.asks([shell('a', 'ls -A; echo end')], {
        format: 'consult',
        options: { of: 'a', reviewers: ['a'], entries: [] },
      }),
      here,
    );
    expect(await packedOf(id)).toEqual({});
    expect(notesIn(here.seen).filter((text) => text.includes('travel'))).toEqual([]);
  });

  it('are not sent away to work in the user’s folder', async () => {
    const writing = place.asks([shell('a', 'echo end')], { tier: 'write' });
    await expect(openOnly(writing, place.submitter())).rejects.toThrow('it works in your folder');
  });
});

describe('a brief', () => {
  const brief = () => place.beside('brief');
  beforeEach(() => {
    const config = place.beside('config');
    for (const path of [join(brief(), 'raw'), config]) mkdirSync(path, { recursive: true });
    writeFileSync(
      join(brief(), 'brief.yaml'),
      'name: b\ncontestants: [ann]\noutputs: { required: [RESULT.md] }\n',
    );
    writeFileSync(join(brief(), 'BRIEF.md'), 'Write it.\n');
    writeFileSync(join(brief(), 'raw/facts.txt'), 'the facts\n');
    const script = 'mkdir -p out; cat BRIEF.md raw/facts.txt > out/RESULT.md; echo done';
    writeFileSync(
      join(config, 'config.toml'),
      `[contestants.ann]\nagent = "command"\ncommand = ["/bin/sh", "-c", "${script}"]\n`,
    );
  });

  it('is played from its record, and its folder is written by nobody but who follows it there', async () => {
    const machine = place.submitter().machine;
    const env = { ...machine.env, JOUST_CONFIG_DIR: place.beside('config') };
    const here = place.submitter({ machine: { ...machine, env } });
    const { request } = await readyBriefPlay({ folder: brief() }, here);
    const { id } = await openOnly(
      { ...request, pool: { label: 'default', kind: 'brief', protocol: 1 } },
      here,
    );
    expect(await packedOf(id)).toEqual({});
    expect(await resumeContest(id, place.host())).toMatchObject({ state: 'closed', outcome: 'ok' });
    expect(existsSync(join(brief(), 'work'))).toBe(false);
    expect(existsSync(join(brief(), 'status.json'))).toBe(false);
    expect(place.left('host')).toEqual([]);
    await keepFolderOf(id, here);
    expect(readFileSync(join(brief(), 'work/ann/out/RESULT.md'), 'utf8')).toBe('Write it.\nthe facts\n');
  });
});
