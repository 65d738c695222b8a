import { useSyncExternalStore } from 'react';
import { openTabChannel } from './tab-channel.ts';

/** A visitor's answer to the question about analytics (`docs/product/privacy.md`). */
export type AnalyticsConsent = 'accepted' | 'refused';

/**
 * The cookie of the answer; absent while there is none. The answer is the browser's and not the
 * person's: signing out empties local storage, and nobody should be asked again because of that.
 */
const CONSENT_COOKIE = 'guilda_consent';

/** The question is asked again after a year, in s. */
const COOKIE_MAX_AGE_SECONDS = 31_536_000;

/** Local storage key of the browser's random name for Google Analytics; only with consent. */
export const ANALYTICS_CLIENT_KEY = 'guilda.analytics';

const consentListeners = new Set<() => void>();

/** The answer in browsers that refuse cookies, which lasts until the page is left. */
let unkept: AnalyticsConsent | null = null;

const consentAnswers: readonly AnalyticsConsent[] = ['accepted', 'refused'];

/** The answer as this browser keeps it; null while there is none. */
export function readConsent(): AnalyticsConsent | null {
  const kept = document.cookie.split('; ');
  return consentAnswers.find((answer) => kept.includes(`${CONSENT_COOKIE}=${answer}`)) ?? unkept;
}

function storeConsentCookie(answer: AnalyticsConsent) {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
  document.cookie = `${CONSENT_COOKIE}=${answer}; Path=/; Max-Age=${COOKIE_MAX_AGE_SECONDS}; SameSite=Lax${secure}`;
}

/** Keeps an answer, which replaces the one before; a refusal also takes the browser's name away. */
export function setConsent(answer: AnalyticsConsent): void {
  unkept = answer;
  storeConsentCookie(answer);
  if (answer === 'refused') deleteClientId();
  for (const listener of consentListeners) listener();
  const tabs = openTabChannel<AnalyticsConsent>(CONSENT_COOKIE);
  tabs.post(answer);
  tabs.close();
}

function deleteClientId() {
  try {
    localStorage.removeItem(ANALYTICS_CLIENT_KEY);
  } catch {
    // Storage is closed, so there is none.
  }
}

/** Calls the listener on every change of the answer, in other tabs too. */
function subscribeToConsent(listener: () => void): () => void {
  const tabs = openTabChannel<AnalyticsConsent>(CONSENT_COOKIE);
  const deaf = tabs.subscribe(listener);
  consentListeners.add(listener);
  return () => {
    consentListeners.delete(listener);
    deaf();
    tabs.close();
  };
}

/** The answer; `unknown` on the server and until the browser has looked. */
export function useConsent(): AnalyticsConsent | 'unknown' | null {
  return useSyncExternalStore(subscribeToConsent, readConsent, () => 'unknown' as const);
}
