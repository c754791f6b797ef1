import { useEffect } from 'react';
import type { Theme } from '#contract/users.ts';

/** Read again by early.ts before the next start paints anything. */
const STORAGE_KEY = 'theme';

export function applyTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset['theme'];
  else dataset['theme'] = theme;
  try {
    if (theme === 'system') localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, theme);
  } catch {
    // Storage is blocked: the next start begins with the system's theme.
  }
}

export function useTheme(theme: Theme): void {
  useEffect(() => applyTheme(theme), [theme]);
}
