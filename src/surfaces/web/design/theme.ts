// Light or dark: as the system is, until somebody says otherwise.

const place = 'joust.theme';
export const themes = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export function readTheme(): Theme {
  const said = keptText(place);
  return themes.find((theme) => theme === said) ?? 'auto';
}

export function setTheme(theme: Theme): void {
  keepText(place, theme);
  showTheme(theme);
}

export function showTheme(theme: Theme): void {
  if (theme === 'auto') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

/** What the user chose once, in this browser. A report opened from disk may have no storage. */
export function keptText(name: string): string | undefined {
  try {
    return localStorage.getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}

export function keepText(name: string, text: string): void {
  try {
    localStorage.setItem(name, text);
  } catch {
    // It is not remembered.
  }
}
