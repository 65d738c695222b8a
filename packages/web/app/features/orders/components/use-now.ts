import { useEffect, useState } from 'react';
import { serverNow } from '../../../lib/format/server-time.ts';

/** The server's time in ms, updated every `stepMs` while the component is mounted. */
export function useNow(stepMs: number): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), stepMs);
    return () => clearInterval(timer);
  }, [stepMs]);
  return now;
}
