const WORKER_PATH = '/sw.js';

/** Browsers that check it take a worker's address from a policy only. */
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
 * Has the browser keep the product's worker, which shows notices and a page of ours where there is no
 * network. Rejects where workers are not allowed.
 */
export async function registerWorker(): Promise<void> {
  await navigator.serviceWorker.register(trustedWorkerUrl(), { scope: '/' });
}

/** Registers the worker for everybody; failures are ignored where workers are not allowed. */
export function tryRegisterWorker(): void {
  if ('serviceWorker' in navigator) registerWorker().catch(() => undefined);
}
