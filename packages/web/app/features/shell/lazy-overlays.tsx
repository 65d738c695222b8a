import { type ComponentType, useEffect, useState } from 'react';
import { loadCode } from '../../lib/loading/load-code.ts';

/**
 * Brings toasts and tooltips once the page has become idle, or at the latest after two seconds. A
 * toast raised before waits in its store. They are fetched ahead of need because a toast matters
 * most when the network has just gone.
 */
export function LazyOverlays() {
  const [Loaded, setLoaded] = useState<ComponentType | null>(null);
  useEffect(() => {
    let gone = false;
    const load = () => {
      loadCode(() => import('./overlays.tsx')).then(
        ({ Overlays }) => {
          if (!gone) setLoaded(() => Overlays);
        },
        // The network went first: they come when it is back.
        () => {
          if (!gone) window.addEventListener('online', load, { once: true });
        },
      );
    };
    const idle = 'requestIdleCallback' in window;
    const handle = idle
      ? requestIdleCallback(load, { timeout: 2000 })
      : window.setTimeout(load, 200);
    return () => {
      gone = true;
      window.removeEventListener('online', load);
      if (idle) cancelIdleCallback(handle);
      else window.clearTimeout(handle);
    };
  }, []);
  return Loaded && <Loaded />;
}
