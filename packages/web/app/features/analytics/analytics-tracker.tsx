import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { screenName } from '../../lib/navigation/screen-name.ts';
import { hadConsentAtLoad } from '../../lib/session/consent.ts';
import { subscribeToEvents, useTrackOnce } from '../../lib/telemetry/track.ts';
import { createEventBatcher } from './event-batcher.ts';
import { reportSlowPerformance } from './report-slow-performance.ts';
import { reportWebVitals } from './report-web-vitals.ts';
import { sendBatch } from './send-batch.ts';

/** While mounted, counts page views, events sent by `track`, slow tasks and web vitals. */
export function AnalyticsTracker() {
  const { pathname } = useLocation();
  useEffect(() => {
    const batcher = createEventBatcher(sendBatch);
    const sendIfHidden = () =>
      document.visibilityState === 'hidden' && batcher.send({ leaving: true });
    const sendOnLeave = () => batcher.send({ leaving: true });
    document.addEventListener('visibilitychange', sendIfHidden);
    window.addEventListener('pagehide', sendOnLeave);
    const stopFunctions = [
      subscribeToEvents(batcher.add),
      reportSlowPerformance(batcher.add),
      // A page that was loaded before the visitor's consent reports no web vitals, because they would measure the time
      // before the consent.
      ...(hadConsentAtLoad ? [reportWebVitals(batcher.add)] : []),
    ];
    return () => {
      document.removeEventListener('visibilitychange', sendIfHidden);
      window.removeEventListener('pagehide', sendOnLeave);
      for (const stop of stopFunctions) stop();
      batcher.drop();
    };
  }, []);
  // This effect must run after the effect above, because that effect registers the receiver of events.
  useTrackOnce({ name: 'screen_view', screen: screenName(pathname) }, pathname);
  return null;
}
