import { type ActivityReporter, createActivityReporter } from './activity.ts';
import { browserTimers, listenTo } from './browser-ports.ts';
import { browserRealtime } from './browser-realtime.ts';

const activityEvents = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'];

/** Observes input in this tab and tells the server that the person is active. */
export function reportActivity(): ActivityReporter {
  const connection = browserRealtime();
  const activity = createActivityReporter({
    timers: browserTimers,
    now: () => performance.now(),
    // A lost event is harmless, because the next one follows.
    send: () => void connection.send('userActivity', undefined).catch(() => undefined),
  });
  const onActivity = () => {
    if (document.visibilityState === 'visible') activity.pageUsed();
  };
  const stopFunctions = activityEvents.map((type) =>
    listenTo(window, type, onActivity, { passive: true }),
  );
  stopFunctions.push(listenTo(document, 'visibilitychange', onActivity));
  return {
    ...activity,
    stop: () => {
      for (const stop of stopFunctions) stop();
      activity.stop();
    },
  };
}
