// Reading on a pseudo-terminal: what all say while they play, answers laid out, side by side, in a pager, and as they are in a file.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { project } from '../setup/project.ts';
import { columns, needsPty, onTerminal, startPty } from '../setup/pty.ts';
import { screenOf } from '../setup/screen-of.ts';
import { until } from '../setup/until.ts';

function script(steps: readonly object[], rate = 200): string {
  return JSON.stringify({ rate, steps });
}

describe('tail', () => {
  it('tells what all of them say, each in a colour, wrapped, and lays finished answers out', async (context) => {
    needsPty(context);
    const words = 'one two three four five six seven eight nine ten eleven twelve';
    using place = project({
      'ann.json': script(
        [
          { say: words },
          { run: 'while [ ! -e go ]; do sleep 0.05; done' },
          { say: `\nsk-ant-${'x1'.repeat(15)}\nover` },
        ],
        2000,
      ),
      'bob.json': script([{ say: '**Short**' }], 2000),
    });
    const players = ['ann', 'bob'].map(
      (name) =>
        `[contestants.${name}]\nagent = "scripted"\nscript = "${join(place.folder, `${name}.json`)}"\n`,
    );
    place.config(players.join(''));
    await using player = startPty(place, ['ask', '-c', 'ann', '-c', 'bob', 'hi']);
    await until(() => player.output().includes('Short'));
    await using pty = startPty(place, ['tail'], { columns });
    await until(() => pty.output().includes('nine'));
    place.write('go', '');
    const { code, output } = await pty.done;
    expect(code).toBe(0);
    expect(output).toContain('\x1b[36mann | \x1b[39mone two three four five six seven eight nine ten\r\n');
    const { lines } = screenOf(output, columns);
    expect(lines).toContain('ann | eleven twelve');
    expect(lines).toContain('ann | [redacted token]');
    expect(lines).toContain('ann | over');
    expect(lines).toContain('Short');
    expect(lines.some((line) => line.startsWith('── ann · simulated · ok'))).toBe(true);
    await player.done;
  });
});

describe('an answer in Markdown', () => {
  const markdown =
    '## Plan\n\nUse **two** queues, see `src/queue.ts`, and be patient while they are being filled.\n\n- one\n- two\n';
  const args = ['ask', '-c', 'scripted/./md.json', '-c', 'scripted/quick', 'hi'];

  it('is laid out on a terminal, wrapped at words; --raw leaves it as it is', async (context) => {
    needsPty(context);
    using place = project({ 'md.json': script([{ say: markdown }], 2000) });
    const { output, screen } = await onTerminal(place, args);
    expect(output).toContain('\x1b[1mPlan\x1b[22m');
    expect(screen.lines).toContain('Use two queues, see src/queue.ts, and be patient while they');
    expect(screen.lines).toContain('are being filled.');
    expect(screen.lines).toContain('• one');
    const raw = await onTerminal(place, ['show', '--raw']);
    expect(raw.screen.lines).toContain('## Plan');
    expect(raw.screen.lines).toContain('- one');
  });

  it('stands beside others with --columns where the terminal is wide', async (context) => {
    needsPty(context);
    using place = project({ 'md.json': script([{ say: markdown }], 2000) });
    const { screen } = await onTerminal(place, [...args, '--columns'], { columns: 120 });
    expect(screen.lines.some((line) => /^── .*md\.json.* ── scripted\/quick/.test(line))).toBe(true);
    expect(screen.lines.some((line) => /^Plan +Short answer/.test(line))).toBe(true);
  });

  it('goes through a pager with show --pager, and only then', async (context) => {
    needsPty(context);
    using place = project({ 'md.json': script([{ say: markdown }], 2000) });
    await place.joust(args);
    const env = { PAGER: 'sed s/^/paged:/' };
    const { code, output } = await onTerminal(place, ['show', '--pager'], { env });
    expect(code).toBe(0);
    expect(output).toMatch(/^paged:(?:\x1b\[1m)?Plan/m);
    expect(
      output
        .trim()
        .split('\n')
        .filter((line) => !line.startsWith('paged:')),
    ).toEqual([]);
    expect((await onTerminal(place, ['show'], { env })).output).not.toContain('paged:');
    expect((await place.joust(['show', '--pager'], { env })).stdout).not.toContain('paged:');
    const none = await onTerminal(place, ['show', '--pager'], { env: { PAGER: '/nowhere/pager' } });
    expect(none.screen.lines).toContain('Plan');
  });

  it('stays as it is in a file, whatever standard error is', async (context) => {
    needsPty(context);
    using place = project({ 'md.json': script([{ say: markdown }], 2000) });
    const { code } = await onTerminal(place, args, { into: 'out.md' });
    expect(code).toBe(0);
    const written = readFileSync(join(place.folder, 'out.md'), 'utf8');
    expect(written).toContain(`## scripted/./md.json · simulated · ok`);
    expect(written).toContain(markdown.trimEnd());
    expect(written).not.toContain('\x1b');
  });
});
