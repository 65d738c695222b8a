import { useSyncExternalStore } from 'react';
import { tabChannel } from './tab-channel.ts';

/** A visitor's answer to the question about analytics (`docs/product/privacy.md`). */
export type AnalyticsConsent = 'accepted' | 'refused';

/**
 * The cookie of the answer; absent while there is none. The answer is the browser's and not the
 * person's: signing out empties local storage, and nobody should be asked again because of that.
 */
const CONSENT_COOKIE = 'guilda_consent';

/** The question is asked again after a year, in s. */
const MAX_AGE = 31_536_000;

/** Local storage key of the browser's random name for Google Analytics; only with consent. */
export const CLIENT_KEY = 'guilda.analytics';

const listeners = new Set<() => void>();

/** Where cookies are refused the answer lasts for this page. */
let unkept: AnalyticsConsent | null = null;

const answers: readonly AnalyticsConsent[] = ['accepted', 'refused'];

/** The answer as this browser keeps it; null while there is none. */
export function readConsent(): AnalyticsConsent | null {
  const kept = document.cookie.split('; ');
  return answers.find((answer) => kept.includes(`${CONSENT_COOKIE}=${answer}`)) ?? unkept;
}

function keep(answer: AnalyticsConsent) {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
  document.cookie = `${CONSENT_COOKIE}=${answer}; Path=/; Max-Age=${MAX_AGE}; SameSite=Lax${secure}`;
}

/** Keeps an answer, which replaces the one before; a refusal also takes the browser's name away. */
export function answerConsent(answer: AnalyticsConsent): void {
  unkept = answer;
  keep(answer);
  if (answer === 'refused') forgetClient();
  for (const listener of listeners) listener();
  const tabs = tabChannel<AnalyticsConsent>(CONSENT_COOKIE);
  tabs.post(answer);
  tabs.close();
}

function forgetClient() {
  try {
    localStorage.removeItem(CLIENT_KEY);
  } catch {
    // Storage is closed, so there is none.
  }
}

/** Calls the listener on every change of the answer, in other tabs too. */
function onConsent(listener: () => void): () => void {
  const tabs = tabChannel<AnalyticsConsent>(CONSENT_COOKIE);
  const deaf = tabs.subscribe(listener);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    deaf();
    tabs.close();
  };
}

/** The answer; `unknown` on the server and until the browser has looked. */
export function useConsent(): AnalyticsConsent | 'unknown' | null {
  return useSyncExternalStore(onConsent, readConsent, () => 'unknown' as const);
}
