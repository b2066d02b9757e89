// The terminal: a board that moves on standard error, and the answers on standard output.
import { parkedText, unrecordedText } from '../../../views/answer.ts';
import { type BoardLine, boardLines } from '../../../views/live/board.ts';
import { liveContest, observeLive } from '../../../views/live/live.ts';
import { clip, rowsTaken } from '../../../views/render/columns.ts';
import { visibleLine } from '../../../views/visible.ts';
import type { CliWorld } from '../grammar/command.ts';
import { headOf, type Screen, type Staging } from './screen.ts';

const framesPerSecond = 10;
const spinner = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

export function boardScreen({ players, shows, paper, hidden }: Staging, world: CliWorld): Screen {
  const { stdout, stderr, machine } = world;
  const names = players.map(({ name }) => name);
  let live = liveContest(names, hidden && { ...hidden, sinceMs: machine.elapsed() });
  let drawn: readonly string[] = [];
  let frame = 0;
  let paused = false;

  const erase = () => {
    if (drawn.length > 0) stderr.write(`\x1b[${rowsTaken(drawn, stderr.columns())}A\r\x1b[0J`);
    drawn = [];
  };
  const draw = () => {
    if (paused) return;
    erase();
    const room = Math.max(1, stderr.rows() - 2);
    const lines = boardLines(live, { nowMs: machine.elapsed(), width: stderr.columns() });
    const shown = lines.length <= room ? lines : lines.slice(0, room - 1);
    const text = shown.map((line) => `${mark(line)} ${words(line)}\n`).join('');
    const more = shown.length < lines.length ? [`  … ${lines.length - shown.length} more`] : [];
    stderr.write(text + more.map((line) => `${line}\n`).join(''));
    drawn = [...shown.map((line) => `· ${line.text}`), ...more];
  };
  const mark = (line: BoardLine) => {
    if (line.state === 'running') return stderr.style('cyan', spinner[frame % spinner.length] ?? '·');
    if (line.state !== 'ended') return stderr.style('dim', '·');
    return line.outcome === 'ok' ? stderr.style('green', '✔') : stderr.style('red', '✖');
  };
  const words = ({ text, thoughtAt = text.length }: BoardLine) =>
    text.slice(0, thoughtAt) + (thoughtAt < text.length ? stderr.style('dim', text.slice(thoughtAt)) : '');
  const timer = setInterval(() => {
    frame += 1;
    draw();
  }, 1000 / framesPerSecond);

  const note = (text: string) => {
    erase();
    stderr.write(`${clip(visibleLine(text), stderr.columns() * 6)}\n`);
  };

  return {
    note,
    result: async ({ document }) => stdout.write(await paper.document(document)),
    exhibit(gate) {
      erase();
      stdout.write(paper.exhibits(gate));
    },
    pause(on) {
      if (on) erase();
      paused = on;
    },
    close() {
      clearInterval(timer);
      erase();
      stdout.write(paper.rest());
    },
    observe(observation) {
      live = observeLive(live, observation, machine.elapsed());
      if (observation.type === 'unrecorded') {
        erase();
        stdout.write(unrecordedText(observation, names));
      }
      if (observation.type === 'note') note(observation.text);
      if (observation.type === 'parked') note(parkedText(observation.parked));
      if (observation.type !== 'landed' || !shows(observation.end)) return;
      erase();
      const { end, text } = observation;
      stdout.write(paper.answer({ head: headOf(players, end), end, text }));
    },
  };
}
