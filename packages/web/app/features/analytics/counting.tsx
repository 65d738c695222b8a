import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { screenOf } from '../../lib/screen-of.ts';
import { takeTracked, useTracked } from '../../lib/track.ts';
import { createBatches } from './batches.ts';
import { sendBatch } from './send-batch.ts';
import { watchSlow } from './watch-slow.ts';

/** Counts while it is there: screens, what pages tell by `track`, and what was slow. */
export function Counting() {
  const { pathname } = useLocation();
  useEffect(() => {
    const batches = createBatches(sendBatch);
    const hidden = () => document.visibilityState === 'hidden' && batches.send({ leaving: true });
    const leaving = () => batches.send({ leaving: true });
    document.addEventListener('visibilitychange', hidden);
    window.addEventListener('pagehide', leaving);
    const stops = [takeTracked(batches.add), watchSlow(batches.add)];
    return () => {
      document.removeEventListener('visibilitychange', hidden);
      window.removeEventListener('pagehide', leaving);
      for (const stop of stops) stop();
      batches.drop();
    };
  }, []);
  // After the effect above, which takes what this tells.
  useTracked({ name: 'screen_view', screen: screenOf(pathname) }, pathname);
  return null;
}
