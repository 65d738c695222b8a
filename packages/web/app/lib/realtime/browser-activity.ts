import { type Activity, createActivityReporter } from './activity.ts';
import { browserTimers, listening } from './browser-ports.ts';
import { realtime } from './browser-realtime.ts';

const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'];

/** Observes input in this tab and sends that the person is active. */
export function followActivity(): Activity {
  const connection = realtime();
  const activity = createActivityReporter({
    timers: browserTimers,
    now: () => performance.now(),
    // A lost event is made up for by the next one.
    send: () => void connection.send('userActivity', undefined).catch(() => undefined),
  });
  const stir = () => {
    if (document.visibilityState === 'visible') activity.stirred();
  };
  const stops = signs.map((type) => listening(window, type, stir, { passive: true }));
  stops.push(listening(document, 'visibilitychange', stir));
  return {
    ...activity,
    stop: () => {
      for (const stop of stops) stop();
      activity.stop();
    },
  };
}
