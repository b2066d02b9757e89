// The page of joust serve.
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { httpSource, takeToken } from './data/http-source.ts';
import { openLive } from './data/live/open-live.ts';
import { SourceProvider } from './data/source.ts';
import './design/tokens.css';
import './design/base.css';
import { readTheme, showTheme } from './design/theme.ts';
import { Shell } from './shell.tsx';

showTheme(readTheme());
takeToken();
// A tab that was open gets a new token by its address.
addEventListener('hashchange', () => {
  if (location.hash.startsWith('#token=')) location.reload();
});
const source = { ...httpSource(takeToken), live: openLive(takeToken) };
const place = document.getElementById('joust');
if (place !== null)
  createRoot(place).render(
    <StrictMode>
      <SourceProvider value={source}>
        <Shell />
      </SourceProvider>
    </StrictMode>,
  );
