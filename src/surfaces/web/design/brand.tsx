// What stands on top of every page: joust's mark, and light or dark.
import { useState } from 'react';
import { readTheme, setTheme, type Theme, themes } from './theme.ts';

export function Mark() {
  return (
    <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
      <path d="M2 15 14.5 2.5M16 15 3.5 2.5" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
      <path d="m11 10 4 4M7 10l-4 4" stroke="var(--accent)" strokeWidth="2.5" strokeLinecap="round" />
    </svg>
  );
}

export function ThemeChoice() {
  const [theme, choose] = useState<Theme>(readTheme);
  return (
    <select
      className="theme"
      aria-label="Light or dark"
      value={theme}
      onChange={({ target }) => {
        const chosen = themes.find((one) => one === target.value) ?? 'auto';
        setTheme(chosen);
        choose(chosen);
      }}
    >
      <option value="auto">Auto</option>
      <option value="light">Light</option>
      <option value="dark">Dark</option>
    </select>
  );
}
