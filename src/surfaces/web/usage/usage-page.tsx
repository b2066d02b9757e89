// What it took: cost and tokens by day, and by agent, model or format; where the figures come from, and what nobody knows.
import { useState } from 'react';
import { plural } from '../../../domain/figures.ts';
import { dollars, tokens } from '../../../views/units.ts';
import { type UsageGrouping, type UsageReport, usageDocument } from '../../../views/usage-report.ts';
import { type Route, replaceHash, useRoute, withQuery } from '../address.ts';
import { useAnswer } from '../data/answers.ts';
import { Choice, Empty, Shown } from '../design/parts.tsx';
import { DocumentView } from '../result/document-view.tsx';
import { UsageBars } from './usage-bars.tsx';
import { daysOf, type Measure, measuresIn } from './usage-days.ts';
import './usage.css';

const groupings = [
  ['agent', 'Agent'],
  ['model', 'Model'],
  ['format', 'Format'],
] as const;
const mostDays = 30;

export function UsagePage() {
  const route = useRoute();
  const withSimulated = route.query['simulated'] === 'true';
  const more = withSimulated ? '&simulated=true' : '';
  const answer = useAnswer<UsageReport>(`/usage?by=day&within=agent${more}`);
  return (
    <div className="page stack">
      <div className="row spread">
        <h1>Usage</h1>
        <label className="row">
          <input
            type="checkbox"
            checked={withSimulated}
            onChange={({ target }) =>
              replaceHash(withQuery(route, { simulated: target.checked ? 'true' : undefined }))
            }
          />
          count simulated attempts
        </label>
      </div>
      <Shown answer={answer}>
        {(report) =>
          report.total.attempts === 0 ? (
            <Empty title="No attempts on record">{leftOut(report)}</Empty>
          ) : (
            <>
              <Days report={report} route={route} />
              <Grouped route={route} more={more} />
              {report.simulatedLeftOut > 0 && <p className="muted small">{leftOut(report)}</p>}
            </>
          )
        }
      </Shown>
    </div>
  );
}

function leftOut({ simulatedLeftOut }: UsageReport): string {
  return simulatedLeftOut === 0 ? '' : `${plural(simulatedLeftOut, 'simulated attempt')} left out.`;
}

function Days({ report, route }: { readonly report: UsageReport; readonly route: Route }) {
  const known = measuresIn(report.total);
  const [wanted, setWanted] = useState<Measure>();
  const measure = known.find(([one]) => one === wanted)?.[0] ?? known[0]?.[0];
  if (measure === undefined)
    return (
      <p className="card muted">Nobody said what these attempts took: neither tokens nor money is known.</p>
    );
  const title = known.find(([one]) => one === measure)?.[1] ?? measure;
  return (
    <section className="card stack" aria-labelledby="by-day">
      <div className="row spread">
        <h2 id="by-day">By day</h2>
        <Choice label="What is drawn" options={known} value={measure} onChange={setWanted} />
      </div>
      <UsageBars
        key={`${measure} ${route.query['simulated'] ?? ''}`}
        title={title}
        {...daysOf(report.groups, measure, mostDays)}
        format={(value) => (measure === 'tokens' ? tokens(value) : dollars(value))}
      />
    </section>
  );
}

function Grouped({ route, more }: { readonly route: Route; readonly more: string }) {
  const by: UsageGrouping = groupings.find(([one]) => one === route.query['by'])?.[0] ?? 'agent';
  return (
    <section className="card stack" aria-labelledby="by-group">
      <div className="row spread">
        <h2 id="by-group">By {by}</h2>
        <Choice
          label="Grouped by"
          options={groupings}
          value={by}
          onChange={(name) => replaceHash(withQuery(route, { by: name }))}
        />
      </div>
      <Shown answer={useAnswer<UsageReport>(`/usage?by=${by}${more}`)}>
        {(report) => <DocumentView document={usageDocument({ ...report, simulatedLeftOut: 0 })} />}
      </Shown>
    </section>
  );
}
