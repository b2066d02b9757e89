// joust ask end to end: who plays, with what environment, what is watched, recorded and ended.
import { chmodSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { listProcesses } from '../../src/process/tree/process-list.ts';
import { finished, project } from '../setup/project.ts';
import { until } from '../setup/until.ts';
import { ended } from './output-lines.ts';

describe('contestants', () => {
  it('get names of their own when there are copies, and leave when excluded', async () => {
    using place = project();
    place.config('[contestants.other]\nagent = "scripted"\nmodel = "quick"\n');
    const args = ['ask', '--json', '-c', 'scripted/quick*2', '-c', 'other', '-x', 'other', 'hi'];
    const { stdout } = await place.joust(args);
    expect(
      ended(stdout)
        .map(({ contestant }) => contestant)
        .sort(),
    ).toEqual(['scripted/quick#1', 'scripted/quick#2']);
  });

  it('may not write in one folder together unless that is said aloud', async () => {
    using place = project();
    const refused = await place.joust(['ask', '--write', '-c', 'scripted/quick*2', 'hi']);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('--in-place');
    expect((await place.joust(['ask', '--write', '--in-place', '-c', 'scripted/quick*2', 'hi'])).code).toBe(
      0,
    );
    expect((await place.joust(['ask', '--write', '-c', 'scripted/quick', 'hi'])).code).toBe(0);
  });

  it('that are named and not installed stop it before anything is on record', async () => {
    using place = project();
    place.config('[contestants.ghost]\nagent = "command"\ncommand = ["no-such-program"]\n');
    const refused = await place.joust(['ask', '-c', 'ghost', '-c', 'scripted/quick', 'hi']);
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toContain('ghost cannot play: no-such-program is not installed');
    expect((await place.joust(['list'])).stdout).not.toContain('ask');
  });

  it('of the config are candidates, those who are not there take no line each, and a question needs no command', async () => {
    using place = project();
    place.config('[contestants.mine]\nagent = "scripted"\nmodel = "quick"\n');
    const env = { PATH: '/usr/bin:/bin' };
    const { code, stdout, stderr } = await place.joust(['who plays here?'], { env });
    expect(code).toBe(0);
    expect(stdout).toContain('## mine · simulated · ok');
    expect(stderr).toContain('Only mine can play here; joust doctor shows who else could.');
    expect(stderr).not.toContain('installed');
    expect((await place.joust(['-c', 'mine', 'one'], { env })).stdout).toContain('## mine');
  });

  it('see no variable that is not on the list, and no key under a subscription', async () => {
    using place = project();
    const stub = place.write(
      'bin/codex',
      '#!/bin/sh\nif [ "$1" = login ]; then echo "Logged in using ChatGPT" >&2; exit 0; fi\nenv >"$HOME/env.txt"\n',
    );
    chmodSync(stub, 0o755);
    place.config('[agents.codex]\nauth = "subscription"\n');
    const env = {
      PATH: `${join(place.folder, 'bin')}:${place.env['PATH']}`,
      OPENAI_API_KEY: 'sk-secret-value-1',
      CODEX_API_KEY: 'sk-secret-value-2',
      MY_PASSWORD: 'hunter2hunter2',
    };
    await place.joust(['ask', '-c', 'codex', 'hi'], { env });
    const seen = readFileSync(join(place.env['HOME'] ?? '', 'env.txt'), 'utf8');
    expect(seen).toContain(`HOME=${place.env['HOME']}`);
    expect(seen).not.toMatch(/sk-secret|hunter2|OPENAI_API_KEY|CODEX_API_KEY/);
  });

  it('without a login fail loudly where a subscription was demanded, and nothing is started', async () => {
    using place = project();
    const stub = place.write(
      'bin/codex',
      '#!/bin/sh\nif [ "$1" = login ]; then echo "Not logged in" >&2; exit 1; fi\n[ "$1" = --version ] || touch "$HOME/started"\n',
    );
    chmodSync(stub, 0o755);
    place.config('[agents.codex]\nauth = "subscription"\n');
    const env = {
      PATH: `${join(place.folder, 'bin')}:${place.env['PATH']}`,
      OPENAI_API_KEY: 'sk-secret-value-1',
    };
    const { code, stdout } = await place.joust(['ask', '-c', 'codex', 'hi'], { env });
    expect(code).toBe(1);
    expect(stdout).toMatch(/codex.* · unauthenticated[\s\S]*auth = subscription forbids a key/);
    expect(existsSync(join(place.env['HOME'] ?? '', 'started'))).toBe(false);
  });
});

describe('the read tier', () => {
  it('reports a change loudly and names who reported the write', async () => {
    using place = project({
      'writer.json': JSON.stringify({ steps: [{ edit: 'sub/new.txt', content: 'x' }, { say: 'done' }] }),
      'kept.txt': 'as it was',
    });
    const { code, stderr } = await place.joust([
      'ask',
      '-c',
      'scripted/./writer.json',
      '-c',
      'scripted/quick',
      'hi',
    ]);
    expect(code).toBe(0);
    expect(stderr).toMatch(/WARNING: 1 file changed here while contestants were only to read/);
    expect(stderr).toContain('created sub/new.txt');
    expect(stderr).toContain('scripted/./writer.json wrote sub/new.txt');
    expect(stderr).not.toContain('kept.txt');
  });

  it('names nobody for a write that no tool event shows', async () => {
    using place = project({ 'kept.txt': 'as it was' });
    place.config(
      '[contestants.sneaky]\nagent = "command"\ncommand = ["sh", "-c", "echo more >>kept.txt; echo ok"]\n',
    );
    const { stderr } = await place.joust(['ask', '-c', 'sneaky', 'hi']);
    expect(stderr).toContain('modified kept.txt');
    expect(stderr).toContain('No contestant reported the write');
  });
});

describe('the ledger', () => {
  it('has every attempt when the command ends, and no secret', async () => {
    using place = project();
    place.config(
      '[contestants.leaky]\nagent = "command"\ncommand = ["sh", "-c", "echo key $SECRET_KEY; printf ghp_; echo 0123456789012345678901234567890123456789; echo $SECRET_KEY >&2"]\n\n[env]\npass = ["SECRET_KEY"]\n',
    );
    const { stdout } = await place.joust(['ask', '-c', 'leaky', '-c', 'scripted/quick', 'hi'], {
      env: { SECRET_KEY: 'very-secret-value' },
    });
    expect(stdout).toContain('key [redacted SECRET_KEY]');
    const db = new DatabaseSync(join(place.home, 'ledger.db'), { timeout: 5000 });
    const types = db
      .prepare('SELECT type FROM events ORDER BY seq')
      .all()
      .map(({ type }) => type);
    expect(types.filter((type) => type === 'attempt.ended')).toHaveLength(2);
    expect(types.at(-1)).toBe('contest.closed');
    db.close();
    for (const file of readdirSync(place.home).filter((name) => name.startsWith('ledger.db'))) {
      const raw = readFileSync(join(place.home, file), 'latin1');
      expect(raw).not.toMatch(/very-secret-value|ghp_0123/);
    }
    expect(readdirSync(join(place.home, 'spools'))).toEqual([]);
    expect(statSync(place.home).mode & 0o077).toBe(0);
  });
});

describe('Ctrl-C', () => {
  it('ends every child before joust exits, with 130', async () => {
    using place = project({
      'stubborn.json': JSON.stringify({
        rate: 1000,
        steps: [{ ignoreTerm: true }, { daemon: 300 }, { say: 'half' }, { hang: true }],
      }),
    });
    const child = place.start(['ask', '-c', 'scripted/./stubborn.json', '-c', 'scripted/hang', 'hi']);
    const done = finished(child);
    const mine = () =>
      listProcesses().filter(
        ({ pid }) =>
          environment(pid).includes(`JOUST_HOME=${place.home}`) || environment(pid).includes(place.home),
      );
    await until(() => mine().length >= 6);
    await sleep(500);
    child.kill('SIGINT');
    const { code, stderr } = await done;
    expect(code).toBe(130);
    expect(stderr).toContain('Interrupted');
    expect(mine()).toEqual([]);
    expect(readdirSync(join(place.home, 'spools'))).toEqual([]);
  });
});

describe('joust inside joust', () => {
  it('stops at a depth', async () => {
    using place = project();
    const { code, stderr } = await place.joust(['ask', '-c', 'scripted', 'hi'], {
      env: { JOUST_DEPTH: '2' },
    });
    expect(code).toBe(2);
    expect(stderr).toContain('JOUST_DEPTH');
  });
});

function environment(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1') + readFileSync(`/proc/${pid}/cmdline`, 'latin1');
  } catch {
    return '';
  }
}
