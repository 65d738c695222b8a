import { type ComponentType, useEffect, useRef, useState } from 'react';
import { loadWhenIdle } from './when-idle.ts';

/**
 * A part of the page that nobody waits for: once it is wanted it is fetched while the page is idle, and
 * null until it has come.
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
