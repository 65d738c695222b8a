import { type ComponentType, useEffect, useRef, useState } from 'react';
import { loadWhenIdle } from './when-idle.ts';

/**
 * A component that is not needed at once: once `wanted`, its code is loaded while the page is idle. Null until loaded.
 */
export function useIdleComponent<P>(
  load: () => Promise<ComponentType<P>>,
  wanted: boolean,
): ComponentType<P> | null {
  const [Loaded, setLoaded] = useState<ComponentType<P> | null>(null);
  const latest = useRef(load);
  const missing = wanted && Loaded === null;
  useEffect(() => {
    if (!missing) return;
    return loadWhenIdle(latest.current, (part) => {
      setLoaded(() => part);
      return () => undefined;
    });
  }, [missing]);
  return Loaded;
}
