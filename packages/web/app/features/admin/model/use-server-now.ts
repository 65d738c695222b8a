import { useEffect, useState } from 'react';
import { serverNow } from '../../../lib/format/server-time.ts';

const TICK_MS = 30_000;

/** The server's time in ms, updated every 30 s from the device's clock. */
export function useServerNow(): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
