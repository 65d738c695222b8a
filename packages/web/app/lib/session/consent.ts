import { useSyncExternalStore } from 'react';
import { openTabChannel } from './tab-channel.ts';

/** A visitor's answer to the consent banner of analytics (`docs/product/privacy.md`). */
export type AnalyticsConsent = 'accepted' | 'refused';

/**
 * Name of the cookie with the answer; without an answer there is no cookie. Local storage would not do, because signing
 * out empties it, and nobody should be asked again after signing out.
 */
const CONSENT_COOKIE = 'guilda_consent';

/** Lifetime of the cookie in s: after a year the question is asked again. */
const COOKIE_MAX_AGE_SECONDS = 31_536_000;

/** Local storage key of this browser's random id for Google Analytics; stored only with consent. */
export const ANALYTICS_CLIENT_KEY = 'guilda.analytics';

const consentListeners = new Set<() => void>();

/** The visitor's answer in browsers that refuse cookies; it is lost when the page is closed. */
let answerWithoutCookie: AnalyticsConsent | null = null;

const consentAnswers: readonly AnalyticsConsent[] = ['accepted', 'refused'];

/** The stored answer; null without one. */
export function readConsent(): AnalyticsConsent | null {
  const cookies = document.cookie.split('; ');
  return (
    consentAnswers.find((answer) => cookies.includes(`${CONSENT_COOKIE}=${answer}`)) ??
    answerWithoutCookie
  );
}

/** Whether the visitor had agreed when the document was opened. */
export const hadConsentAtLoad = typeof document !== 'undefined' && readConsent() === 'accepted';

function storeConsentCookie(answer: AnalyticsConsent) {
  const secureAttribute = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
  document.cookie = `${CONSENT_COOKIE}=${answer}; Path=/; Max-Age=${COOKIE_MAX_AGE_SECONDS}; SameSite=Lax${secureAttribute}`;
}

/** Stores an answer in place of an earlier one. A refusal also removes the browser's id for Google Analytics. */
export function setConsent(answer: AnalyticsConsent): void {
  answerWithoutCookie = answer;
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
    // Storage is unavailable, so it contains no id.
  }
}

/** Calls the listener on every change of the answer, also in other tabs, until the returned function is called. */
function subscribeToConsent(listener: () => void): () => void {
  const tabs = openTabChannel<AnalyticsConsent>(CONSENT_COOKIE);
  const unsubscribe = tabs.subscribe(listener);
  consentListeners.add(listener);
  return () => {
    consentListeners.delete(listener);
    unsubscribe();
    tabs.close();
  };
}

/** The answer; null without one, `unknown` on the server and during hydration. */
export function useConsent(): AnalyticsConsent | 'unknown' | null {
  return useSyncExternalStore(subscribeToConsent, readConsent, () => 'unknown' as const);
}
