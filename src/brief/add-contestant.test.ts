// One more contestant: brief.yaml keeps its comments and its layout, and whoever cannot play is refused before.
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { allow, reviewTrust } from '../operations/trust/project-trust.ts';
import { thisMachine } from '../process/machine.ts';
import { addContestant } from './add-contestant.ts';
import { readBrief } from './brief-folder.ts';

let folder: string;
const machine = () => ({
  ...thisMachine(),
  cwd: folder,
  home: folder,
  env: { JOUST_HOME: join(folder, '.data'), JOUST_CONFIG_DIR: join(folder, '.config') },
});
const yaml = () => readFileSync(join(folder, 'brief.yaml'), 'utf8');
const write = (text: string) => writeFileSync(join(folder, 'brief.yaml'), text);
const add = (spec: string) => addContestant(folder, spec, machine());

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'joust-add-')));
  writeFileSync(join(folder, 'BRIEF.md'), 'x');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it.each([
  [
    'name: x\ncontestants: # who\n  - claude   # the first\n\n# more\ntimeout: 5m\n',
    'name: x\ncontestants: # who\n  - claude   # the first\n  - b=codex\n\n# more\ntimeout: 5m\n',
  ],
  ['name: x\ncontestants: [claude]  # all', 'name: x\ncontestants: [claude, b=codex]  # all'],
  ['contestants:\n- claude\nname:   "x"', 'contestants:\n- claude\n- b=codex\nname:   "x"'],
  ['name: x\ncontestants:\n  - claude', 'name: x\ncontestants:\n  - claude\n  - b=codex\n'],
  [
    'name: x\r\nparticipants:\r\n  - name: a\r\n    flavor: claude\r\n    # slow\r\n\r\ntimeout_s: 3\r\n',
    'name: x\r\nparticipants:\r\n  - name: a\r\n    flavor: claude\r\n  - b=codex\r\n    # slow\r\n\r\ntimeout_s: 3\r\n',
  ],
  [
    'participants: [\n  {name: a, flavor: claude},\n]\nname: x',
    'participants: [\n  {name: a, flavor: claude}, b=codex,\n]\nname: x',
  ],
])('stands behind the last one: %j', async (before, after) => {
  write(before);
  expect(await add('b=codex')).toBe('b');
  expect(yaml()).toBe(after);
  expect(readBrief(folder, machine()).contestants.at(-1)?.play?.agent).toBe('codex');
});

it('is refused where it is there already, or nobody knows it; nothing is changed', async () => {
  const text = 'name: x\ncontestants: [claude]\n';
  write(text);
  await expect(add('claude')).rejects.toThrow(/two of the name claude/);
  await expect(add('cloude')).rejects.toThrow(/no agent or contestant named "cloude"/);
  await expect(add('x=cloude')).rejects.toThrow(/no agent "cloude"/);
  await expect(add('triad')).rejects.toThrow(/no flavor triad/);
  await expect(add('a]\nimage: x')).rejects.toThrow();
  expect(yaml()).toBe(text);
});

it('leaves trust as it was: what the user adds is the user’s own', async () => {
  write('name: x\ncontestants: [{name: a, agent: command, command: [sh, -c, "true"]}]\n');
  await add('claude');
  expect(() => readBrief(folder, machine())).toThrow(/not trusted/);
  allow(machine(), reviewTrust({ machine: machine(), cwd: folder }));
  await add('codex');
  expect(readBrief(folder, machine()).contestants).toHaveLength(3);
  write('name: x\ncontestants: [claude]\n');
  await add('scripted/play.yaml');
  expect(readBrief(folder, machine()).contestants).toHaveLength(2);
});
