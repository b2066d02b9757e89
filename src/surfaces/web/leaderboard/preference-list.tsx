// What people picked, newest first. One that is forgotten counts no more; that is asked first.
import { useState } from 'react';
import type { Preference } from '../../../domain/events/verdict.ts';
import { visibleLine } from '../../../views/visible.ts';
import { contestHref } from '../address.ts';
import { Moment } from '../contests/contest-row.tsx';
import { answersOf, useAnswer, useDeed } from '../data/answers.ts';
import type { NewsItem } from '../data/live/open-live.ts';
import { useSource } from '../data/source.ts';
import { Dialog } from '../design/dialog.tsx';
import { TroubleCard } from '../design/parts.tsx';

type Picked = Preference & { readonly contest?: string };

const atFirst = 12;
const changesThem = ({ event: { type } }: NewsItem): boolean => /^(?:verdict|preference)[.]/.test(type);

export function PreferenceList({ tag }: { readonly tag: string | undefined }) {
  const words = tag === undefined ? '' : `?tag=${encodeURIComponent(tag)}`;
  const { data } = useAnswer<{ preferences: readonly Picked[] }>(`/preferences${words}`, changesThem);
  const [isWhole, setWhole] = useState(false);
  const [leaving, setLeaving] = useState<Picked>();
  const canForget = useSource().post !== undefined;
  const all = data?.preferences ?? [];
  if (all.length === 0) return null;
  const shown = isWhole ? all : all.slice(0, atFirst);
  return (
    <section className="stack tight" aria-labelledby="picks">
      <h2 id="picks">
        Picks of people <span className="muted">{all.length}</span>
      </h2>
      <ul className="card picks">
        {shown.map((one) => (
          <li key={one.id}>
            <Pick one={one} />
            {canForget && (
              <button type="button" className="button plain small" onClick={() => setLeaving(one)}>
                Forget<span className="unseen"> that {pickWords(one)}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
      {shown.length < all.length && (
        <button type="button" className="button plain small more" onClick={() => setWhole(true)}>
          Show all {all.length}
        </button>
      )}
      <Dialog title="Forget this pick?" isOpen={leaving !== undefined} onClose={() => setLeaving(undefined)}>
        {leaving !== undefined && <Forgetting one={leaving} onDone={() => setLeaving(undefined)} />}
      </Dialog>
    </section>
  );
}

function Pick({ one }: { readonly one: Picked }) {
  const { prompt, tags, simulated, at, contest } = one;
  const asked = visibleLine(prompt) || 'no prompt on record';
  return (
    <div className="pick">
      <span>{pickWords(one)}</span>
      <span className="oneline small muted">
        {contest === undefined ? asked : <a href={contestHref(contest)}>{asked}</a>}
      </span>
      <span className="small muted pick-more">
        <Moment at={at} />
        {tags.map((tag) => (
          <span key={tag}> · {visibleLine(tag)}</span>
        ))}
        {simulated && ' · simulated'}
        {contest === undefined && ' · imported'}
      </span>
    </div>
  );
}

function Forgetting({ one, onDone }: { readonly one: Picked; readonly onDone: () => void }) {
  const source = useSource();
  const forget = useDeed<object>(`/preferences/${encodeURIComponent(one.id)}/forget`);
  return (
    <>
      <p>
        From now on nothing shows or counts that {pickWords(one)}. The contest and its answers stay on record.
      </p>
      {forget.trouble !== undefined && <TroubleCard trouble={forget.trouble} />}
      <div className="row">
        <button
          type="button"
          className="button danger"
          disabled={forget.isDoing}
          onClick={async () => {
            if ((await forget.do?.({ yes: true })) === undefined) return;
            for (const path of ['/preferences', '/leaderboard']) answersOf(source).refresh(path);
            onDone();
          }}
        >
          Forget it
        </button>
        <button type="button" className="button" onClick={onDone}>
          Keep it
        </button>
      </div>
    </>
  );
}

function pickWords({ a, b, pick }: Picked): string {
  const [one, other] = [visibleLine(a.contestant), visibleLine(b.contestant)];
  switch (pick) {
    case 'a':
      return `${one} over ${other}`;
    case 'b':
      return `${other} over ${one}`;
    case 'tie':
      return `${one} level with ${other}`;
    case 'bad':
      return `neither ${one} nor ${other}`;
  }
}
