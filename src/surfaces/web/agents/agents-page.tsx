// What there is to play with: every agent and contestant as doctor finds it, what each can be held to, and what to do about the rest.
import { type ReactNode, useState } from 'react';
import { limitLines } from '../../../views/agent-limits.ts';
import { duration } from '../../../views/units.ts';
import { visibleLine } from '../../../views/visible.ts';
import type { AgentFinding, DoctorJson, LiveCheck } from '../../../views/wire/doctor-json.ts';
import { useAnswer, useDeed } from '../data/answers.ts';
import { CopyButton, Shown, State, TroubleCard } from '../design/parts.tsx';
import { pastText, readiness } from './agent-findings.ts';
import './agents.css';

export function AgentsPage() {
  return (
    <div className="page stack">
      <h1>Agents</h1>
      <Shown answer={useAnswer<DoctorJson>('/agents?past=true')}>{(found) => <Found found={found} />}</Shown>
    </div>
  );
}

function Found({ found }: { readonly found: DoctorJson }) {
  const { agents, notices } = found;
  const usable = agents.filter(({ problem }) => problem === undefined);
  const waiting = agents.filter(({ problem }) => problem !== undefined && problem.absent !== true);
  const absent = agents.filter(({ problem }) => problem?.absent === true);
  return (
    <>
      {notices.map((notice) => (
        <p key={notice} className="notice">
          {visibleLine(notice)}
        </p>
      ))}
      <section className="stack tight">
        <h2>
          Can play <span className="muted">{usable.length}</span>
        </h2>
        {usable.length === 0 && <p className="muted">None yet. Install one of those below, or log in.</p>}
        <div className="agents">
          {usable.map((agent) => (
            <AgentCard key={agent.contestant} agent={agent} />
          ))}
        </div>
      </section>
      {waiting.length > 0 && (
        <section className="stack tight">
          <h2>
            Need something first <span className="muted">{waiting.length}</span>
          </h2>
          <UnusableRows agents={waiting} />
        </section>
      )}
      {absent.length > 0 && (
        <details open={usable.length === 0}>
          <summary>
            <h2 className="inline">Not installed</h2> <span className="muted">{absent.length}</span>
          </summary>
          <UnusableRows agents={absent} />
        </details>
      )}
      <Machine found={found} />
    </>
  );
}

function Machine({ found: { platform, joust, container } }: { readonly found: DoctorJson }) {
  return (
    <section className="card stack tight">
      <h2>This machine</h2>
      <dl className="facts">
        <dt>joust</dt>
        <dd>
          {joust} on Node {platform.node}, {platform.platform}
        </dd>
        <dt>record</dt>
        <dd>
          {platform.home.path}
          {platform.freeBytes !== undefined && `, ${Math.floor(platform.freeBytes / 1e9)} GB free`}
          {!platform.home.writable && <span className="bad"> cannot be written</span>}
        </dd>
        {platform.tools.map(({ name, use, path, version }) => (
          <Fact key={name} name={name}>
            {path === undefined ? `not there: ${use}` : `${version ?? path} for ${use}`}
          </Fact>
        ))}
        {container !== undefined && (
          <Fact name="container">
            {'about' in container ? container.about : `${container.unavailable} ${container.hint}`}
          </Fact>
        )}
      </dl>
    </section>
  );
}

function AgentCard({ agent }: { readonly agent: AgentFinding }) {
  const { contestant, title, tiers, login, program, version, lane, withheld, verified } = agent;
  const past = pastText(agent);
  return (
    <article className="card stack tight" aria-label={contestant}>
      <div className="row spread">
        <h3>
          {contestant} {title !== contestant && <span className="muted">{title}</span>}
        </h3>
        <State {...readiness(agent)} />
      </div>
      <dl className="facts small">
        {(version ?? program) !== undefined && (
          <Fact name="program">{[version, program].filter(Boolean).join(', ')}</Fact>
        )}
        {login.detail !== undefined && <Fact name="login">{login.detail}</Fact>}
        <Fact name="lane">{lane}</Fact>
        <Fact name="of late">{past ?? 'not on record yet'}</Fact>
        <Fact name="limits">
          <ul className="limits">
            {limitLines(tiers).map(({ isHeld, text }) => (
              <li key={text} className={isHeld ? undefined : 'warn'}>
                {text}
              </li>
            ))}
          </ul>
        </Fact>
        {withheld.length > 0 && <Fact name="withheld">{withheld.join(', ')}</Fact>}
        {'because' in verified && <Fact name="unverified">{verified.because}</Fact>}
      </dl>
      <Check name={contestant} />
    </article>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

/** What to do is often a command. */
function UnusableRows({ agents }: { readonly agents: readonly AgentFinding[] }) {
  return (
    <ul className="unusable">
      {agents.map(({ contestant, title, problem }) => (
        <li key={contestant}>
          <span>
            <span className="strong">{contestant}</span> <span className="muted">{title}</span>
          </span>
          {problem !== undefined && (
            <span className="row">
              {problem.absent !== true && <State is="waiting" word={visibleLine(problem.reason)} />}
              <code>{visibleLine(problem.hint)}</code>
              <CopyButton text={problem.hint} what={`what to do about ${contestant}`} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

function Check({ name }: { readonly name: string }) {
  const check = useDeed<object, { readonly result: DoctorJson }>('/agents/check');
  const [found, setFound] = useState<LiveCheck>();
  if (check.do === undefined) return null;
  return (
    <div className="stack tight">
      <div className="row">
        <button
          type="button"
          className="button small"
          disabled={check.isDoing}
          onClick={async () => setFound((await check.do?.({ agents: [name] }))?.result.agents[0]?.check)}
        >
          {check.isDoing ? 'Asking…' : 'Check'}
        </button>
        {found === undefined ? (
          <span className="muted small">asks it for one word, which costs a call</span>
        ) : (
          <span className="row small" role="status">
            <State is={found.outcome} word={found.outcome === 'ok' ? 'answers' : found.outcome} />
            <span className="muted">
              {[found.model, found.ranMs === undefined ? undefined : duration(found.ranMs), found.reason]
                .filter((part) => part !== undefined)
                .join(' · ')}
            </span>
          </span>
        )}
      </div>
      {check.trouble !== undefined && <TroubleCard trouble={check.trouble} />}
    </div>
  );
}
