import { useEffect, useState } from 'react';
import { serverNow } from '../../lib/server-time.ts';

/** The server's time in ms, renewed every `stepMs` while the component is shown. */
export function useNow(stepMs: number): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), stepMs);
    return () => clearInterval(timer);
  }, [stepMs]);
  return now;
}
