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

/** Registers the service worker for every reader, signed in or not; failures are ignored. */
export function tryRegisterWorker(): void {
  if ('serviceWorker' in navigator) registerWorker().catch(() => undefined);
}
