// A suite while it is played: its progress and, at the end, its report. On a terminal the progress is one moving line.
import type { CellMeasured } from '../../../domain/event.ts';
import {
  cellsDone,
  observeSuite,
  suiteProgress,
  suiteProgressText,
} from '../../../views/live/suite-progress.ts';
import { rowsTaken } from '../../../views/render/columns.ts';
import { visibleLine } from '../../../views/visible.ts';
import { type CliWorld, type CommandInput, flag } from '../grammar/command.ts';
import { paperFor } from './paper.ts';
import { jsonScreen, type Screen } from './screen.ts';

export interface SuiteCells {
  /** 0: the record says so when it is opened. */
  readonly cells: number;
  /** On record from earlier playings. */
  readonly known: readonly CellMeasured[];
}

const redrawMs = 200;
/** Without a terminal: prints a line each time this share more is done. */
const tellEvery = 0.1;

export async function suiteScreen(
  input: CommandInput,
  cli: CliWorld,
  { cells, known }: SuiteCells,
): Promise<Screen> {
  if (flag(input, 'json')) return jsonScreen(cli);
  const { stdout, stderr, machine } = cli;
  const paper = await paperFor(input, cli, []);
  let progress = suiteProgress(cells, machine.elapsed(), known);
  let told = cellsDone(progress);
  const moves = stderr.isTty && machine.env['TERM'] !== 'dumb';
  let paused = false;
  let drawn = '';
  const erase = () => {
    const above = rowsTaken([drawn], stderr.columns()) - 1;
    if (drawn !== '') stderr.write(`${above > 0 ? `\x1b[${above}A` : ''}\r\x1b[0J`);
    drawn = '';
  };
  const draw = () => {
    if (paused || progress.cells === 0) return;
    erase();
    const line = `${suiteProgressText(progress, machine.elapsed())}, ${progress.playing} under way`;
    drawn = line.slice(0, stderr.columns() - 1);
    stderr.write(drawn);
  };
  const timer = moves ? setInterval(draw, redrawMs) : undefined;
  const note = (text: string) => {
    erase();
    stderr.write(`${visibleLine(text)}\n`);
  };
  return {
    note,
    observe(observation) {
      progress = observeSuite(progress, observation);
      if (observation.type === 'note') note(observation.text);
      const done = cellsDone(progress);
      const every = tellEvery * progress.cells;
      if (moves || done < Math.min(progress.cells, told + every) || done === told) return;
      told = done;
      note(suiteProgressText(progress, machine.elapsed()));
    },
    result: async ({ document }) => {
      stdout.write(await paper.document(document));
    },
    pause(on) {
      if (on) erase();
      paused = on;
    },
    close() {
      clearInterval(timer);
      erase();
    },
  };
}
