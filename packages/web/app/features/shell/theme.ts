import { useSyncExternalStore } from 'react';
import { THEME_KEY } from './boot-script.ts';

export type Theme = 'mesa' | 'papel';

const listeners = new Set<() => void>();

function stored(): Theme | null {
  try {
    const value = localStorage.getItem(THEME_KEY);
    return value === 'mesa' || value === 'papel' ? value : null;
  } catch {
    return null;
  }
}

function apply(theme: Theme) {
  document.documentElement.dataset['theme'] = theme;
  for (const listener of listeners) listener();
}

/** Keeps the choice on this device; from here on the system's setting no longer counts. */
export function chooseTheme(theme: Theme): void {
  try {
    localStorage.setItem(THEME_KEY, theme);
  } catch {
    // Storage is closed: the choice lasts for this page.
  }
  apply(theme);
}

/** Follows the system's setting, and other tabs' choices, until the returned function is called. */
export function followTheme(): () => void {
  const light = matchMedia('(prefers-color-scheme: light)');
  const update = () => apply(stored() ?? (light.matches ? 'papel' : 'mesa'));
  const other = (event: StorageEvent) => {
    if (event.key === THEME_KEY || event.key === null) update();
  };
  light.addEventListener('change', update);
  window.addEventListener('storage', other);
  return () => {
    light.removeEventListener('change', update);
    window.removeEventListener('storage', other);
  };
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The theme on screen; `mesa` on the server. */
export function useTheme(): Theme {
  return useSyncExternalStore(
    subscribe,
    () => (document.documentElement.dataset['theme'] === 'papel' ? 'papel' : 'mesa'),
    () => 'mesa',
  );
}
