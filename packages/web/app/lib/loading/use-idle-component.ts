import { type ComponentType, useEffect, useRef, useState } from 'react';
import { loadWhenIdle } from './when-idle.ts';

/** The components loaded so far, so that a page that is opened again shows them at once. */
const loadedComponents = new WeakMap<() => Promise<unknown>, unknown>();

/**
 * A component that is not needed at once: once `isWanted` is true, its code is loaded while the page is idle. Null
 * until loaded. Pass the same `load` each time, so that the component is known when the page is opened again. When
 * loading fails although there is a network, `onFailure` is called; only reloading the page loads the code then, because
 * browsers do not request a failed module again (`loadCode`).
 */
export function useIdleComponent<P>(
  load: () => Promise<ComponentType<P>>,
  isWanted: boolean,
  onFailure?: () => void,
): ComponentType<P> | null {
  const [Loaded, setLoaded] = useState(
    () => (loadedComponents.get(load) as ComponentType<P> | undefined) ?? null,
  );
  const latestArguments = useRef({ load, onFailure });
  latestArguments.current = { load, onFailure };
  const mustLoad = isWanted && Loaded === null;
  useEffect(() => {
    if (!mustLoad) return;
    const { load: loadComponent } = latestArguments.current;
    const showComponent = (Component: ComponentType<P>) => {
      loadedComponents.set(loadComponent, Component);
      setLoaded(() => Component);
      return () => undefined;
    };
    return loadWhenIdle(loadComponent, showComponent, () => latestArguments.current.onFailure?.());
  }, [mustLoad]);
  return Loaded;
}
