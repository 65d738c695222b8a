import { useEffect, useState } from 'react';
import { serverNowMs } from '../../../lib/format/server-time.ts';

const TICK_MS = 30_000;

/** The server's time in ms since the epoch, calculated from the device's clock every 30 s. */
export function useServerNowMs(): number {
  const [now, setNow] = useState(serverNowMs);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNowMs()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
