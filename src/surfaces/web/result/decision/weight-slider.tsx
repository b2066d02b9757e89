// The weight of one signal, to be moved, with the places marked at which another one wins.
import type { RaceSignal } from '../../../../formats/race/weigh.ts';
import type { Turn, WeightTurns } from '../../../../formats/race/what-if.ts';
import { visibleLine } from '../../../../views/visible.ts';

const signalNames: Readonly<Record<RaceSignal, string>> = {
  lint: 'few errors and warnings of linters',
  readiness: 'a percentage that a check gives',
  tests: 'tests that pass',
  diff: 'few changed lines',
  judge: 'what judges prefer',
};

export function WeightSlider({
  turns: { signal, weight, below, above },
  recorded,
  onChange,
}: {
  readonly turns: WeightTurns;
  readonly recorded: number;
  readonly onChange: (weight: number) => void;
}) {
  const most = Math.max(1, recorded);
  const turns = [below, above].filter((turn): turn is Turn => turn !== undefined);
  return (
    <label className="weight">
      <span className="row spread">
        <span className="row">
          <span className={`swatch ${signal}`} aria-hidden="true" />
          <span className="strong">{signal}</span>
          <span className="muted small">{signalNames[signal]}</span>
        </span>
        <output>{Number(weight.toFixed(4))}</output>
      </span>
      <span className="weight-track">
        <input
          type="range"
          min={0}
          max={most}
          step={0.01}
          value={Math.min(weight, most)}
          aria-label={`Weight of ${signal}`}
          onChange={({ target }) => onChange(target.valueAsNumber)}
        />
        {turns
          .filter((turn) => turn.weight <= most)
          .map((turn) => (
            <span
              key={turn.weight}
              className="turn-mark"
              aria-hidden="true"
              style={{ left: `calc(8px + (100% - 16px) * ${turn.weight / most})` }}
            />
          ))}
      </span>
      <span className="muted small">{turnText(below, above)}</span>
    </label>
  );
}

function turnText(below: Turn | undefined, above: Turn | undefined): string {
  const who = ({ winner }: Turn) =>
    winner === undefined ? 'there is no winner' : `${visibleLine(winner)} wins`;
  const said = [
    ...(below === undefined ? [] : [`at ${below.weight} and below ${who(below)}`]),
    ...(above === undefined ? [] : [`at ${above.weight} and above ${who(above)}`]),
  ];
  return said.length === 0 ? 'no weight of it changes the winner' : said.join('; ');
}
