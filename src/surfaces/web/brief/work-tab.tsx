// The work of a brief: round by round who handed in what, how it changed, and what is said of it for the next round.
import { useState } from 'react';
import { byteCount, plural } from '../../../domain/figures.ts';
import type { BriefResult, BriefRow } from '../../../formats/brief/result.ts';
import { duration } from '../../../views/units.ts';
import { visibleLine } from '../../../views/visible.ts';
import type { BriefJson, RoundsDiffJson } from '../../../views/wire/brief-json.ts';
import { contestHref, goTo, type Route, useRoute, withQuery } from '../address.ts';
import { useAnswer } from '../data/answers.ts';
import type { NewsItem } from '../data/live/open-live.ts';
import { useSource } from '../data/source.ts';
import { Choice, Empty, Scroll, Shown, State } from '../design/parts.tsx';
import { TableHead } from '../design/table-head.tsx';
import { keepText, keptText } from '../design/theme.ts';
import { type DiffLook, LookChoice, rememberedLook } from '../result/diffs/diff-parts.tsx';
import { steps } from './about-tab.tsx';
import type { BriefProps } from './brief-deeds-bar.tsx';
import { draftPlace, type FeedbackDraft, readDraft, withNote } from './feedback-draft.ts';
import { FeedbackPanel } from './feedback-panel.tsx';
import { WorkPatch } from './work-patch.tsx';

/** Somebody handed in, or a round is over. */
const changesTheWork = ({ event: { type } }: NewsItem): boolean =>
  type === 'contest.closed' || type === 'attempt.ended';
const played = ['play', 'refine', 'merge', 'reseal'];

export function WorkTab({ brief, onStarted }: BriefProps) {
  const route = useRoute();
  const { round: newest } = brief.status;
  const said = Number(route.query['round']);
  const round = Number.isInteger(said) && said > 0 && said <= newest ? said : newest;
  const canPost = useSource().post !== undefined;
  const [draft, setDraft] = useDraft(brief.folder);
  if (newest === 0) return <Empty title="Nobody has handed anything in yet" />;
  const handedIn = Math.max(0, ...Object.values(brief.status.cells).map(({ entry }) => entry?.round ?? 0));
  const mayNote = canPost && round === newest && round <= handedIn;
  return (
    <div className={mayNote ? 'work-page' : undefined}>
      <div className="stack">
        <RoundSteps newest={newest} round={round} route={route} />
        <HandedIn brief={brief} round={round} />
        {round > handedIn ? (
          <p className="muted">Nobody has handed in for this round yet.</p>
        ) : (
          <RoundWork
            brief={brief}
            round={round}
            draft={draft}
            route={route}
            onNote={mayNote ? (note) => setDraft(withNote(draft, note)) : undefined}
          />
        )}
      </div>
      {mayNote && <FeedbackPanel brief={brief} draft={draft} onStarted={onStarted} onChange={setDraft} />}
    </div>
  );
}

function useDraft(folder: string): readonly [FeedbackDraft, (draft: FeedbackDraft) => void] {
  const place = draftPlace(folder);
  const [draft, setDraft] = useState(() => readDraft(keptText(place)));
  return [
    draft,
    (next) => {
      keepText(place, JSON.stringify(next));
      setDraft(next);
    },
  ];
}

interface RoundProps {
  readonly newest: number;
  readonly round: number;
  readonly route: Route;
}

function RoundSteps({ newest, round, route }: RoundProps) {
  const rounds = Array.from({ length: newest }, (_, at) => at + 1);
  return (
    <nav className="row" aria-label="Rounds">
      {rounds.map((one) => (
        <a
          key={one}
          className="button small round-step"
          aria-current={one === round ? 'step' : undefined}
          href={withQuery(route, { round: one === newest ? undefined : String(one), tab: 'work' })}
        >
          Round {one}
        </a>
      ))}
    </nav>
  );
}

