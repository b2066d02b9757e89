// How far each judge can be trusted: how often its word turns with the order, what it leans to, how far judges agree.
import type { JudgedResult } from '../../../../formats/judge/result.ts';
import type { TournamentResult } from '../../../../formats/tournament/result.ts';
import { agreementText } from '../../../../views/judge-words.ts';
import { percent } from '../../../../views/units.ts';
import { visibleLine } from '../../../../views/visible.ts';
import { Scroll } from '../../design/parts.tsx';
import { Chip } from '../result-parts.tsx';

export interface JudgeRow {
  readonly judge: string;
  readonly verdicts: number;
  readonly unread: number;
  readonly setAside: number;
  /** By the title of its column; absent: too few verdicts to tell. */
  readonly figures: Readonly<Record<string, string | undefined>>;
  readonly alarm?: string;
}

export function judgedRows({ judges }: Pick<JudgedResult, 'judges'>): readonly JudgeRow[] {
  return judges.map(({ judge, verdicts, unread, setAside, ...told }) => ({
    judge,
    verdicts,
    unread,
    setAside,
    figures: {
      'turned with the order':
        shareText(told.flipRate) ?? (told.flips > 0 ? `${told.flips} pairs` : undefined),
      'preferred the longer': shareText(told.longerShare),
      'leans to the first': told.firstLean?.toFixed(2),
      'own family': told.ownFamilyLean?.toFixed(2),
      'weighed by': told.reliability?.toFixed(2),
    },
  }));
}

export function tournamentRows({ judges }: Pick<TournamentResult, 'judges'>): readonly JudgeRow[] {
  type Figure = (typeof judges)[number]['flipRate'];
  const told = (figure: Figure, tell: (value: number) => string) =>
    figure.kind === 'measured'
      ? `${tell(figure.value)} (${tell(figure.low)} to ${tell(figure.high)})`
      : undefined;
  return judges.map(({ judge, verdicts, unread, setAside, flipRate, lean, agreement, alarm }) => ({
    judge,
    verdicts,
    unread,
    setAside,
    figures: {
      'turned with the order': told(flipRate, percent),
      'leans to the first': told(lean, (value) => value.toFixed(2)),
      'agrees with others': told(agreement, percent),
    },
    alarm: alarm === undefined ? undefined : alarms[alarm],
  }));
}

const alarms = {
  warn: 'the order sways it',
  drop: 'follows the order more than the entries',
} as const;

function shareText(share: number | undefined): string | undefined {
  return share === undefined ? undefined : percent(share);
}

interface Props {
  readonly rows: readonly JudgeRow[];
  readonly agreement: number | undefined;
  readonly ownFamily?: boolean | undefined;
}

export function JudgeFigures({ rows, agreement, ownFamily }: Props) {
  const titles = [...new Set(rows.flatMap(({ figures }) => Object.keys(figures)))].filter((title) =>
    rows.some(({ figures }) => figures[title] !== undefined),
  );
  return (
    <section className="stack tight">
      <h2>Judges</h2>
      <Scroll label="Judges">
        <table className="fit">
          <thead>
            <tr>
              <th scope="col">judge</th>
              <th scope="col" className="figure">
                verdicts
              </th>
              {titles.map((title) => (
                <th key={title} scope="col" className="figure">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ judge, verdicts, unread, setAside, figures, alarm }) => (
              <tr key={judge}>
                <th scope="row">
                  <span className="row">
                    {visibleLine(judge)}
                    {unread > 0 && <Chip look="warn">{unread} unread</Chip>}
                    {setAside > 0 && <Chip>{setAside} not counted</Chip>}
                    {alarm !== undefined && <Chip look="bad">{alarm}</Chip>}
                  </span>
                </th>
                <td className="figure">{verdicts}</td>
                {titles.map((title) => (
                  <td key={title} className="figure">
                    {figures[title] ?? <span className="muted">too few</span>}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      <p className="muted small">
        {titles.length === 0 && 'Too few verdicts to say how far they can be trusted. '}
        {agreementText(agreement)}
      </p>
      {ownFamily === true && (
        <p className="notice">Judges of the contestants' own families had to vote: read it with care.</p>
      )}
    </section>
  );
}
