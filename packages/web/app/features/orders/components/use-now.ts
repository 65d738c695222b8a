import { useEffect, useState } from 'react';
import { serverNowMs } from '../../../lib/format/server-time.ts';

/** The server's time in ms since the epoch, updated every `stepMs` while the component is mounted. */
export function useNow(stepMs: number): number {
  const [now, setNow] = useState(serverNowMs);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNowMs()), stepMs);
    return () => clearInterval(timer);
  }, [stepMs]);
  return now;
}
