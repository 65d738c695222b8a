import { useSyncExternalStore } from 'react';
import { THEME_KEY } from './boot-script.ts';

export type Theme = 'mesa' | 'papel';

const themeListeners = new Set<() => void>();

function readStoredTheme(): Theme | null {
  try {
    const value = localStorage.getItem(THEME_KEY);
    return value === 'mesa' || value === 'papel' ? value : null;
  } catch {
    return null;
  }
}

function applyTheme(theme: Theme) {
  document.documentElement.dataset['theme'] = theme;
  for (const listener of themeListeners) listener();
}

const systemTheme = (): Theme =>
  matchMedia('(prefers-color-scheme: light)').matches ? 'papel' : 'mesa';

/**
 * Stores the chosen theme on this device and applies it; null removes the choice, so that the system's theme applies.
 */
export function chooseTheme(theme: Theme | null): void {
  try {
    if (theme) localStorage.setItem(THEME_KEY, theme);
    else localStorage.removeItem(THEME_KEY);
  } catch {
    // Storage is unavailable: the choice applies to this page only.
  }
  applyTheme(theme ?? systemTheme());
}

/** Applies changes of the system's theme and choices in other tabs, until the returned function is called. */
export function followTheme(): () => void {
  const lightThemeQuery = matchMedia('(prefers-color-scheme: light)');
  const update = () => applyTheme(readStoredTheme() ?? systemTheme());
  const applyOtherTabsChoice = (event: StorageEvent) => {
    if (event.key === THEME_KEY || event.key === null) update();
  };
  lightThemeQuery.addEventListener('change', update);
  window.addEventListener('storage', applyOtherTabsChoice);
  return () => {
    lightThemeQuery.removeEventListener('change', update);
    window.removeEventListener('storage', applyOtherTabsChoice);
  };
}

function subscribeToTheme(listener: () => void) {
  themeListeners.add(listener);
  return () => themeListeners.delete(listener);
}

/** The applied theme; `mesa` on the server. */
export function useTheme(): Theme {
  return useSyncExternalStore(
    subscribeToTheme,
    () => (document.documentElement.dataset['theme'] === 'papel' ? 'papel' : 'mesa'),
    () => 'mesa',
  );
}

/** The theme chosen on this device; null on the server and when the system's theme applies. */
export function useThemeChoice(): Theme | null {
  return useSyncExternalStore(subscribeToTheme, readStoredTheme, () => null);
}
