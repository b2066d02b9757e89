// Starting arenas: one, or a series with a prompt a line; what is left of a series waits in this browser.
import { useState } from 'react';
import { contestHref, goTo } from '../address.ts';
import { useDeed } from '../data/answers.ts';
import { TroubleCard } from '../design/parts.tsx';
import { keepText, keptText } from '../design/theme.ts';

interface Series {
  readonly settings: Readonly<Record<string, unknown>>;
  readonly left: readonly string[];
  readonly of: number;
}

const place = 'joust.arena';
const none: Series = { settings: {}, left: [], of: 0 };

function keptSeries(): Series {
  try {
    return { ...none, ...(JSON.parse(keptText(place) ?? '{}') as Partial<Series>) };
  } catch {
    return none;
  }
}

/** Starts the first of these prompts and keeps the others; shows it. */
function useStart() {
  const deed = useDeed<object, { id: string }>('/contests');
  const start = async (series: Series) => {
    const [prompt = '', ...left] = series.left;
    const started = await deed.do?.({ format: 'arena', prompt, settings: series.settings });
    if (started === undefined) return;
    keepText(place, JSON.stringify({ ...series, left }));
    goTo(contestHref(started.id));
  };
  return { ...deed, start };
}

export function StartForm() {
  const { start, isDoing, trouble, do: can } = useStart();
  const [isSeries, setSeries] = useState(false);
  if (can === undefined) return null;
  const begin = async (form: FormData) => {
    const text = String(form.get('prompt') ?? '').trim();
    const lines = text.split('\n').map((line) => line.trim());
    const left = isSeries ? lines.filter((line) => line !== '') : [text];
    const names = String(form.get('contestants') ?? '')
      .split(/[\s,]+/)
      .filter(Boolean);
    const settings = {
      contestant: names.length > 0 ? names : undefined,
      styleBlind: form.get('styleBlind') === 'on' || undefined,
    };
    await start({ settings, left, of: left.length });
  };
  return (
    <form className="card stack arena-form" action={begin}>
      <label className="stack tight">
        <span className="strong">What should they answer?</span>
        <textarea name="prompt" rows={4} required placeholder={isSeries ? 'One prompt a line' : ''} />
      </label>
      <label className="stack tight">
        <span>
          Contestants{' '}
          <span className="muted">two of them; the first two that are ready, if you say none</span>
        </span>
        <input name="contestants" autoComplete="off" spellCheck={false} />
      </label>
      <div className="row">
        <label className="row">
          <input type="checkbox" checked={isSeries} onChange={({ target }) => setSeries(target.checked)} />A
          series: one prompt a line
        </label>
        <label className="row">
          <input type="checkbox" name="styleBlind" />
          Even out their style
        </label>
      </div>
      {trouble !== undefined && <TroubleCard trouble={trouble} />}
      <div>
        <button type="submit" className="button primary" disabled={isDoing}>
          {isDoing ? 'Starting…' : 'Start a blind pair'}
        </button>
      </div>
    </form>
  );
}

/** After a pick: the next prompt of the series, or the way to another one. */
export function NextPair() {
  const { start, isDoing, trouble, do: can } = useStart();
  const series = keptSeries();
  if (can === undefined) return null;
  if (series.left.length === 0)
    return (
      <a className="button" href="#/arena">
        Another pair
      </a>
    );
  return (
    <>
      {trouble !== undefined && <span className="bad small oneline">{trouble.message}</span>}
      <button type="button" className="button primary" disabled={isDoing} onClick={() => start(series)}>
        Next pair ({series.of - series.left.length + 1} of {series.of})
      </button>
    </>
  );
}
