import { useRef, useState } from 'react';

/** Runs one piece of work at a time; calls of `runOnce` during a run are ignored. */
export function useOnce(): { pending: boolean; runOnce(work: () => Promise<void>): Promise<void> } {
  const busy = useRef(false);
  const [pending, setPending] = useState(false);
  const runOnce = async (work: () => Promise<void>) => {
    if (busy.current) return;
    busy.current = true;
    setPending(true);
    try {
      await work();
    } finally {
      busy.current = false;
      setPending(false);
    }
  };
  return { pending, runOnce };
}
