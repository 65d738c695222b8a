import { type ComponentType, useEffect, useRef, useState } from 'react';
import { loadWhenIdle } from './when-idle.ts';

/**
 * A component that is not needed at once: once `isWanted` is true, its code is loaded while the page is idle. Null
 * until loaded.
 */
export function useIdleComponent<P>(
  load: () => Promise<ComponentType<P>>,
  isWanted: boolean,
): ComponentType<P> | null {
  const [Loaded, setLoaded] = useState<ComponentType<P> | null>(null);
  const latestLoad = useRef(load);
  const mustLoad = isWanted && Loaded === null;
  useEffect(() => {
    if (!mustLoad) return;
    return loadWhenIdle(latestLoad.current, (Component) => {
      setLoaded(() => Component);
      return () => undefined;
    });
  }, [mustLoad]);
  return Loaded;
}
