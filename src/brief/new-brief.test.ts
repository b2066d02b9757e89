// A new brief: its folder is whole or not there, and every template is one that can be played and lints clean.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { described } from '../domain/settings/setting.ts';
import { type Machine, thisMachine } from '../process/machine.ts';
import { readBrief } from './brief-folder.ts';
import { newBrief, templateNames } from './new-brief.ts';
import { briefNew } from './operations/brief-new.ts';

let place: string;
const machine = (more: Partial<Machine> = {}): Machine => ({
  ...thisMachine(),
  cwd: place,
  home: place,
  env: { JOUST_HOME: join(place, '.data'), JOUST_CONFIG_DIR: join(place, '.config'), PATH: '' },
  now: () => new Date('2026-03-01T23:30:00Z'),
  timeZone: () => 'Europe/Berlin',
  ...more,
});
const made = (name: string, { template = 'hello', contestants = ['claude', 'codex'] } = {}) =>
  newBrief({ name, template, contestants }, machine());

beforeEach(() => {
  place = realpathSync(mkdtempSync(join(tmpdir(), 'joust-new-')));
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

describe('a new brief', () => {
  it('has the day where its maker sits before its name, once', async () => {
    expect((await made('landing')).folder).toBe('260302-landing');
    expect((await made('250101-old')).folder).toBe('250101-old');
    const { name, contestants, task, judgeBrief, raw } = readBrief(join(place, '260302-landing'), machine());
    expect({ name, names: contestants.map((one) => one.name) }).toEqual({
      name: '260302-landing',
      names: ['claude', 'codex'],
    });
    expect(task.length).toBeGreaterThan(100);
    expect(judgeBrief?.length).toBeGreaterThan(100);
    expect(raw).toEqual([]);
    expect(readdirSync(join(place, '260302-landing', 'raw'))).toEqual(['.gitkeep']);
  });

  it('takes names of its own and models as they are', async () => {
    await made('x', { contestants: ['a=claude/opus', 'claude/sonnet', 'd=dummy'] });
    const { contestants } = readBrief(join(place, '260302-x'), machine());
    expect(contestants.map(({ name }) => name)).toEqual(['a', 'claude/sonnet', 'd']);
  });

  it('runs what its maker named', async () => {
    await made('x', { contestants: ['scripted/play.yaml', 'claude'] });
    expect(readBrief(join(place, '260302-x'), machine()).contestants).toHaveLength(2);
  });

  it('can be played where nobody is installed: simulated, and said so', async () => {
    const { contestants, notes } = await made('x', { contestants: [] });
    expect(contestants).toEqual(['one=dummy', 'two=dummy']);
    expect(notes.join()).toMatch(/simulated/);
    expect(readBrief(join(place, '260302-x'), machine()).contestants).toHaveLength(2);
  });

  it.each([
    [{ name: '../x' }, /is no name for a brief/],
    [{ name: 'x', template: 'desing' }, /there is no template "desing"/],
    [{ name: 'x', contestants: ['cloude'] }, /there is no agent or contestant named "cloude"/],
    [{ name: 'x', contestants: ['claude', 'claude'] }, /two of the name claude/],
    [{ name: 'x', contestants: ['triad'] }, /no flavor triad/],
    [{ name: 'x', contestants: ['claude*2'] }, /is not allowed|expected a contestant/],
  ])('is refused, and nothing is left behind: %j', async ({ name, ...more }, why) => {
    await expect(made(name, more)).rejects.toThrow(why);
    expect(readdirSync(place).filter((one) => !one.startsWith('.config') && one !== '.data')).toEqual([]);
  });

  it('never takes the place of anything, not even of an empty folder', async () => {
    mkdirSync(join(place, '260302-x'));
    await expect(made('x')).rejects.toThrow(/260302-x is there already/);
    expect(readdirSync(join(place, '260302-x'))).toEqual([]);
  });
});

describe('the templates', () => {
  it('are those the command offers', () => {
    const { template } = briefNew.input.shape;
    expect([...(described(template)?.complete ?? [])].toSorted()).toEqual(templateNames());
    expect(templateNames()).toHaveLength(6);
  });

  it.each(templateNames())('%s can be read, needs no trust, and says what it is', async (template) => {
    const { folder } = await made('t', { template });
    const brief = readBrief(join(place, folder), machine());
    expect(brief).toMatchObject({ template, name: '260302-t' });
    expect(brief.rubric?.dimensions.length).toBeGreaterThan(2);
    expect(brief.required.length).toBeGreaterThan(0);
    expect(readFileSync(join(place, folder, 'brief.yaml'), 'utf8')).not.toContain('PLACEHOLDER');
    expect(existsSync(join(place, folder, 'raw'))).toBe(true);
  });
});
