// What the entries change: one of them against the base or against another, file by file. The address names whose, which file
// and which hunk.
import { useState } from 'react';
import { plural } from '../../../../domain/figures.ts';
import { visibleLine } from '../../../../views/visible.ts';
import type { ContestJson } from '../../../../views/wire/contest-json.ts';
import { type ContestDiff, diffPath } from '../../../../views/wire/diff-json.ts';
import { goTo, useRoute, withQuery } from '../../address.ts';
import { useAnswer } from '../../data/answers.ts';
import { useSource } from '../../data/source.ts';
import { CopyButton, Empty, Shown } from '../../design/parts.tsx';
import { contestPath, Fold } from '../result-parts.tsx';
import { whoChangedWhat } from './changed-files.ts';
import { type DiffLook, Lines, LookChoice, rememberedLook } from './diff-parts.tsx';
import { FileDiffs } from './file-diffs.tsx';
import { FileMatrix } from './file-matrix.tsx';
import './diffs.css';

export function DiffsTab({ contest }: { readonly contest: ContestJson }) {
  const route = useRoute();
  const names = contest.entries.map(({ contestant }) => contestant);
  const { who = contest.winner ?? names[0] ?? '', against } = route.query;
  const other = against !== undefined && against !== who && names.includes(against) ? against : undefined;
  const path = contestPath(contest, diffPath(who, other));
  const answer = useAnswer<ContestDiff>(names.includes(who) ? path : undefined);
  const [look, setLook] = useState<DiffLook>(rememberedLook);
  if (names.length === 0) return <Empty title="Nobody has handed in changes yet" />;
  return (
    <div className="stack">
      <div className="row spread diff-tools">
        <nav className="row" aria-label="Whose changes">
          {contest.entries.map(({ contestant, added, removed }) => (
            <a
              key={contestant}
              className="button small"
              aria-current={contestant === who ? 'true' : undefined}
              href={withQuery(route, { who: contestant, hunk: undefined })}
            >
              {visibleLine(contestant)}
              <Lines added={added} removed={removed} />
            </a>
          ))}
        </nav>
        <div className="row">
          <Against names={names.filter((name) => name !== who)} other={other} />
          <LookChoice look={look} onChange={setLook} />
        </div>
      </div>
      {names.includes(who) ? (
        <Shown answer={answer}>
          {(diff) => <Diff key={`${who} ${other}`} diff={diff} look={look} path={path} />}
        </Shown>
      ) : (
        <Empty title={`${visibleLine(who)} has handed in no changes`} />
      )}
    </div>
  );
}

function Against({
  names,
  other,
}: {
  readonly names: readonly string[];
  readonly other: string | undefined;
}) {
  const route = useRoute();
  // A report holds what each changed, not what tells any two apart.
  if (useSource().post === undefined || names.length === 0) return null;
  return (
    <label className="row against">
      <span className="muted">against</span>
      <select
        value={other ?? ''}
        onChange={({ target: { value } }) =>
          goTo(withQuery(route, { against: value === '' ? undefined : value, hunk: undefined }))
        }
      >
        <option value="">the base</option>
        {names.map((name) => (
          <option key={name} value={name}>
            {visibleLine(name)}
          </option>
        ))}
      </select>
    </label>
  );
}

interface DiffProps {
  readonly diff: ContestDiff;
  readonly look: DiffLook;
  readonly path: string;
}

function Diff({ diff, look, path }: DiffProps) {
  const { shown, entries, cut } = diff;
  const rows = whoChangedWhat(entries);
  const all = rows.filter(({ by }) => by.every((one) => one !== undefined)).length;
  if (shown === undefined) return <Empty title="Nothing is shown of it" />;
  return (
    <>
      {entries.length > 1 && rows.length > 0 && (
        <Fold
          title={
            <>
              Who changed what{' '}
              <span className="muted">
                {plural(rows.length, 'file')}, {all} by everybody
              </span>
            </>
          }
        >
          <FileMatrix entries={entries} rows={rows} />
        </Fold>
      )}
      {shown.files.length === 0 ? (
        <Empty title={shown.against === undefined ? 'It changed nothing' : 'There is no difference'} />
      ) : (
        <div className="row spread">
          <p className="muted">
            {plural(shown.files.length, 'file')} of {visibleLine(shown.contestant)} against{' '}
            {shown.against === undefined ? 'the base' : visibleLine(shown.against)}
          </p>
          {shown.withheld === undefined && (
            <CopyButton text={shown.patch} what="the patch" word="Copy patch" />
          )}
        </div>
      )}
      {shown.withheld === undefined ? (
        <FileDiffs shown={shown} cut={cut?.files ?? []} look={look} path={path} />
      ) : (
        <p className="notice">
          {visibleLine(shown.contestant)}: {visibleLine(shown.withheld)}.
        </p>
      )}
    </>
  );
}
