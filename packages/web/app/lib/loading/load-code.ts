/**
 * Loads code; rejects at once while offline. A browser that failed to load a module does not request it again until the
 * page is reloaded, so requests that would fail must be avoided.
 */
export function loadCode<M>(load: () => Promise<M>): Promise<M> {
  return navigator.onLine ? load() : Promise.reject(new Error('there is no network'));
}

/** Loads code in advance. A failure is ignored, because the code is requested again when it is needed. */
export function preloadCode(loadModule: () => Promise<unknown>): void {
  loadCode(loadModule).catch(() => undefined);
}
