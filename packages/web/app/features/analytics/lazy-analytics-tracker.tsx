import { useEffect } from 'react';
import { useIdleComponent } from '../../lib/loading/use-idle-component.ts';
import { useConsent } from '../../lib/session/consent.ts';
import { clearQueuedEvents } from '../../lib/telemetry/track.ts';

const loadAnalyticsTracker = () =>
  import('./analytics-tracker.tsx').then(({ AnalyticsTracker }) => AnalyticsTracker);

/** Analytics for visitors who agreed; without their consent not even its code is loaded. */
export function LazyAnalyticsTracker() {
  const agreed = useConsent() === 'accepted';
  const Counting = useIdleComponent(loadAnalyticsTracker, agreed);
  useEffect(() => {
    if (!agreed) clearQueuedEvents();
  }, [agreed]);
  return agreed && Counting ? <Counting /> : null;
}
