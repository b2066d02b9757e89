// The built package as a program uses it: what protects a person at a terminal protects a program.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type Project, project } from '../setup/project.ts';

const face = pathToFileURL(join(import.meta.dirname, '../../dist/index.js')).href;

/** Runs a module that has `joust`, `world` and `tell`, and gives back what it told. */
function told(place: Project, body: string): unknown {
  const path = place.write(
    'program.mjs',
    `import * as joust from ${JSON.stringify(face)};
const machine = joust.currentMachine();
const world = { machine, home: joust.homeOf(machine), signal: new AbortController().signal, observe: () => undefined };
const tell = (value) => process.stdout.write(JSON.stringify(value));
const start = async (asked) => {
  const ready = await joust.readyContest({ cwd: machine.cwd, ...asked }, world);
  return await joust.playContest(ready.request, { ...world, ...ready.world });
};
${body}`,
  );
  const said = execFileSync(process.execPath, [path], {
    cwd: place.folder,
    env: place.env,
    encoding: 'utf8',
  });
  return JSON.parse(said);
}

const failure = `const failure = (error) => ({ name: error.name, code: error.code, message: error.message });`;
const quick = `contestant: ['scripted/quick', 'scripted/careful']`;

describe('a program', () => {
  it('starts a contest and gets what it came to, from the record too', () => {
    using place = project();
    const came = told(
      place,
      `const { contest, result } = await start({ format: 'vote', prompt: 'yes?', settings: { ${quick}, judge: 'none' } });
tell([result.type, (await joust.contestResult(world, contest)).result.type]);`,
    );
    expect(came).toEqual(['vote', 'vote']);
  });

  it.each([
    [
      'a setting that is none',
      `{ format: 'vote', prompt: 'x', settings: { ${quick}, rounds: 3 } }`,
      'no setting rounds',
    ],
    [
      'a value that is none',
      `{ format: 'debate', prompt: 'x', settings: { ${quick}, rounds: 'many' } }`,
      'rounds',
    ],
    [
      'two who would write in one folder',
      `{ format: 'ask', prompt: 'x', settings: { ${quick}, write: true } }`,
      'would write',
    ],
    [
      'an arena of three',
      `{ format: 'arena', prompt: 'x', settings: { contestant: ['scripted*3'] } }`,
      'an arena is between two',
    ],
    ['no prompt', `{ format: 'ask', settings: { ${quick} } }`, 'there is no prompt'],
  ])('%s is refused, and nothing is on record', (_, asked, why) => {
    using place = project();
    const said = told(place, `${failure}\ntell(await start(${asked}).then(() => 'played', failure));`);
    expect(said).toMatchObject({ name: 'JoustError', message: expect.stringContaining(why) });
    expect(existsSync(join(place.home, 'ledger.db')) && openings(place)).not.toBe(1);
  });

  it('that opens a contest with garbage for options is refused before it is on record', () => {
    using place = project();
    const request = `{ format: 'vote', prompt: 'x', files: [], cwd: machine.cwd, tier: 'read', joustVersion: '0',
      roster: [{ name: 'a', agent: 'scripted', model: 'quick' }], options: { garbage: true } }`;
    const settings = `{ timeoutMs: 60000, outputBytes: 1000000, envPass: [], prices: {} }`;
    const lanes = `{ capacities: {}, cloud: 2 }`;
    const said = told(
      place,
      `${failure}\ntell(await joust.playContest(${request}, { ...world, settings: ${settings}, lanes: ${lanes} }).then(() => 'played', failure));`,
    );
    expect(said).toMatchObject({ name: 'JoustError', code: 'usage' });
    expect(openings(place)).toBe(0);
  });

  it('lets a function of its own play', () => {
    using place = project();
    const answer = told(
      place,
      `const request = { format: 'ask', prompt: 'who?', files: [], cwd: machine.cwd, tier: 'read', joustVersion: '0',
  roster: [{ name: 'me', agent: 'inline' }], options: {} };
const settings = { timeoutMs: 60000, outputBytes: 1000000, envPass: [], prices: {} };
const inline = { me: async ({ prompt }) => 'You asked: ' + prompt };
const { results } = await joust.playContest(request, { ...world, inline, settings, lanes: { capacities: {}, cloud: 1 }, openLedger: () => joust.memoryLedger(machine.now) });
tell(results.map(({ end }) => end.outcome));`,
    );
    expect(answer).toEqual(['ok']);
  });
});

describe('a format as a function of the package', () => {
  it('plays contestants and functions side by side, and tells it as it comes', () => {
    using place = project();
    const said = told(
      place,
      `const mine = { name: 'mine', async *play({ prompt }) { yield 'You asked: '; yield prompt; } };
const run = joust.ask({ prompt: 'why?', contestants: ['scripted/quick', mine] });
const pieces = [];
for await (const event of run) if (event.type === 'text' && event.contestant === 'mine') pieces.push(event.delta);
const { state, answers, id } = await run;
const again = await joust.contestResult(world, id);
tell([state, pieces, answers.map(({ contestant, outcome }) => [contestant, outcome]), again]);`,
    );
    expect(said).toEqual([
      'closed',
      ['You asked: ', 'why?'],
      [
        ['scripted/quick', 'ok'],
        ['mine', 'ok'],
      ],
      {},
    ]);
  });

  it("is left to a process of joust's own from a host program, and followed to its end", () => {
    using place = project();
    const said = told(
      place,
      `const run = joust.vote({ prompt: 'yes?', contestants: ['scripted/quick', 'scripted/careful'], judge: 'none', detached: true });
const kinds = new Set();
for await (const event of run) kinds.add(event.type);
const { state, answers, result } = await run;
tell([state, answers.length, result.type, [...kinds].includes('recorded')]);`,
    );
    expect(said).toEqual(['closed', 2, 'vote', true]);
  });
});

function openings(place: Project): unknown {
  return told(
    place,
    `await using archive = joust.openArchive(world.home, machine);\ntell((await archive.contests({})).length);`,
  );
}
