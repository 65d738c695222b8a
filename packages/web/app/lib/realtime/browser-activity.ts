import { type Activity, createActivity } from './activity.ts';
import { browserTimers, listening } from './browser-ports.ts';
import { realtime } from './browser-realtime.ts';

const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'];

/** Watches the person of this tab and tells the server that they are there. */
export function followActivity(): Activity {
  const line = realtime();
  const activity = createActivity({
    timers: browserTimers,
    now: () => performance.now(),
    // What is lost here the next sign makes good.
    tell: () => void line.send('userActivity', undefined).catch(() => undefined),
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
