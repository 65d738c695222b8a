import { type ComponentType, useEffect, useRef, useState } from 'react';
import { loadCode } from '../../lib/loading/load-code.ts';
import { toastMissingCode } from './toast-missing-code.ts';

/**
 * A component whose code is loaded once `isWanted` is true; null until loaded. When loading fails, `onFailure` is called,
 * which must set `isWanted` to false until the person tries again.
 */
export function useLoadedComponent<P>(
  load: () => Promise<ComponentType<P>>,
  isWanted: boolean,
  onFailure: () => void,
): ComponentType<P> | null {
  const [Loaded, setLoaded] = useState<ComponentType<P> | null>(null);
  const latestArguments = useRef({ load, onFailure });
  latestArguments.current = { load, onFailure };
  const mustLoad = isWanted && Loaded === null;
  useEffect(() => {
    if (!mustLoad) return;
    let unmounted = false;
    loadCode(latestArguments.current.load).then(
      (component) => !unmounted && setLoaded(() => component),
      () => !unmounted && latestArguments.current.onFailure(),
    );
    return () => {
      unmounted = true;
    };
  }, [mustLoad]);
  return Loaded;
}

/** The same with a toast that explains a failure; `giveUp` must then set `isWanted` to false. */
export function useLazyComponent<P>(
  load: () => Promise<ComponentType<P>>,
  isWanted: boolean,
  giveUp: () => void,
): ComponentType<P> | null {
  return useLoadedComponent(load, isWanted, () => {
    void toastMissingCode();
    giveUp();
  });
}
