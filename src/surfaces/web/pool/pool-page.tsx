// The pool of hosts: who is there and heard of, what each plays, and what waits and for what.
import { useEffect } from 'react';
import { plural } from '../../../domain/figures.ts';
import { duration, moment } from '../../../views/units.ts';
import { visibleLine } from '../../../views/visible.ts';
import type { PoolJson } from '../../../views/wire/pool-json.ts';
import { hrefTo } from '../address.ts';
import { answersOf, useAnswer } from '../data/answers.ts';
import type { NewsItem } from '../data/live/open-live.ts';
import { useSource } from '../data/source.ts';
import { Empty, Scroll, Shown, State } from '../design/parts.tsx';
import { TableHead } from '../design/table-head.tsx';
import './pool.css';

type HostJson = PoolJson['hosts'][number];

/** What changes who plays what; that hosts are heard of is no news, and looked for. */
const changesThePool = ({ event: { type } }: NewsItem): boolean =>
  /^(?:contest[.]|attempt[.](?:started|lost))/.test(type);
const lookEveryMs = 5000;

export function PoolPage() {
  const answers = answersOf(useSource());
  useEffect(() => {
    const timer = setInterval(() => answers.refreshOnly('/pool'), lookEveryMs);
    return () => clearInterval(timer);
  }, [answers]);
  return (
    <div className="page stack">
      <h1>Pool</h1>
      <Shown answer={useAnswer<PoolJson>('/pool', changesThePool)}>
        {(pool) => (pool.isThere ? <Pool pool={pool} /> : <NoPool />)}
      </Shown>
    </div>
  );
}

function NoPool() {
  return (
    <Empty title="There is no pool">
      <p>
        Several machines play together where the record is in PostgreSQL: set <code>JOUST_LEDGER</code>, or{' '}
        <code>url</code> under <code>[ledger]</code> in your config, to{' '}
        <code>postgres://USER:PASSWORD@HOST/DATABASE</code>, and start <code>joust worker</code> on each of
        them.
      </p>
    </Empty>
  );
}

function Pool({ pool: { hosts, waiting } }: { readonly pool: PoolJson }) {
  const working = hosts.filter(({ state }) => state === 'here');
  const gone = hosts.filter(({ state }) => state === 'left' || state === 'lost');
  const free = working.reduce((sum, { places, busy }) => sum + Math.max(0, places - busy), 0);
  return (
    <>
      <p className="gist">
        {working.length === 0
          ? 'No host takes contests.'
          : `${plural(working.length, 'host')} with ${plural(free, 'free place')}; ${plural(waiting.length, 'contest')} ${waiting.length === 1 ? 'waits' : 'wait'}.`}
      </p>
      {working.length === 0 && (
        <p className="muted">
          Start one with <code>joust worker</code>, on any machine that reaches the database.
        </p>
      )}
      {hosts.length > gone.length && (
        <section className="stack tight" aria-labelledby="hosts">
          <h2 id="hosts">
            Hosts <span className="muted">{hosts.length - gone.length}</span>
          </h2>
          <div className="hosts">
            {hosts
              .filter((host) => !gone.includes(host))
              .map((host) => (
                <HostCard key={host.name} host={host} />
              ))}
          </div>
        </section>
      )}
      {waiting.length > 0 && <Waits waiting={waiting} />}
      {gone.length > 0 && (
        <details>
          <summary>
            <h2 className="gone">Not there any more</h2> <span className="muted">{gone.length}</span>
          </summary>
          <div className="hosts">
            {gone.map((host) => (
              <HostCard key={host.name} host={host} />
            ))}
          </div>
        </details>
      )}
    </>
  );
}

const looks = {
  here: ['ok', 'takes contests'],
  draining: ['stopped', 'takes no more'],
  left: ['cancelled', 'has left'],
  lost: ['lost', 'given up'],
} as const;

function HostCard({ host }: { readonly host: HostJson }) {
  const { name, machine, state, busy, places, labels, kinds, joust, protocol, silentMs, contests } = host;
  const [is, word] = looks[state];
  return (
    <article className="card stack tight" aria-label={name}>
      <div className="row spread">
        <h3>{visibleLine(name)}</h3>
        <State is={is} word={word} />
      </div>
      <dl className="facts small">
        <dt>places</dt>
        <dd>
          <span className="figure">
            {busy} of {places}
          </span>{' '}
          taken
        </dd>
        <dt>labels</dt>
        <dd>{labels.map(visibleLine).join(', ')}</dd>
        <dt>takes</dt>
        <dd>{kinds.join(', ')}</dd>
        <dt>machine</dt>
        <dd>
          {visibleLine(machine)}, joust {joust}, protocol {protocol}
        </dd>
        <dt>heard of</dt>
        <dd>{duration(silentMs)} ago</dd>
        <dt>plays</dt>
        <dd>
          {contests.length === 0 ? (
            <span className="muted">nothing</span>
          ) : (
            <ul className="plays">
              {contests.map((id) => (
                <li key={id}>
                  <a className="mono" href={hrefTo(['contests', id])}>
                    {id}
                  </a>
                </li>
              ))}
            </ul>
          )}
        </dd>
      </dl>
    </article>
  );
}

function Waits({ waiting }: { readonly waiting: PoolJson['waiting'] }) {
  return (
    <section className="stack tight" aria-labelledby="waits">
      <h2 id="waits">
        Waiting <span className="muted">{waiting.length}</span>
      </h2>
      <Scroll label="What waits for a host">
        <table className="waits">
          <TableHead columns={['contest', 'label', 'kind', 'since', 'waits for']} />
          <tbody>
            {waiting.map(({ contest, label, kind, since, for: what }) => (
              <tr key={contest}>
                <td>
                  <a className="mono" href={hrefTo(['contests', contest])}>
                    {contest}
                  </a>
                </td>
                <td>{visibleLine(label)}</td>
                <td>{kind}</td>
                <td>{moment(since)}</td>
                <td>{visibleLine(what)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </section>
  );
}
