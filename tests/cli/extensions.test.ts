// Agents, check parsers and formats of a user's own: from the config, on record, and missing elsewhere.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { mcpClient } from '../setup/mcp-client.ts';
import { type Project, project, root } from '../setup/project.ts';
import { serve } from '../setup/served.ts';
import { until } from '../setup/until.ts';

const example = join(root, 'examples/library/extension.mjs');
const face = pathToFileURL(join(root, 'dist/index.js')).href;

/** Named in the user's config by its path. */
function extended(more = ''): Project {
  const place = project();
  place.config(`extensions = ["./mine.mjs"]\n${more}`);
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

  it('may be CommonJS, with all that require can do there', async () => {
    using place = project();
    place.config('extensions = ["./mine.cjs"]\n');
    const folder = place.env['JOUST_CONFIG_DIR'] ?? '';
    writeFileSync(
      join(folder, 'mine.cjs'),
      `require.resolve('./beside.cjs'); if (require.cache[__filename] === undefined) throw new Error('not kept');
      module.exports = require('./beside.cjs');`,
    );
    writeFileSync(
      join(folder, 'beside.cjs'),
      `console.error('beside', typeof require.main); exports.agents = [];`,
    );
    const { stderr } = await place.joustAlone(['ask', '-c', 'scripted', 'x']);
    expect(stderr).toContain('beside object');
  });

  it("brings a format with a command, its help, its keys and completion like one of joust's own", async () => {
    using place = extended('[relay]\nlaps = 2\n');
    expect((await place.joustAlone(['help'])).stdout).toMatch(/^ {2}relay +each goes on/m);
    expect((await place.joustAlone(['relay', '--help'])).stdout).toContain('--laps N');
    expect((await place.joustAlone(['relay', '-c', 'shout', 'hello'])).stdout).toContain('In the end: HELLO');
    expect((await place.joustAlone(['show', '--events'])).stdout).toContain('"laps":2');
    expect((await place.joustAlone(['show'])).stdout).toContain('In the end: HELLO');
    expect((await place.joustAlone(['export', '@last', 'out'])).code).toBe(0);
    expect(readFileSync(join(place.folder, 'out/report.md'), 'utf8')).toContain('In the end: HELLO');
    expect((await place.joustAlone(['relay', '--laps', '99', 'x'])).stderr).toContain(
      '--laps 99 is not allowed',
    );
    expect((await place.joustAlone(['config', 'set', 'relay.laps', '3', '--yes'])).code).toBe(0);
    expect((await place.joustAlone(['config', 'get', 'relay.laps'])).stdout).toBe('3\n');
    expect((await place.joustAlone(['completion', 'bash'])).stdout).toMatch(/"relay"\)\n[\s\S]+--laps\) /);
    expect((await place.joustAlone(['names', 'agent'])).stdout).toMatch(/^shout$/m);
    place.config('');
    const { code, stderr } = await place.joustAlone(['show']);
    expect([code, stderr]).toEqual([0, expect.stringContaining('mine.mjs, which is no extension here')]);
    expect((await place.joustAlone(['export', '@last', 'again'])).code).toBe(0);
    expect((await place.joustAlone(['relay', 'x'])).stderr).toContain('there is no command "relay"');
  });

  it('brings a format with a form in the browser, and a tool for other agents where it is named', async () => {
    using place = extended();
    await using served = await serve(place);
    const { body } = await served.get('/formats');
    const { settings, ...relay } = body.formats.at(-1);
    expect(relay).toMatchObject({ name: 'relay', group: 'ask', takes: 'prompt' });
    expect(settings).toMatchObject([{ name: 'laps', rule: { type: 'count', min: 1, max: 10 } }]);
    const request = { format: 'relay', prompt: 'hi', settings: { contestant: ['shout'], laps: 2 } };
    const { id } = (await served.post('/contests', request)).body;
    await until(async () => (await served.get(`/contests/${id}`)).body.state === 'closed');
    expect((await served.get(`/contests/${id}/result`)).body.result).toEqual({ type: 'relay', text: 'HI' });

    await using mcp = await mcpClient(place, { args: ['--tools', 'relay,ask'] });
    const { tools } = await mcp.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['ask', 'relay']);
    expect(tools[1]?.inputSchema.properties).toMatchObject({
      settings: { description: expect.stringContaining('laps') },
    });
    const { told } = await mcp.call('relay', {
      prompt: 'hello',
      contestants: ['shout'],
      settings: { laps: 2 },
    });
    expect(told).toMatchObject({ state: 'closed', result: { type: 'relay', text: 'HELLO' } });
  });

  it('reads what a check of a race prints', () => {
    using place = extended(
      '[race]\nfound = false\n[race.checks.test]\ncommand = "cat figures"\nparser = "good-bad"\nsignal = "tests"\n',
    );
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: place.folder });
    git('init', '-q');
    place.write('figures', '1 good, 3 bad\n');
    git('add', '.');
    git('commit', '-q', '-m', 'first');
    const said = program(
      place,
      `import { writeFileSync } from 'node:fs';
const writer = (name, text) => ({ name, play: ({ cwd }) => { writeFileSync(cwd + '/figures', text); return 'done'; } });
const { result } = await joust.race({ prompt: 'more', approve: true, contestants: [writer('some', '2 good, 2 bad\\n'), writer('all', '4 good, 0 bad\\n')] });
process.stdout.write(JSON.stringify([result.winner, result.score.inputs.map(({ name, tests }) => [name, tests])]));`,
    );
    expect(said).toEqual(['all', expect.arrayContaining([['some', { passed: 2, total: 4 }]])]);
  });

  it('is known where a brief is linted, made and added to', async () => {
    using place = extended();
    place.write('b/brief.yaml', 'name: b\ncontestants: [shout]\noutputs: { required: [RESULT.md] }\n');
    place.write('b/BRIEF.md', 'Write RESULT.md.\n');
    expect((await place.joustAlone(['brief', 'lint', 'b'])).stdout).not.toContain('shout');
    expect((await place.joustAlone(['brief', 'add', 'shout/loud', 'b'])).code).toBe(0);
    place.config('');
    expect((await place.joustAlone(['brief', 'lint', 'b'])).stdout).toContain('named "shout"');
  });

  it('of a project has its tables in the same file, and is shown with them before it is trusted', async () => {
    const config = 'extensions = ["./mine.mjs"]\n[relay]\nlaps = 2\n';
    using place = project({ '.joust/config.toml': config });
    mkdirSync(join(place.folder, '.git'));
    copyFileSync(example, join(place.folder, 'mine.mjs'));
    expect((await place.joustAlone(['relay', 'x'])).stderr).toContain('there is no command');
    expect((await place.joustAlone(['ask', '-c', 'scripted', 'x'])).stderr).toMatch(
      /ignored: extensions.*relay\.laps/,
    );
    expect((await place.joustAlone(['trust', '--yes'])).stdout).toContain('relay.laps = 2');
    expect((await place.joustAlone(['relay', '-c', 'shout', 'hello'])).stdout).toContain('In the end: HELLO');
    place.write('.joust/config.toml', config.replace('laps', 'lapz'));
    await place.joustAlone(['trust', '--yes']);
    expect((await place.joustAlone(['relay', '-c', 'shout', 'x'])).stderr).toContain('Did you mean laps?');
  });

  it('cannot bring what joust has: a format, a command, a table of the config', async () => {
    using place = extended();
    const brings = (name: string, key: string) =>
      place.write(
        '../config/mine.mjs',
        `export const extend = ({ defineFormat, setting, z }) => defineFormat({ name: '${name}', version: 1,
  about: { summary: 's', group: 'ask', takes: 'prompt' }, options: z.strictObject({}), setUp: () => ({ options: {} }),
  request: z.strictObject({ a: setting({ type: 'switch' }, { help: 'h', config: '${key}' }) }), expects: () => [], play: () => ({}) });`,
      );
    const said = async (name: string, key: string) => {
      brings(name, key);
      return (await place.joustAlone(['nothing'])).stderr;
    };
    expect(await said('vote', 'vote.a')).toContain('there is a format "vote" already');
    expect(await said('list', 'list.a')).toContain('a format named list, which is a command of joust');
    expect(await said('budget', 'budget.a')).toContain('has a table budget already');
    expect(await said('mine', 'budget.max_usd')).toContain('has the config key budget.max_usd');
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
