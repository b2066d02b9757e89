// The board on a terminal that is made narrower while it moves: terminals wrap again what was written before.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { screenOf } from '../../../../tests/setup/screen-of.ts';
import type { CliWorld } from '../grammar/command.ts';
import { boardScreen } from './board-screen.ts';
import { suiteScreen } from './suite-screen.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function terminal() {
  const size = { columns: 60 };
  let written = '';
  const stderr = {
    isTty: true,
    columns: () => size.columns,
    rows: () => 20,
    write: (text: string) => {
      written += text.replaceAll('\n', '\r\n');
    },
    style: (_format: string, text: string) => text,
  };
  const machine = { elapsed: () => 0, env: {} };
  const world = { stdout: stderr, stderr, machine } as unknown as CliWorld;
  return { size, world, seen: () => screenOf(written, size.columns).lines.filter((line) => line !== '') };
}

it('leaves no line of the board behind when the terminal gets narrower', () => {
  const { size, world, seen } = terminal();
  const players = ['a-contestant-with-a-long-name', 'another-with-a-long-name'].map((name) => ({
    name,
    agent: 'inline',
  }));
  const paper = { rest: () => '' } as never;
  const screen = boardScreen({ players, shows: () => true, paper }, world);
  vi.advanceTimersByTime(150);
  expect(seen()).toHaveLength(2);
  size.columns = 20;
  vi.advanceTimersByTime(100);
  expect(seen()).toHaveLength(2);
  screen.close();
  expect(seen()).toEqual([]);
});

it('leaves nothing of the line of a suite behind when the terminal gets narrower', async () => {
  const { size, world, seen } = terminal();
  const screen = await suiteScreen({ words: [], options: {} }, world, { cells: 12, known: [] });
  vi.advanceTimersByTime(250);
  expect(seen()).toHaveLength(1);
  size.columns = 20;
  vi.advanceTimersByTime(200);
  expect(seen()).toHaveLength(1);
  screen.close();
  expect(seen()).toEqual([]);
});
