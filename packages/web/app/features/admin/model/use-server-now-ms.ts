import { useEffect, useState } from 'react';
import { serverNowMs } from '../../../lib/format/server-time.ts';

const TICK_MS = 30_000;

/** The server's time in ms, updated every 30 s from the device's clock. */
export function useServerNowMs(): number {
  const [now, setNow] = useState(serverNowMs);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNowMs()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
