// Agents, check parsers and formats of a user's own: from the config, on record, and missing elsewhere.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type Project, project, root } from '../setup/project.ts';

const example = join(root, 'examples/library/extension.mjs');
const face = pathToFileURL(join(root, 'dist/index.js')).href;

/** Named in the user's config by its path. */
function extended(): Project {
  const place = project();
  place.config('extensions = ["./mine.mjs"]\n');
  copyFileSync(example, join(place.env['JOUST_CONFIG_DIR'] ?? '', 'mine.mjs'));
  return place;
}

function program(place: Project, body: string): unknown {
  const path = place.write('program.mjs', `import * as joust from ${JSON.stringify(face)};\n${body}`);
  const options = { cwd: place.folder, env: place.env, encoding: 'utf8' } as const;
  return JSON.parse(execFileSync(process.execPath, [path], options));
}

describe('an extension of the config', () => {
  it('brings an agent that plays like any other, and a contest says what is missing without it', async () => {
    using place = extended();
    expect((await place.joustAlone(['ask', '-c', 'shout', 'hello'])).stdout).toContain('HELLO');
    expect((await place.joustAlone(['resume', '@last'])).stdout).toContain('HELLO');
    place.config('');
    const { code: refused, stderr } = await place.joustAlone(['resume', '@last']);
    expect(refused).toBe(2);
    expect(stderr).toContain('mine.mjs, which is no extension here');
  });

  it('brings a format, played and told again from its record', () => {
    using place = extended();
    const said = program(
      place,
      `const b = { name: 'b', play: async ({ prompt }) => prompt + '!' };
const bad = await joust.play('relay', { prompt: 'go', contestants: [b], laps: 99 }).result.catch(({ message }) => message);
const { id, result } = await joust.play('relay', { prompt: 'go', contestants: ['shout', b], laps: 2 });
const again = await joust.contestResult({ machine: joust.currentMachine(), home: joust.homeOf(joust.currentMachine()) }, id);
process.stdout.write(JSON.stringify([bad, result.text, again.result.text, again.document[0].lines]));`,
    );
    expect(said).toEqual([expect.stringContaining('laps'), 'GO!!', 'GO!!', ['In the end: GO!!']]);
  });

  it('of a project is not loaded before it is trusted', async () => {
    using place = project({ '.joust/config.toml': 'extensions = ["./mine.mjs"]\n' });
    mkdirSync(join(place.folder, '.git'));
    copyFileSync(example, join(place.folder, 'mine.mjs'));
    const before = await place.joustAlone(['ask', '-c', 'shout', 'hello']);
    expect(before.code).toBe(2);
    expect(before.stderr).toContain('there is no agent or contestant named "shout"');
    expect(before.stderr).toContain('ignored: extensions (line 1). Run `joust trust`');
    expect((await place.joustAlone(['trust', '--yes'])).code).toBe(0);
    expect((await place.joustAlone(['ask', '-c', 'shout', 'hello'])).stdout).toContain('HELLO');
    place.write('mine.mjs', 'throw new Error("changed");\n');
    const changed = await place.joustAlone(['ask', '-c', 'shout', 'hello']);
    expect(changed.stderr).toContain('mine.mjs, which it names, changed');
  });

  it('that is not there, or brings nothing, is said before anything is played', async () => {
    using place = project();
    place.config('extensions = ["joust-agent-nowhere"]\n');
    expect((await place.joustAlone(['ask', '-c', 'scripted', 'x'])).stderr).toContain(
      'there is no extension joust-agent-nowhere',
    );
    const folder = join(place.env['JOUST_CONFIG_DIR'] ?? '', 'node_modules/joust-agent-nowhere');
    mkdirSync(folder, { recursive: true });
    place.write(
      '../config/node_modules/joust-agent-nowhere/package.json',
      '{"exports":{"import":"./x.mjs"}}',
    );
    place.write('../config/node_modules/joust-agent-nowhere/x.mjs', 'export const nothing = 1;');
    expect((await place.joustAlone(['ask', '-c', 'scripted', 'x'])).stderr).toContain('brings nothing');
  });
});
