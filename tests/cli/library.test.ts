// The built package as a program uses it: what protects a person at a terminal protects a program.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { briefPlace } from '../setup/brief-place.ts';
import { type Project, project } from '../setup/project.ts';

const face = pathToFileURL(join(import.meta.dirname, '../../dist/index.js')).href;

/** Runs a module that has `joust` and `tell`, and gives back what it told. */
function told(place: Project, body: string): unknown {
  const path = place.write(
    'program.mjs',
    `import * as joust from ${JSON.stringify(face)};
const tell = (value) => process.stdout.write(JSON.stringify(value));
${body}`,
  );
  const said = execFileSync(process.execPath, [path], {
    cwd: place.folder,
    env: place.env,
    encoding: 'utf8',
  });
  return JSON.parse(said);
}

const quick = `contestants: ['scripted/quick', 'scripted/careful']`;

describe('a program', () => {
  it('gets what a contest came to, from the record too, and what is wrong is refused before it is on record', () => {
    using place = project();
    const said = told(
      place,
      `const refusal = (run) => run.then(() => 'played', ({ name, message }) => name + ': ' + message);
const refused = [
  await refusal(joust.vote({ prompt: 'x', ${quick}, rounds: 3 })),
  await refusal(joust.debate({ prompt: 'x', ${quick}, rounds: 'many' })),
  await refusal(joust.ask({ prompt: 'x', ${quick}, write: true })),
  await refusal(joust.arena({ prompt: 'x', contestants: ['scripted*3'] })),
  await refusal(joust.ask({ ${quick} })),
];
const { contests: before } = await joust.operations.list();
const { id, result } = await joust.vote({ prompt: 'yes?', ${quick}, judge: 'none' });
const again = await joust.readContest(id.slice(0, 6));
tell({ refused, before, types: [result.type, again.result.type], listed: (await joust.operations.list()).contests.map((one) => one.id === id) });`,
    );
    expect(said).toEqual({
      refused: [
        expect.stringContaining('JoustError: vote: there is no setting rounds'),
        expect.stringContaining('rounds'),
        expect.stringContaining('would write'),
        expect.stringContaining('an arena is between two'),
        expect.stringContaining('there is no prompt'),
      ],
      before: [],
      types: ['vote', 'vote'],
      listed: [true],
    });
  });

  it('plays contestants and functions side by side, and is told it as it comes', () => {
    using place = project();
    const said = told(
      place,
      `const mine = { name: 'mine', async *play({ prompt }) { yield 'You asked: '; yield prompt; } };
const run = joust.ask({ prompt: 'why?', contestants: ['scripted/quick', mine] });
const pieces = [];
for await (const event of run) if (event.type === 'text' && event.contestant === 'mine') pieces.push(event.delta);
const { state, answers } = await run;
tell([state, pieces, answers.map(({ contestant, outcome }) => [contestant, outcome])]);`,
    );
    expect(said).toEqual([
      'closed',
      ['You asked: ', 'why?'],
      [
        ['scripted/quick', 'ok'],
        ['mine', 'ok'],
      ],
    ]);
  });

  it("leaves a contest to a process of joust's own, and follows it to its end", () => {
    using place = project();
    const said = told(
      place,
      `const run = joust.vote({ prompt: 'yes?', ${quick}, judge: 'none', detached: true });
const kinds = new Set();
for await (const event of run) kinds.add(event.type);
const { state, answers, result } = await run;
tell([state, answers.length, result.type, kinds.has('recorded')]);`,
    );
    expect(said).toEqual(['closed', 2, 'vote', true]);
  });

  it('plays a brief by its folder', () => {
    using place = briefPlace();
    const said = told(
      place,
      `const lost = await joust.brief({ folder: 'nowhere' }).result.catch(({ name }) => name);
const { state, answers } = await joust.brief({ folder: 'b' });
tell([lost, state, answers.map(({ contestant, outcome }) => [contestant, outcome])]);`,
    );
    const played = [
      ['ann', 'ok'],
      ['bob', 'ok'],
    ];
    expect(said).toEqual(['JoustError', 'closed', played]);
  });
});
