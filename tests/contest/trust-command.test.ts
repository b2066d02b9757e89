// joust trust: what it enables, lists and takes back.
import { describe, expect, it } from 'vitest';
import { runLine } from '../fixtures/command-run.ts';
import { type ConfigPlace, configPlace } from '../fixtures/config-place.ts';

const trust = (place: ConfigPlace, ...words: readonly string[]) =>
  runLine(['trust', ...words], place.machine());

describe('joust trust', () => {
  it('shows what it enables, trusts it, lists it and takes it back', async () => {
    using place = configPlace();
    place.write(place.projectFile, 'num = 2\n[agents.claude]\ncommand = ["./claude\\u001b[2J"]\n');
    const asked = `${place.projectFile} asks for:\n  line 3: agents.claude.command = ["./claude\\u001b[2J"]  # it runs a program\n`;
    expect(await trust(place, '--show')).toEqual({ code: 0, out: asked, notes: '' });
    await expect(trust(place)).rejects.toThrow('there is no terminal to ask on');
    expect((await trust(place, '--list')).notes).toBe('No project is trusted.');
    expect(await trust(place, '--yes')).toMatchObject({ code: 0, out: asked });
    expect((await trust(place)).notes).toContain('trusted before');
    expect((await trust(place, '--list')).out).toContain(`${place.projectFile}  `);
    expect((await trust(place, '--revoke', '.')).notes).toContain('no longer trusted');
    expect((await trust(place, '--revoke')).code).toBe(1);
    expect((await trust(place, '--list')).notes).toBe('No project is trusted.');
  });

  it('asks nothing about a file that needs no trust, and names the place where it looked', async () => {
    using place = configPlace();
    await expect(trust(place)).rejects.toMatchObject({ code: 'not-found' });
    place.write(place.projectFile, 'num = 2\n');
    expect((await trust(place, place.projectFile)).notes).toContain('asks for nothing that needs trust');
    await expect(trust(place, '--list', '--revoke')).rejects.toMatchObject({ code: 'usage' });
    await expect(trust(place, '--list', 'PATH')).rejects.toMatchObject({ code: 'usage' });
  });
});
