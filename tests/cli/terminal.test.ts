// joust on a pseudo-terminal: the board keeps its width and cleans up, answers stand under rules, and nobody drives the terminal.
// Each has a terminal of its own, and they are looked at side by side.
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { processesOf } from '../setup/processes.ts';
import { project } from '../setup/project.ts';
import { columns, needsPty, onTerminal, startPty } from '../setup/pty.ts';
import { screenOf, widest } from '../setup/screen-of.ts';
import { until } from '../setup/until.ts';

function script(steps: readonly object[], rate = 200): string {
  return JSON.stringify({ rate, steps });
}

describe('the board', { concurrent: true }, () => {
  it('never exceeds the width, and leaves only answers under rules and a cursor at a new line', async (context) => {
    needsPty(context);
    using place = project({
      '日本語のモデル.json': script([{ think: '考えています '.repeat(20) }, { say: 'はい。' }]),
      'emoji.json': script([{ think: '👩‍👩‍👧 🏳️‍🌈 '.repeat(20) }, { say: 'Yes.' }]),
      'long.json': script([{ think: 'thinking about it '.repeat(40) }, { say: 'No.' }]),
    });
    const names = ['日本語のモデル.json', 'emoji.json', 'long.json'];
    const args = names.flatMap((name) => ['-c', `scripted/./${name}`]);
    const { code, output, screen } = await onTerminal(place, ['ask', ...args, 'hi']);
    expect(code).toBe(0);
    expect(output).toMatch(/\x1b\[36m[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]\x1b\[39m /);
    expect(output).toContain('running');
    expect(widest(output)).toBeLessThanOrEqual(columns);
    expect(screen.strange).toEqual([]);
    const rules = screen.lines.filter((line) => line.startsWith('── '));
    expect(rules).toHaveLength(3);
    for (const name of names) {
      expect(rules.some((rule) => rule.includes(name.slice(0, 5)) && rule.endsWith('──'))).toBe(true);
    }
    for (const answer of ['はい。', 'Yes.', 'No.']) expect(screen.lines).toContain(answer);
    // Nothing of the board is left: rules, answers, empty lines and what fits next are all there is.
    const rest = screen.lines.filter(
      (line) => !line.startsWith('── ') && !['', 'はい。', 'Yes.', 'No.'].includes(line),
    );
    expect(rest).toEqual([
      expect.stringMatching(/^Contest \w{10}: answered$/),
      expect.stringMatching(/^have them judged: joust judge \w{10}$/),
      expect.stringMatching(/^go on from an answer: joust reply \w{10} NAME "\.\.\."$/),
    ]);
    expect(screen.cursor.column).toBe(0);
    expect(screen.lines.slice(screen.cursor.row).join('')).toBe('');
  });

  it('fits a terminal with fewer rows than contestants, and one that is very narrow', async (context) => {
    needsPty(context);
    using place = project({
      'slow.json': script([{ think: 'a b c d e f g h i j '.repeat(3) }, { say: 'ok' }], 30),
    });
    const many = await onTerminal(place, ['ask', '-c', 'scripted/./slow.json*8', 'hi'], { rows: 6 });
    expect(many.code).toBe(0);
    expect(many.output).toMatch(/… \d more/);
    expect(many.screen.lines.filter((line) => line.startsWith('── '))).toHaveLength(8);
    expect(many.screen.lines.join('\n')).not.toMatch(/running|more/);
    const narrow = await onTerminal(place, ['ask', '-c', 'scripted/./slow.json', 'hi'], { columns: 12 });
    expect(narrow.code).toBe(0);
    // What fits next is to be copied as a whole.
    const [board = ''] = narrow.output.split('Contest');
    expect(widest(board)).toBeLessThanOrEqual(12);
  });

  it('marks how each ended, in colour, while another one plays', async (context) => {
    needsPty(context);
    using place = project();
    place.write('thinks.json', script([{ think: 'hm' }, { hang: true }]));
    const names = ['scripted/quick', 'scripted/crash', 'scripted/hang', 'scripted/./thinks.json'];
    const args = names.flatMap((name) => ['-c', name]);
    await using pty = startPty(place, ['ask', ...args, 'hi'], { columns: 100 });
    const marks = [
      // A thought is dim and said to be one; an answer is plain.
      / · \x1b\[2mthinks: hm\x1b\[22m\r\n/,
      / tok\/s · thinking …\r\n/,
      /\x1b\[32m✔\x1b\[39m scripted\/quick/,
      /\x1b\[31m✖\x1b\[39m scripted\/crash/,
    ];
    await until(() => marks.every((mark) => mark.test(pty.output())));
    pty.type('\x03');
    const { code, output } = await pty.done;
    expect(code).toBe(130);
    expect(output).toMatch(/\x1b\[32m── scripted\/quick · simulated · ok/);
    expect(output).toMatch(/\x1b\[31m── scripted\/crash · simulated · crashed/);
  });
});

describe('colour', { concurrent: true }, () => {
  const colour = /\x1b\[[0-9;]*m/;

  it('is left out with NO_COLOR, on a terminal', async (context) => {
    needsPty(context);
    using place = project();
    const plain = await onTerminal(place, ['ask', '-c', 'scripted/quick', 'hi'], { env: { NO_COLOR: '1' } });
    expect(plain.code).toBe(0);
    expect(plain.output).toContain('── scripted/quick · simulated · ok');
    expect(plain.output).not.toMatch(colour);
  });

  it('is there in a pipe with FORCE_COLOR, and only then', async () => {
    using place = project();
    const args = ['ask', '-c', 'scripted/quick', '-c', 'scripted/crash', 'hi'];
    const forced = await place.joust(args, { env: { FORCE_COLOR: '1' } });
    expect(forced.stdout).toMatch(/\x1b\[32m## scripted\/quick/);
    expect(forced.stdout).toMatch(/\x1b\[31m## scripted\/crash/);
    expect((await place.joust(args)).stdout).not.toMatch(colour);
    const error = await place.joust(['ask', '-c', 'nobody', 'hi'], { env: { FORCE_COLOR: '1' } });
    expect(error.stderr).toMatch(/^\x1b\[31mjoust:\x1b\[39m /);
  });
});

describe('what a model wrote', { concurrent: true }, () => {
  it('cannot drive the terminal: not by its answer, its thoughts, its tools, its notices or its name', async (context) => {
    needsPty(context);
    const evil = '\x1b[2J\x1b[1;1H\x1b]0;owned\x07\u009b31m\u202egnp.\x9dq\x07\rover';
    using place = project({
      'evil.json': JSON.stringify({
        rate: 20,
        model: `m${evil}`,
        steps: [
          { think: evil },
          { notice: `n${evil}` },
          { run: `true ${evil}` },
          { say: `a${evil}` },
          { fail: `f${evil}` },
        ],
      }),
    });
    const { output, screen } = await onTerminal(place, ['ask', '-c', 'scripted/./evil.json', 'hi']);
    expect(output).toContain('a␛[2J␛[1;1H␛]0;owned␇<U+009B>31m<U+202E>gnp.<U+009D>q␇␍over');
    expect(screen.strange).toEqual([]);
    expect(output).not.toMatch(/[\u0080-\u009f\u202e\x07]/);
    // The board moves up and clears below itself; that is all that may be sent besides colours.
    const sent = new Set(output.match(/\x1b(?:\[[0-9;?]*[A-Za-z]|.)/gs));
    expect([...sent].filter((one) => !/^\x1b\[(?:\d+A|0J|\d+m)$/.test(one))).toEqual([]);
  });
});

describe('Ctrl-C, Ctrl-\\', { concurrent: true }, () => {
  it.for(['\x03', '\x1c'])(
    '%j exits with 130, children gone, and leaves the cursor on a new line',
    async (key, context) => {
      needsPty(context);
      using place = project({
        'stubborn.json': script([{ ignoreTerm: true }, { daemon: 300 }, { say: 'half' }, { hang: true }]),
      });
      await using pty = startPty(
        place,
        ['ask', '-c', 'scripted/./stubborn.json', '-c', 'scripted/hang', 'hi'],
        {
          columns: 120,
        },
      );
      const heard = () => pty.output().includes('half') && pty.output().includes('thinking …');
      await until(heard);
      expect(processesOf(place.home).length).toBeGreaterThanOrEqual(4);
      pty.type(key);
      const { code, output } = await pty.done;
      expect(code).toBe(130);
      expect(output).toContain('Interrupted');
      expect(processesOf(place.home)).toEqual([]);
      expect(readdirSync(`${place.home}/spools`)).toEqual([]);
      const { lines, cursor } = screenOf(output, 120);
      expect(cursor.column).toBe(0);
      expect(lines.join('\n')).not.toMatch(/running/);
    },
  );
});

it.concurrent('breaks errors, notes, lists and the leaderboard at words on a narrow terminal', async (context) => {
  needsPty(context);
  using place = project();
  await place.joust([
    'tournament',
    '-c',
    'scripted/quick',
    '-c',
    'scripted/careful',
    '-j',
    'scripted/judge',
    'why?',
  ]);
  for (const [args, said] of [
    [['ask', '-c', 'nobody', 'why?'], /named "nobody"\r?\n {2}There are: claude, .*,\r?\n {4}\w+/],
    [['leaderboard', '--simulated'], /scripted\/careful =\r?\n {2}rank 1, rating \d+, /],
    [['list'], /tournament simulated\r?\n {2}\S.*? {2}2\/2 ok {2}why\?/],
  ] as const) {
    const { output } = await onTerminal(place, args);
    expect(output).toMatch(said);
    expect(widest(output)).toBeLessThanOrEqual(columns);
  }
});
