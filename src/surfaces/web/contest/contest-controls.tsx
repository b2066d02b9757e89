// What can be done with a contest that is not over, or not well over: end it, go on with it, run again what failed.
import { useState } from 'react';
import type { ContestJson } from '../../../views/wire/contest-json.ts';
import { answersOf, useDeed } from '../data/answers.ts';
import { useSource } from '../data/source.ts';
import { Dialog } from '../design/dialog.tsx';
import { TroubleCard } from '../design/parts.tsx';

type Asks = 'stop' | 'resume' | 'again';

/** Nothing in a report. */
export function ContestControls({ contest }: { readonly contest: ContestJson }) {
  const source = useSource();
  const [asks, setAsks] = useState<Asks>();
  if (source.post === undefined) return null;
  const { state, attempts, blind } = contest;
  const isOpen = state !== 'closed' && state !== 'cancelled' && state !== 'unreadable';
  const canResume = state === 'open' || state === 'parked';
  const hasFailed = state === 'closed' && attempts.some(({ failure }) => failure !== undefined);
  const done = () => {
    setAsks(undefined);
    answersOf(source).refresh(`/contests/${encodeURIComponent(contest.id)}`);
  };
  return (
    <>
      {canResume && (
        <button type="button" className="button small" onClick={() => setAsks('resume')}>
          Resume…
        </button>
      )}
      {hasFailed && blind !== true && (
        <button type="button" className="button small" onClick={() => setAsks('again')}>
          Run failed again…
        </button>
      )}
      {isOpen && (
        <button type="button" className="button small danger" onClick={() => setAsks('stop')}>
          Stop…
        </button>
      )}
      <Dialog
        title="End this contest for good?"
        isOpen={asks === 'stop'}
        onClose={() => setAsks((now) => (now === 'stop' ? undefined : now))}
      >
        <StopForm id={contest.id} onDone={done} />
      </Dialog>
      <Dialog
        title={asks === 'again' ? 'Run failed attempts again' : 'Go on with this contest'}
        isOpen={asks === 'resume' || asks === 'again'}
        onClose={() => setAsks((now) => (now === 'stop' ? now : undefined))}
      >
        <ResumeForm contest={contest} isAgain={asks === 'again'} onDone={done} />
      </Dialog>
    </>
  );
}

function StopForm({ id, onDone }: { readonly id: string; readonly onDone: () => void }) {
  const deed = useDeed<object>(`/contests/${encodeURIComponent(id)}/cancel`);
  return (
    <>
      <p>Running attempts are ended. What was answered stays on record; nothing can be played on.</p>
      {deed.trouble !== undefined && <TroubleCard trouble={deed.trouble} />}
      <button
        type="button"
        className="button danger"
        disabled={deed.isDoing}
        onClick={async () => (await deed.do?.({})) !== undefined && onDone()}
      >
        {deed.isDoing ? 'Ending…' : 'End it'}
      </button>
    </>
  );
}

const limits = [
  ['maxUsd', 'At most, in dollars', '0.01'],
  ['maxTokens', 'At most, in tokens', '1'],
  ['maxAttempts', 'At most, in attempts', '1'],
  ['maxTime', 'At most, in seconds', '1'],
] as const;

interface Resumed {
  readonly contest: ContestJson;
  readonly isAgain: boolean;
  readonly onDone: () => void;
}

function ResumeForm({ contest, isAgain, onDone }: Resumed) {
  const deed = useDeed<object>(`/contests/${encodeURIComponent(contest.id)}/resume`);
  const failed = contest.attempts.filter(({ failure }) => failure !== undefined);
  const resume = async (form: FormData) => {
    const said = limits.flatMap(([name]) => {
      const text = String(form.get(name) ?? '');
      return text === '' ? [] : [[name, Number(text)] as const];
    });
    const body = {
      limits: said.length > 0 ? Object.fromEntries(said) : undefined,
      retryFailed: isAgain || form.get('retryFailed') === 'on' || undefined,
      approve: form.get('approve') === 'on' || undefined,
    };
    if ((await deed.do?.(body)) !== undefined) onDone();
  };
  return (
    <form className="stack" action={resume}>
      {isAgain && <p>{failed.map(({ contestant }) => contestant).join(', ')} run again; the rest stays.</p>}
      <details>
        <summary>Limits</summary>
        <div className="limits">
          {limits.map(([name, label, step]) => (
            <label key={name} className="small">
              {label}
              <input name={name} type="number" min={step} step={step} inputMode="decimal" />
            </label>
          ))}
        </div>
      </details>
      {!isAgain && failed.length > 0 && (
        <label className="row">
          <input type="checkbox" name="retryFailed" />
          Run again what has failed
        </label>
      )}
      <label className="row">
        <input type="checkbox" name="approve" />
        Agree to what would be asked
      </label>
      {deed.trouble !== undefined && <TroubleCard trouble={deed.trouble} />}
      <button type="submit" className="button primary" disabled={deed.isDoing}>
        {isAgain ? 'Run again' : 'Resume'}
      </button>
    </form>
  );
}
