// A brief's folder: what is read of it, what is refused by name, and what nobody trusted.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { builtInScripts } from '../agents/scripted/script.ts';
import { allow, disallow, reviewTrust } from '../operations/trust/project-trust.ts';
import { thisMachine } from '../process/machine.ts';
import { readBrief } from './brief-folder.ts';

let place: string;
let folder: string;
const machine = () => ({
  ...thisMachine(),
  cwd: folder,
  env: { JOUST_HOME: join(place, 'home'), JOUST_CONFIG_DIR: join(place, 'config') },
});
const put = (path: string, content: string) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
};
const read = () => readBrief(folder, machine());

beforeEach(() => {
  place = realpathSync(mkdtempSync(join(tmpdir(), 'joust-brief-')));
  folder = join(place, '260101-x');
  mkdirSync(folder);
  put('brief.yaml', 'name: x\ncontestants: [claude, d=dummy]\n');
  put('BRIEF.md', 'Do it.\n');
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

describe('a folder', () => {
  it('is read with its texts and its raw material', () => {
    put('JUDGE_BRIEF.md', 'Score it.\n');
    put('raw/b/notes.txt', 'notes');
    put('raw/a.sh', 'exit 0');
    chmodSync(join(folder, 'raw/a.sh'), 0o755);
    put('raw/.git/config', 'x');
    put('raw/node_modules/m/index.js', 'x');
    const brief = read();
    expect(brief).toMatchObject({ name: 'x', folder, task: 'Do it.\n', judgeBrief: 'Score it.\n' });
    expect(
      brief.raw.map(({ content, ...rest }) => ({ ...rest, text: Buffer.from(content()).toString() })),
    ).toEqual([
      { path: 'raw/a.sh', mode: '100755', bytes: 6, text: 'exit 0' },
      { path: 'raw/b/notes.txt', mode: '100644', bytes: 5, text: 'notes' },
    ]);
    expect(brief.leftOut).toEqual(['raw/.git', 'raw/node_modules']);
  });

  it('may be named by a link, by its file, and needs no raw material', () => {
    symlinkSync(folder, join(place, 'link'));
    expect(readBrief(join(place, 'link'), machine()).folder).toBe(folder);
    expect(readBrief(join(folder, 'brief.yaml'), machine()).raw).toEqual([]);
  });

  it.each([
    ['brief.yaml', /is no brief: it holds no brief\.yaml/],
    ['BRIEF.md', /BRIEF\.md is not there/],
  ])('is none without %s', (name, why) => {
    rmSync(join(folder, name));
    expect(read).toThrow(why);
  });

  it('is none that is not there, says nothing, or is no text', () => {
    expect(() => readBrief(join(place, 'nothing'), machine())).toThrow(/there is no folder .*nothing/);
    put('BRIEF.md', ' \n');
    expect(read).toThrow(/BRIEF\.md is empty/);
    writeFileSync(join(folder, 'BRIEF.md'), new Uint8Array([0xff, 0xfe, 0x00]));
    expect(read).toThrow(/is not UTF-8/);
  });
});

describe('refused by name is', () => {
  it('a link, a pipe, a device', () => {
    put('raw/x', 'x');
    for (const [name, make, why] of [
      ['raw/link', () => symlinkSync('x', join(folder, 'raw/link')), 'it is a link'],
      ['raw/up', () => symlinkSync('../..', join(folder, 'raw/up')), 'it is a link'],
      ['raw/zero', () => symlinkSync('/dev/zero', join(folder, 'raw/zero')), 'it is a link'],
      ['raw/pipe', () => execFileSync('mkfifo', [join(folder, 'raw/pipe')]), 'it is a pipe'],
    ] as const) {
      make();
      expect(read).toThrow(`${folder}/${name} cannot be handed out: ${why}`);
      rmSync(join(folder, name));
    }
    read();
  });

  it('a link in the place of a text, or of raw itself', () => {
    for (const name of ['brief.yaml', 'BRIEF.md', 'JUDGE_BRIEF.md', 'raw']) {
      rmSync(join(folder, name), { force: true });
      symlinkSync('/etc/hostname', join(folder, name));
      expect(read, name).toThrow(`${folder}/${name} cannot be handed out: it is a link`);
      rmSync(join(folder, name));
      put('brief.yaml', 'name: x\ncontestants: [claude]\n');
      put('BRIEF.md', 'x');
    }
  });

  it('what is too large, without reading it', () => {
    put('raw/large', '');
    truncateSync(join(folder, 'raw/large'), 2_000_000_000);
    expect(read).toThrow(/raw\/large cannot be handed out: it has 2(?:\.0)? ?GB, over 50/);
    rmSync(join(folder, 'raw/large'));
    for (const at of [1, 2, 3, 4, 5, 6]) {
      put(`raw/part${at}`, '');
      truncateSync(join(folder, `raw/part${at}`), 49_000_000);
    }
    expect(read).toThrow(/raw cannot be handed out: its files are over 256/);
  });

  it('a name that cannot be seen', () => {
    put('raw/a\u202eb', 'x');
    expect(read).toThrow(/its name has characters/);
  });
});

describe('trust', () => {
  const running = 'name: x\ncontestants:\n  - { name: own, agent: command, command: [sh, ./run.sh] }\n';

  it('is asked for before anything runs, and ends when a file it names changes', () => {
    put('brief.yaml', running);
    put('run.sh', 'echo one');
    expect(read).toThrow(
      /brief\.yaml: it is not trusted, and it asks for:\n {2}line 3: own: command sh \.\/run\.sh/,
    );
    const review = reviewTrust({ machine: machine(), cwd: place, path: folder });
    expect(review).toMatchObject({ path: join(folder, 'brief.yaml'), why: 'it is not trusted' });
    expect(review.lines).toEqual(['line 3: own: command sh ./run.sh  # it runs a program']);
    expect(Object.keys(review.files)).toEqual(['run.sh']);
    allow(machine(), review);
    expect(read().contestants[0]?.name).toBe('own');
    put('run.sh', 'echo two');
    expect(read).toThrow(/not trusted any more, for run\.sh, which it names, changed/);
    put('run.sh', 'echo one');
    read();
    put('brief.yaml', `${running}timeout: 5m\n`);
    expect(read).toThrow(/not trusted any more, for it changed/);
  });

  it('is asked for where a model becomes part of a program of the user’s own', () => {
    mkdirSync(join(place, 'config'));
    writeFileSync(
      join(place, 'config', 'config.toml'),
      '[agents.tool]\nuses = "command"\ncommand = ["sh", "-c", "{model}"]\n[contestants.play]\nagent = "scripted"\n',
    );
    for (const spec of ['tool/evil', 'play/evil.yaml', 'x=tool/evil']) {
      put(
        'brief.yaml',
        `name: x\ncontestants:\n  - ${spec.startsWith('x=') ? '{ name: x, agent: tool, model: evil }' : spec}\n`,
      );
      expect(read, spec).toThrow(/its model runs a program/);
    }
    put('brief.yaml', 'name: x\ncontestants: [tool, play]\n');
    read();
  });

  it('is taken back, also where the folder is gone', () => {
    put('brief.yaml', running);
    allow(machine(), reviewTrust({ machine: machine(), cwd: folder }));
    rmSync(folder, { recursive: true });
    expect(disallow({ machine: machine(), cwd: place, path: join(folder, 'brief.yaml') }).done).toBe(true);
  });

  it('is not needed where nothing runs that users do not have', () => {
    expect(reviewTrust({ machine: machine(), cwd: folder }).lines).toEqual([]);
    read();
    for (const name of ['dummy', 'judge', 'default']) expect(builtInScripts, name).toHaveProperty(name);
  });
});
