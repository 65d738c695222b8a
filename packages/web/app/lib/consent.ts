import { useSyncExternalStore } from 'react';

/** What a visitor said to being counted (`product §10`). */
export type Consent = 'accepted' | 'refused';

/** Local storage key of the answer; absent while there is none. It outlives signing out. */
const CONSENT_KEY = 'guilda.consent';

/** Local storage key of the browser's random name for Google Analytics; only with consent. */
export const CLIENT_KEY = 'guilda.analytics';

const listeners = new Set<() => void>();

/** Where storage is closed the answer lasts for this page. */
let unkept: Consent | null = null;

/** The answer as this device keeps it; null while there is none. */
export function readConsent(): Consent | null {
  try {
    const value = localStorage.getItem(CONSENT_KEY);
    return value === 'accepted' || value === 'refused' ? value : null;
  } catch {
    return unkept;
  }
}

/** Keeps an answer, which replaces the one before; a refusal also takes the browser's name away. */
export function answerConsent(answer: Consent): void {
  unkept = answer;
  try {
    localStorage.setItem(CONSENT_KEY, answer);
    if (answer === 'refused') localStorage.removeItem(CLIENT_KEY);
  } catch {
    // Storage is closed.
  }
  for (const listener of listeners) listener();
}

/** Tells of every change of the answer, in other tabs too, until the returned function is called. */
function onConsent(listener: () => void): () => void {
  const other = ({ key }: StorageEvent) => {
    if (key === CONSENT_KEY || key === null) listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', other);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', other);
  };
}

/** The answer; `unknown` on the server and until the browser has looked. */
export function useConsent(): Consent | 'unknown' | null {
  return useSyncExternalStore(onConsent, readConsent, () => 'unknown' as const);
}
