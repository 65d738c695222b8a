import { useEffect } from 'react';
import { useIdleComponent } from '../../lib/loading/use-idle-component.ts';
import { useConsent } from '../../lib/session/consent.ts';
import { clearQueuedEvents } from '../../lib/telemetry/track.ts';

const loadAnalyticsTracker = () =>
  import('./analytics-tracker.tsx').then(({ AnalyticsTracker }) => AnalyticsTracker);

/** Analytics for visitors who agreed; without their consent not even its code is loaded. */
export function LazyAnalyticsTracker() {
  const hasAgreed = useConsent() === 'accepted';
  const Tracker = useIdleComponent(loadAnalyticsTracker, hasAgreed);
  useEffect(() => {
    if (!hasAgreed) clearQueuedEvents();
  }, [hasAgreed]);
  return hasAgreed && Tracker ? <Tracker /> : null;
}
