/**
 * Fetches code unless the network is known to be gone; rejects then. A browser that could not fetch a
 * module never asks for it again until the page is loaded anew: so it is not asked for in vain.
 */
export function loadCode<M>(load: () => Promise<M>): Promise<M> {
  return navigator.onLine ? load() : Promise.reject(new Error('there is no network'));
}

/** Preloads code; when that fails, it is requested again when it is needed. */
export function preloadCode(load: () => Promise<unknown>): void {
  loadCode(load).catch(() => undefined);
}
