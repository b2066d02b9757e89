// Before it starts: what it will probably take, what is worth a second look, the command line that does the same, and the start.
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { visibleLine } from '../../../views/visible.ts';
import { contestHref, goTo } from '../address.ts';
import { useDeed } from '../data/answers.ts';
import { Trouble, useSource } from '../data/source.ts';
import { Dialog } from '../design/dialog.tsx';
import { CopyButton, TroubleCard } from '../design/parts.tsx';
import type { LaunchRequest } from './command-line.ts';
import { capital } from './form-fields.ts';

export interface Estimate {
  readonly contestants: readonly string[];
  readonly staff: readonly string[];
  readonly estimate: { readonly text: string };
  readonly asks?: string;
  readonly notes: readonly string[];
  readonly warnings: readonly { readonly about: string; readonly text: string }[];
}

export interface Estimated {
  readonly plan?: Estimate;
  readonly trouble?: Trouble;
}

/** Since the last word was typed. */
const restMs = 500;

/** Undefined asks nothing. The last answer stays until the next one is there. */
export function useEstimate(request: LaunchRequest | undefined): Estimated & { readonly isReading: boolean } {
  const { post } = useSource();
  const [state, setState] = useState<Estimated & { of?: string }>({});
  const wanted = request === undefined ? undefined : JSON.stringify(request);
  useEffect(() => {
    if (wanted === undefined || post === undefined) return undefined;
    let isOver = false;
    const timer = setTimeout(async () => {
      const said = await post('/estimate', JSON.parse(wanted)).then(
        (plan) => ({ plan: plan as Estimate }),
        (error: unknown) => ({
          trouble: error instanceof Trouble ? error : new Trouble({ code: 'page', message: String(error) }),
        }),
      );
      if (!isOver) setState({ ...said, of: wanted });
    }, restMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [wanted, post]);
  if (wanted === undefined) return { isReading: false };
  return { ...state, isReading: state.of !== wanted };
}

interface PanelProps {
  readonly request: LaunchRequest;
  /** The line that does the same. */
  readonly line: string;
  /** Why it cannot start yet. */
  readonly missing: string | undefined;
  readonly estimated: Estimated & { readonly isReading: boolean };
  readonly onTrouble: (trouble: Trouble | undefined) => void;
  readonly onStarted: () => void;
}

export function LaunchPanel({ request, line, missing, estimated, onTrouble, onStarted }: PanelProps) {
  const start = useDeed<LaunchRequest & { approve?: true }, { id: string }>('/contests');
  const [asks, setAsks] = useState<string>();
  // The command line of a start that waits for its estimate, which says whether to ask first.
  const [waiting, setWaiting] = useState<string>();
  const isStarting = start.isDoing || waiting === line;
  const { plan } = estimated;
  const go = async (approve?: true) => {
    if (missing !== undefined || start.isDoing) return;
    setWaiting(approve === undefined && estimated.isReading ? line : undefined);
    if (approve === undefined && estimated.isReading) return;
    if (approve === undefined && plan?.asks !== undefined) {
      setAsks(plan.asks);
      return;
    }
    setAsks(undefined);
    const started = await start.do?.({ ...request, approve: approve || undefined });
    if (started === undefined) return;
    onStarted();
    goTo(contestHref(started.id));
  };
  const goOn = useRef(go);
  goOn.current = go;
  const isEstimated = waiting === line && !estimated.isReading;
  useEffect(() => {
    if (isEstimated) void goOn.current();
  }, [isEstimated]);
  useEffect(() => onTrouble(start.trouble), [start.trouble, onTrouble]);
  useStartKey(go);
  return (
    <aside className="launch-panel card stack" aria-label="Before it starts">
      <EstimateView estimated={estimated} missing={missing} />
      <section className="stack tight">
        <div className="row spread">
          <h2>Same in a terminal</h2>
          <CopyButton text={line} what="the command line" />
        </div>
        <pre className="sunk line">{line.split(/((?<= )-\S*)/).map(unbroken)}</pre>
      </section>
      {start.trouble !== undefined && <TroubleCard trouble={start.trouble} />}
      <button
        type="button"
        className="button primary start"
        disabled={missing !== undefined || isStarting}
        onClick={() => go()}
      >
        {isStarting ? 'Starting…' : `Start the ${request.format}`}
      </button>
      <p className="muted small start-hint">
        {missing ?? (
          <span className="start-key">
            <kbd>Ctrl</kbd> <kbd>Enter</kbd> starts it too
          </span>
        )}
      </p>
      <Dialog title="Start it?" isOpen={asks !== undefined} onClose={() => setAsks(undefined)}>
        <p>{asks}</p>
        <div className="row">
          <button type="button" className="button primary" onClick={() => go(true)}>
            Yes, start it
          </button>
          <button type="button" className="button" onClick={() => setAsks(undefined)}>
            Not yet
          </button>
        </div>
      </Dialog>
    </aside>
  );
}

/** A browser breaks lines at dashes. */
function unbroken(words: string, at: number): ReactNode {
  return at % 2 === 0 ? (
    words
  ) : (
    <span key={at} className="flag">
      {words}
    </span>
  );
}

function useStartKey(start: () => unknown): void {
  const last = useRef(start);
  last.current = start;
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
      event.preventDefault();
      last.current();
    };
    addEventListener('keydown', hear);
    return () => removeEventListener('keydown', hear);
  }, []);
}

function EstimateView({ estimated, missing }: Pick<PanelProps, 'estimated' | 'missing'>) {
  const { plan, trouble, isReading } = estimated;
  const warned = new Set(plan?.warnings.map(({ text }) => text));
  return (
    <section className="stack tight" aria-live="polite" aria-busy={isReading}>
      <h2>Estimate</h2>
      {plan === undefined && trouble === undefined && (
        <p className="muted">{missing === undefined ? 'Reckoning…' : 'Appears once the form is complete.'}</p>
      )}
      {trouble !== undefined && <TroubleCard trouble={trouble} />}
      {plan !== undefined && (
        <div className={isReading ? 'stack tight old' : 'stack tight'}>
          <p>{capital(plan.estimate.text.replace(/^Estimate: /, ''))}</p>
          <dl className="facts small">
            <dt>plays</dt>
            <dd>{plan.contestants.join(', ')}</dd>
            {plan.staff.length > 0 && (
              <>
                <dt>beside them</dt>
                <dd>{plan.staff.join(', ')}</dd>
              </>
            )}
          </dl>
          {plan.warnings.map(({ text }) => (
            <p key={text} className="notice small">
              {visibleLine(text)}
            </p>
          ))}
          {plan.notes
            .filter((note) => !warned.has(note))
            .map((note) => (
              <p key={note} className="muted small">
                {visibleLine(note)}
              </p>
            ))}
        </div>
      )}
    </section>
  );
}
