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
 * A component whose code is loaded once `isWanted` is true; null until loaded. When loading fails, a toast explains it
 * and `giveUp` is called, which must set `isWanted` to false until the person tries again.
 */
export function useLazyComponent<P>(
  load: () => Promise<ComponentType<P>>,
  isWanted: boolean,
  giveUp: () => void,
): ComponentType<P> | null {
  const [Loaded, setLoaded] = useState<ComponentType<P> | null>(null);
  const latestArguments = useRef({ load, giveUp });
  latestArguments.current = { load, giveUp };
  const mustLoad = isWanted && Loaded === null;
  useEffect(() => {
    if (!mustLoad) return;
    let unmounted = false;
    loadCode(latestArguments.current.load).then(
      (component) => !unmounted && setLoaded(() => component),
      () => {
        if (unmounted) return;
        toastUnreachable();
        latestArguments.current.giveUp();
      },
    );
    return () => {
      unmounted = true;
    };
  }, [mustLoad]);
  return Loaded;
}