function HandedIn({ brief, round }: { readonly brief: BriefJson; readonly round: number }) {
  const own = brief.contests.filter((one) => one.round === round);
  const last = own.findLast(({ step }) => played.includes(step));
  const path = last === undefined ? undefined : `/contests/${encodeURIComponent(last.id)}/result`;
  const { data } = useAnswer<{ result?: BriefResult }>(path);
  const rows = data?.result?.rows ?? [];
  return (
    <section className="card stack tight" aria-label={`Handed in, round ${round}`}>
      {rows.length > 0 && (
        <Scroll label={`Who handed in what, round ${round}`}>
          <table className="handed-in">
            <TableHead
              columns={[
                'contestant',
                'state',
                'work of',
                ['files', 'figure'],
                ['size', 'figure'],
                ['time', 'figure'],
              ]}
            />
            <tbody>
              {rows.map((row) => (
                <HandedInRow key={row.contestant} row={row} />
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
      <ul className="remarks small">
        {rows.flatMap(remarksOf).map((remark) => (
          <li key={remark}>{visibleLine(remark)}</li>
        ))}
      </ul>
      <p className="row small muted">
        {own.map(({ id, step }) => (
          <a key={id} href={contestHref(id)}>
            {steps[step] ?? step}
          </a>
        ))}
      </p>
    </section>
  );
}

function HandedInRow({ row }: { readonly row: BriefRow }) {
  const { contestant, state, round, files, bytes, ranMs, byHand } = row;
  return (
    <tr>
      <th scope="row">{visibleLine(contestant)}</th>
      <td>
        <State
          is={state === 'carried' ? 'empty' : state}
          word={state === 'carried' ? 'did not play' : state}
        />
      </td>
      <td>
        {round === undefined ? <span className="muted">nothing yet</span> : `round ${round}`}
        {byHand === true && <span className="warn"> by hand</span>}
      </td>
      <td className="figure">{files}</td>
      <td className="figure">{byteCount(bytes)}</td>
      <td className="figure">{ranMs === undefined ? '' : duration(ranMs)}</td>
    </tr>
  );
}

function remarksOf({ contestant, reason, missing = [], altered = [], leftOut = [], beside }: BriefRow) {
  return [
    ...(reason === undefined ? [] : [`${contestant}: ${reason}`]),
    ...(missing.length === 0 ? [] : [`${contestant} has not handed in: ${missing.join(', ')}`]),
    ...(altered.length === 0
      ? []
      : [`${contestant} changed what it was only to read: ${altered.join(', ')}`]),
    ...(beside === true ? [`${contestant} left out/ empty: what lay beside it counts`] : []),
    ...leftOut.map(({ path, why }) => `${contestant}: ${path} is left out, ${why}`),
  ];
}

interface WorkProps extends Omit<RoundProps, 'newest'> {
  readonly brief: BriefJson;
  readonly draft: FeedbackDraft;
  readonly onNote: ((note: FeedbackDraft['notes'][number]) => void) | undefined;
}

/** All of it, or what became of it since the round before. */
function RoundWork({ brief, round, route, draft, onNote }: WorkProps) {
  const whole = route.query['show'] === 'all' || round === 1;
  const [look, setLook] = useState<DiffLook>(rememberedLook);
  const from = whole ? 0 : round - 1;
  const asked = new URLSearchParams({ folder: brief.folder, from: String(from), to: String(round) });
  const answer = useAnswer<RoundsDiffJson>(`/brief/diff?${asked}`, changesTheWork);
  return (
    <section className="stack" aria-label={`Work of round ${round}`}>
      <div className="row spread">
        <p className="muted">
          {onNote === undefined ? 'As it was in this round.' : 'Click a line to say something about it.'}
        </p>
        {round > 1 && (
          <div className="row">
            <Choice
              label="What is shown"
              options={[
                ['changes', `Since round ${round - 1}`],
                ['all', 'All of it'],
              ]}
              value={whole ? 'all' : 'changes'}
              onChange={(show) =>
                goTo(withQuery(route, { show: show === 'all' ? 'all' : undefined, tab: 'work' }))
              }
            />
            {!whole && <LookChoice look={look} onChange={setLook} />}
          </div>
        )}
      </div>
      <Shown answer={answer}>
        {({ contestants }) =>
          contestants.map(({ contestant, files, patch, between }) => (
            <section key={contestant} className="stack tight work-entry" aria-label={visibleLine(contestant)}>
              <h2>
                {visibleLine(contestant)}{' '}
                <span className="muted small">{changedWords(between, files.length, whole)}</span>
              </h2>
              <WorkPatch
                contestant={contestant}
                files={files}
                patch={patch}
                look={look}
                onNote={onNote}
                isWhole={whole}
                notes={draft.notes}
              />
            </section>
          ))
        }
      </Shown>
    </section>
  );
}

function changedWords(
  [from, to]: RoundsDiffJson['contestants'][number]['between'],
  files: number,
  isWhole: boolean,
): string {
  if (to === null) return 'has handed nothing in';
  if (isWhole) return `${plural(files, 'file')}, round ${to}`;
  return from === to ? `as it was in round ${to}` : `${plural(files, 'file')} changed`;
}
