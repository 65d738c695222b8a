import { type ComponentType, useEffect, useRef, useState } from 'react';
import { loadWhenIdle } from './when-idle.ts';

/** The components loaded so far, so that a page that is opened again shows them at once. */
const loadedComponents = new WeakMap<() => Promise<unknown>, unknown>();

/**
 * A component that is not needed at once: once `isWanted` is true, its code is loaded while the page is idle. Null
 * until loaded. Pass the same `load` each time, so that the component is known when the page is opened again.
 */
export function useIdleComponent<P>(
  load: () => Promise<ComponentType<P>>,
  isWanted: boolean,
): ComponentType<P> | null {
  const [Loaded, setLoaded] = useState(
    () => (loadedComponents.get(load) as ComponentType<P> | undefined) ?? null,
  );
  const latestLoad = useRef(load);
  const mustLoad = isWanted && Loaded === null;
  useEffect(() => {
    if (!mustLoad) return;
    return loadWhenIdle(latestLoad.current, (Component) => {
      loadedComponents.set(latestLoad.current, Component);
      setLoaded(() => Component);
      return () => undefined;
    });
  }, [mustLoad]);
  return Loaded;
}
