import { type ComponentType, useEffect, useState } from 'react';
import { loadCode } from '../../lib/loading/load-code.ts';

/**
 * Loads toasts and tooltips once the page is idle, at the latest after two seconds. A toast raised earlier waits in its
 * store. The code is loaded before the first toast, because a toast about a lost connection could not load it.
 */
export function LazyOverlays() {
  const [Loaded, setLoaded] = useState<ComponentType | null>(null);
  useEffect(() => {
    let unmounted = false;
    const load = () => {
      loadCode(() => import('./overlays.tsx')).then(
        ({ Overlays }) => {
          if (!unmounted) setLoaded(() => Overlays);
        },
        // The network was lost before the code was loaded, so it is loaded when the network returns.
        () => {
          if (!unmounted) window.addEventListener('online', load, { once: true });
        },
      );
    };
    const idle = 'requestIdleCallback' in window;
    const handle = idle
      ? requestIdleCallback(load, { timeout: 2000 })
      : window.setTimeout(load, 200);
    return () => {
      unmounted = true;
      window.removeEventListener('online', load);
      if (idle) cancelIdleCallback(handle);
      else window.clearTimeout(handle);
    };
  }, []);
  return Loaded && <Loaded />;
}
