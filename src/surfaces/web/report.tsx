// A contest as one file: the same views over the answers in it.
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { contestHref, replaceHash, useRoute } from './address.ts';
import { ContestPage } from './contest/contest-page.tsx';
import { readReport, reportSource } from './data/report-source.ts';
import { SourceProvider } from './data/source.ts';
import './design/tokens.css';
import './design/base.css';
import { Mark, ThemeChoice } from './design/brand.tsx';
import { readTheme, showTheme } from './design/theme.ts';
import './shell.css';

function Report({ contest }: { readonly contest: string }) {
  const { path } = useRoute();
  return (
    <>
      <header className="top">
        <a className="brand" href={contestHref(contest)}>
          <Mark />
          joust
        </a>
        <span className="muted report-word">a report: nothing in it is live</span>
        <div className="top-right">
          <ThemeChoice />
        </div>
      </header>
      <main id="main">{path[1] !== undefined && <ContestPage />}</main>
    </>
  );
}

showTheme(readTheme());
const report = readReport();
const place = document.getElementById('joust');
if (report !== undefined && place !== null) {
  if (!location.hash.startsWith('#/contests/')) replaceHash(contestHref(report.contest));
  createRoot(place).render(
    <StrictMode>
      <SourceProvider value={reportSource(report)}>
        <Report contest={report.contest} />
      </SourceProvider>
    </StrictMode>,
  );
}
