import { useEffect, useRef, useState } from 'react';

/** The button is usable again after this time, in ms, if the browser has not left the page. */
const NAVIGATION_TIMEOUT_MS = 5_000;

/**
 * State of a button that sends the browser to another site. `run` ignores calls while one is pending, so that a double
 * click asks for one address. `work` says whether the browser is leaving the page; `pending` then stays true for at most
 * `NAVIGATION_TIMEOUT_MS`, because the person may stop the navigation. `work` must not reject.
 */
export function useLeavePage(): {
  pending: boolean;
  run(work: () => Promise<'leaving' | 'staying'>): Promise<void>;
} {
  const [pending, setPending] = useState(false);
  const busy = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const setBusy = (value: boolean) => {
    busy.current = value;
    setPending(value);
  };
  useEffect(() => {
    // On Back from the other site, the browser may restore this page with the button still pending.
    const resetOnReturn = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      busy.current = false;
      setPending(false);
    };
    window.addEventListener('pageshow', resetOnReturn);
    return () => {
      window.removeEventListener('pageshow', resetOnReturn);
      clearTimeout(timer.current);
    };
  }, []);

  const run = async (work: () => Promise<'leaving' | 'staying'>) => {
    if (busy.current) return;
    setBusy(true);
    const outcome = await work();
    if (outcome === 'leaving')
      timer.current = setTimeout(() => setBusy(false), NAVIGATION_TIMEOUT_MS);
    else setBusy(false);
  };
  return { pending, run };
}
