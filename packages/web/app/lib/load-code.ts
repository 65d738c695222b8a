/**
 * Fetches code unless the network is known to be gone; rejects then. A browser that could not fetch a
 * module never asks for it again until the page is loaded anew: so it is not asked for in vain.
 */
export function loadCode<M>(load: () => Promise<M>): Promise<M> {
  return navigator.onLine ? load() : Promise.reject(new Error('there is no network'));
}

/** Fetches code ahead of need; where that cannot be had now, whoever needs it asks again. */
export function loadAhead(load: () => Promise<unknown>): void {
  loadCode(load).catch(() => undefined);
}
