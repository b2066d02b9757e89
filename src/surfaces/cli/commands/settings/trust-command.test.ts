// joust trust: what it enables, lists and takes back.
import { describe, expect, it } from 'vitest';
import { type ConfigPlace, configPlace } from '../../../../../tests/fixtures/config-place.ts';
import { type TrustOptions, trustCommand } from './trust-command.ts';

async function trust(place: ConfigPlace, options: Partial<TrustOptions> = {}, answer = false) {
  let out = '';
  const notes: string[] = [];
  const world = {
    machine: place.machine(),
    out: (text: string) => {
      out += text;
    },
    note: (text: string) => notes.push(text),
    ask: async (question: string) => {
      notes.push(question);
      return answer;
    },
  };
  const usual = { list: false, revoke: false, show: false, yes: false };
  const code = await trustCommand({ ...usual, ...options }, world);
  return { code, out, notes: notes.join('\n') };
}

describe('joust trust', () => {
  it('shows what it enables, trusts it, lists it and takes it back', async () => {
    using place = configPlace();
    place.write(place.projectFile, 'num = 2\n[agents.claude]\ncommand = ["./claude\\u001b[2J"]\n');
    const asked = `${place.projectFile} asks for:\n  line 3: agents.claude.command = ["./claude\\u001b[2J"]  # it runs a program\n`;
    expect(await trust(place, { show: true })).toEqual({ code: 0, out: asked, notes: '' });
    expect(await trust(place)).toEqual({
      code: 1,
      out: asked,
      notes: `Trust ${place.projectFile} with this?\nIt is not trusted.`,
    });
    expect((await trust(place, { list: true })).notes).toBe('No project is trusted.');
    expect(await trust(place, {}, true)).toMatchObject({ code: 0, out: asked });
    expect((await trust(place)).notes).toContain('trusted before');
    expect((await trust(place, { revoke: true })).code).toBe(0);
    expect(await trust(place, { yes: true })).toMatchObject({ code: 0, out: asked });
    expect((await trust(place, { list: true })).out).toContain(`${place.projectFile}  `);
    expect((await trust(place, { revoke: true, path: '.' })).notes).toContain('no longer trusted');
    expect((await trust(place, { revoke: true })).code).toBe(1);
    expect((await trust(place, { list: true })).notes).toBe('No project is trusted.');
  });

  it('has nothing to do where nothing needs trust, and says where it looked', async () => {
    using place = configPlace();
    await expect(trust(place)).rejects.toMatchObject({ code: 'not-found' });
    place.write(place.projectFile, 'num = 2\n');
    expect((await trust(place, { path: place.projectFile })).notes).toContain(
      'asks for nothing that needs trust',
    );
    await expect(trust(place, { list: true, revoke: true })).rejects.toMatchObject({ code: 'usage' });
  });
});
