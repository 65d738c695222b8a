import { runWhenIdle } from '../loading/when-idle.ts';

const WORKER_PATH = '/sw.js';

/** Type of `trustedTypes`. Browsers that enforce Trusted Types accept the URL of a worker only from a policy. */
interface TrustedTypesApi {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): unknown };
}

function trustedWorkerUrl(): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypesApi };
  if (!trustedTypes) return WORKER_PATH;
  const policy = trustedTypes.createPolicy('guilda-worker', { createScriptURL: () => WORKER_PATH });
  return policy.createScriptURL(WORKER_PATH) as string;
}

/**
 * Registers Guilda's service worker, which shows push notifications and an offline page. Rejects where the browser
 * does not allow workers.
 */
export async function registerWorker(): Promise<void> {
  await navigator.serviceWorker.register(trustedWorkerUrl(), { scope: '/' });
}

function tryRegisterWorker(): void {
  if ('serviceWorker' in navigator) registerWorker().catch(() => undefined);
}

/**
 * Registers the service worker for every reader, signed in or not, once the page is idle; failures are ignored. In
 * development no service worker is registered, because it would serve outdated files. The returned function cancels
 * the registration.
 */
export function registerWorkerWhenIdle(): (() => void) | undefined {
  return import.meta.env.PROD ? runWhenIdle(tryRegisterWorker) : undefined;
}
