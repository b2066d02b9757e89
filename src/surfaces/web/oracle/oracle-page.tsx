// The oracle: how much of each cap is used, what was asked and answered, and a form to ask.
import { useId, useState } from 'react';
import type { OracleResult } from '../../../formats/oracle/result.ts';
import { dollars, money } from '../../../views/units.ts';
import { visibleLine } from '../../../views/visible.ts';
import type { DoctorJson } from '../../../views/wire/doctor-json.ts';
import type { Consultation, Meter, OracleJson } from '../../../views/wire/oracle-json.ts';
import { contestHref } from '../address.ts';
import { Moment } from '../contests/contest-row.tsx';
import { useAnswer, useDeed } from '../data/answers.ts';
import type { NewsItem } from '../data/live/open-live.ts';
import { Markdown } from '../design/markdown.tsx';
import { Empty, Shown, State, TroubleCard } from '../design/parts.tsx';
import './oracle.css';

const changesIt = ({ event: { type } }: NewsItem): boolean => /^(?:contest[.]|attempt[.]ended)/.test(type);

export function OraclePage() {
  return (
    <div className="page stack">
      <div>
        <h1>Oracle</h1>
        <p className="muted">
          One stronger model, one question, within the caps of a session. It has no tools and sees only what
          you give it.
        </p>
      </div>
      <ConsultForm />
      <Shown answer={useAnswer<OracleJson>('/oracle', changesIt)}>
        {({ sessions, consultations }) => (
          <>
            {sessions.length > 0 && <Sessions sessions={sessions} />}
            <Consultations consultations={consultations} />
          </>
        )}
      </Shown>
    </div>
  );
}

function ConsultForm() {
  const ask = useDeed<object, { id: string }>('/contests');
  const agents = useAnswer<DoctorJson>('/agents').data?.agents ?? [];
  const [said, setSaid] = useState({ question: '', hint: '', session: '', turn: '', who: '' });
  const id = useId();
  if (ask.do === undefined) return null;
  const field = (name: keyof typeof said) => ({
    id: `${id}-${name}`,
    value: said[name],
    onChange: ({ target }: { target: { value: string } }) => setSaid({ ...said, [name]: target.value }),
  });
  const start = async () => {
    const { question, who, ...named } = said;
    const settings = Object.fromEntries(Object.entries(named).filter(([, value]) => value.trim() !== ''));
    const contestant = who === '' ? {} : { contestant: [who] };
    const started = await ask.do?.({
      format: 'oracle',
      prompt: question,
      settings: { ...settings, ...contestant },
    });
    if (started !== undefined) setSaid({ ...said, question: '' });
  };
  return (
    <form
      className="card stack"
      aria-label="Ask"
      onSubmit={async (event) => {
        event.preventDefault();
        await start();
      }}
    >
      <label className="stack tight" htmlFor={`${id}-question`}>
        <span className="strong">Question</span>
        <textarea {...field('question')} rows={3} required placeholder="Is this lock order safe?" />
      </label>
      <label className="stack tight" htmlFor={`${id}-hint`}>
        What it should know
        <textarea {...field('hint')} rows={2} placeholder="tests hang on CI" />
      </label>
      <div className="oracle-fields">
        <label className="stack tight" htmlFor={`${id}-who`}>
          Whom
          <select {...field('who')}>
            <option value="">as configured</option>
            {agents
              .filter(({ problem }) => problem === undefined)
              .map(({ contestant }) => (
                <option key={contestant}>{contestant}</option>
              ))}
          </select>
        </label>
        <label className="stack tight" htmlFor={`${id}-session`}>
          Session
          <input {...field('session')} placeholder="none: it stands alone" />
        </label>
        <label className="stack tight" htmlFor={`${id}-turn`}>
          Turn
          <input {...field('turn')} />
        </label>
      </div>
      {ask.trouble !== undefined && <TroubleCard trouble={ask.trouble} />}
      <div className="row">
        <button
          type="submit"
          className="button primary"
          disabled={ask.isDoing || said.question.trim() === ''}
        >
          {ask.isDoing ? 'Asking…' : 'Ask the oracle'}
        </button>
      </div>
    </form>
  );
}

function Sessions({ sessions }: Pick<OracleJson, 'sessions'>) {
  return (
    <section className="stack tight">
      <h2>Sessions</h2>
      <div className="oracle-sessions">
        {sessions.map(({ session, lastAt, meters }) => (
          <article key={session} className="card stack tight" aria-label={`Session ${session}`}>
            <div className="row spread">
              <h3>{session}</h3>
              <span className="muted small">
                <Moment at={lastAt} />
              </span>
            </div>
            {meters.map((meter) => (
              <MeterRow key={`${meter.scope} ${meter.name}`} meter={meter} />
            ))}
          </article>
        ))}
      </div>
    </section>
  );
}

function MeterRow({ meter: { scope, name, unit, used, cap, unknown } }: { readonly meter: Meter }) {
  const isFull = used >= cap;
  const words =
    unit === 'usd' ? `${used === 0 ? '$0' : dollars(used)} of ${dollars(cap)}` : `${used} of ${cap} calls`;
  const share = cap === 0 ? 1 : Math.min(1, used / cap);
  const title = scope === 'session' ? 'money' : `turn ${name}`;
  return (
    <div className="meter">
      <span className="oneline">{title}</span>
      <span className="meter-track" aria-hidden="true">
        <span className={isFull ? 'full' : undefined} style={{ width: `${100 * share}%` }} />
      </span>
      <span className="small meter-words">
        {words}
        {unknown !== undefined && `, ${unknown} of unknown cost`}
        {isFull && <span className="warn"> full</span>}
      </span>
    </div>
  );
}

function Consultations({ consultations }: Pick<OracleJson, 'consultations'>) {
  if (consultations.length === 0)
    return (
      <Empty title="Nothing was asked yet">Agents ask it with joust oracle, you with the form above.</Empty>
    );
  return (
    <section className="stack tight">
      <h2>Consultations</h2>
      <ul className="consultations card">
        {consultations.map((one) => (
          <li key={one.id} className="stack tight">
            <div className="row spread">
              <a className="strong" href={contestHref(one.id)}>
                {visibleLine(one.question)}
              </a>
              {one.answer === undefined && (
                <State
                  is={one.problem === undefined ? 'playing' : 'failed'}
                  word={visibleLine(one.problem ?? 'asking')}
                />
              )}
            </div>
            <p className="muted small">
              {visibleLine(factsOf(one).join(' · '))} · <Moment at={one.at} />
            </p>
            {one.answer !== undefined && <WholeAnswer id={one.id} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Read when it is opened: the list has only how it begins. */
function WholeAnswer({ id }: { readonly id: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const path = `/contests/${encodeURIComponent(id)}/result`;
  const answer = useAnswer<{ result?: Pick<OracleResult, 'text'> }>(isOpen ? path : undefined);
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>Answer</summary>
      <div className="whole-answer">
        {isOpen && <Shown answer={answer}>{({ result }) => <Markdown text={result?.text ?? ''} />}</Shown>}
      </div>
    </details>
  );
}

function factsOf({
  by,
  model,
  simulated,
  session,
  turn,
  hint,
  cost,
  answer,
}: Consultation): readonly string[] {
  return [
    model === undefined || by.includes(model) ? by : `${by} (${model})`,
    session === undefined ? undefined : `session ${session}`,
    turn === undefined ? undefined : `turn ${turn}`,
    hint === undefined ? undefined : `hint: ${hint}`,
    simulated ? 'simulated' : undefined,
    answer === undefined || simulated ? undefined : money(cost),
  ].filter((part) => part !== undefined);
}
