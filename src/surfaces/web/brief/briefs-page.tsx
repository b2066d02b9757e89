// Briefs: the folders in which one was played, and one of them with everything it came to.
import { plural } from '../../../domain/figures.ts';
import { visibleLine } from '../../../views/visible.ts';
import type { BriefJson } from '../../../views/wire/brief-json.ts';
import { goTo, hrefTo, useRoute } from '../address.ts';
import { Moment } from '../contests/contest-row.tsx';
import { useAnswer } from '../data/answers.ts';
import type { NewsItem } from '../data/live/open-live.ts';
import { Empty, Shown } from '../design/parts.tsx';
import { BriefView } from './brief-view.tsx';
import './brief.css';

const changesTheList = ({ event: { type } }: NewsItem): boolean => type === 'contest.opened';
const changesABrief = ({ event: { type } }: NewsItem): boolean =>
  /^(?:contest|gate)[.]|^attempt[.](?:started|ended|parked)$/.test(type);

export function briefHref(folder: string): string {
  return hrefTo(['briefs'], { folder });
}

export function BriefsPage() {
  const { folder } = useRoute().query;
  return folder === undefined ? <BriefList /> : <OneBrief key={folder} folder={folder} />;
}

function OneBrief({ folder }: { readonly folder: string }) {
  const answer = useAnswer<BriefJson>(`/brief?folder=${encodeURIComponent(folder)}`, changesABrief);
  return (
    <div className="page stack">
      <p className="small">
        <a href={hrefTo(['briefs'])}>All briefs</a>
      </p>
      <Shown answer={answer}>{(brief) => <BriefView brief={brief} />}</Shown>
    </div>
  );
}

interface Listed {
  readonly folder: string;
  readonly contests: number;
  readonly lastAt: string;
}

function BriefList() {
  const answer = useAnswer<{ briefs: readonly Listed[] }>('/briefs', changesTheList);
  return (
    <div className="page stack">
      <h1>Briefs</h1>
      <p className="muted">
        Open tasks in folders: several work alone, a panel scores them without names, and the work goes on in
        rounds.
      </p>
      <Shown answer={answer}>
        {({ briefs }) =>
          briefs.length === 0 ? (
            <Empty title="No brief was played yet">
              <p>
                Make one with <code>joust brief new NAME</code>, write its task, then open its folder below.
              </p>
            </Empty>
          ) : (
            <ul className="card brief-list">
              {briefs.map(({ folder, contests, lastAt }) => (
                <li key={folder}>
                  <a href={briefHref(folder)}>
                    <span className="strong">{visibleLine(nameOf(folder))}</span>
                    <span className="muted small oneline">{visibleLine(folder)}</span>
                    <span className="muted small brief-when">
                      {plural(contests, 'contest')} · <Moment at={lastAt} />
                    </span>
                  </a>
                </li>
              ))}
            </ul>
          )
        }
      </Shown>
      <OpenFolder />
    </div>
  );
}

/** One that was not played yet is in no record: it is opened by its path. */
function OpenFolder() {
  return (
    <form
      className="open-brief"
      onSubmit={(event) => {
        event.preventDefault();
        const folder = String(new FormData(event.currentTarget).get('folder') ?? '').trim();
        if (folder !== '') goTo(briefHref(folder));
      }}
    >
      <input
        name="folder"
        aria-label="Folder of a brief"
        placeholder="/absolute/path/of/a/brief"
        autoComplete="off"
        spellCheck={false}
      />
      <button type="submit" className="button">
        Open
      </button>
    </form>
  );
}

function nameOf(folder: string): string {
  return folder.split('/').findLast(Boolean) ?? folder;
}
