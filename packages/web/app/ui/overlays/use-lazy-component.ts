import { type ComponentType, useEffect, useRef, useState } from 'react';
import { loadCode } from '../../lib/loading/load-code.ts';
import { toast } from '../feedback/toast.ts';

function toastUnreachable() {
  toast({
    title: 'Algo deu errado...',
    text: 'Sem conexão com o servidor. Verifique sua internet e tente de novo.',
    tone: 'error',
  });
}

/**
 * A component whose code is loaded once `wanted` is true; null until loaded. When loading fails, a toast explains it
 * and `giveUp` is called, which must set `wanted` to false until the person tries again.
 */
export function useLazyComponent<P>(
  load: () => Promise<ComponentType<P>>,
  wanted: boolean,
  giveUp: () => void,
): ComponentType<P> | null {
  const [Loaded, setLoaded] = useState<ComponentType<P> | null>(null);
  const latest = useRef({ load, giveUp });
  latest.current = { load, giveUp };
  const missing = wanted && Loaded === null;
  useEffect(() => {
    if (!missing) return;
    let unmounted = false;
    loadCode(latest.current.load).then(
      (part) => !unmounted && setLoaded(() => part),
      () => {
        if (unmounted) return;
        toastUnreachable();
        latest.current.giveUp();
      },
    );
    return () => {
      unmounted = true;
    };
  }, [missing]);
  return Loaded;
}
