import { loadCode } from './load-code.ts';

/** Runs `runWork` once the page is idle, at the latest after two seconds. The returned function cancels it. */
export function runWhenIdle(runWork: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const handle = requestIdleCallback(runWork, { timeout: 2000 });
    return () => cancelIdleCallback(handle);
  }
  const handle = setTimeout(runWork, 200);
  return () => clearTimeout(handle);
}

/**
 * Loads code once the page is idle and passes it to `use`; while offline, loading waits for the network. When loading
 * fails although there is a network, `onFailure` is called. The returned function cancels the loading; after the
 * loading it calls the function that `use` returned.
 */
export function loadWhenIdle<M>(
  load: () => Promise<M>,
  use: (module: M) => () => void,
  onFailure?: () => void,
) {
  let cancelled = false;
  let stopUsing: (() => void) | null = null;
  const fetchCode = () => {
    loadCode(load).then(
      (module) => {
        if (!cancelled) stopUsing = use(module);
      },
      () => {
        if (cancelled) return;
        window.addEventListener('online', fetchCode, { once: true });
        if (navigator.onLine) onFailure?.();
      },
    );
  };
  const cancel = runWhenIdle(fetchCode);
  return () => {
    cancelled = true;
    cancel();
    window.removeEventListener('online', fetchCode);
    stopUsing?.();
  };
}
