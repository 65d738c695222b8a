import type { RingtonePorts } from './ringtone.ts';
import { openPlayer } from './web-audio.ts';

/** Name of the Web Lock that lets only one tab ring. */
const RINGTONE_LOCK = 'guilda-toque';

/** Events after which browsers allow a page to play sound. */
const GESTURE_EVENTS = ['pointerdown', 'pointerup', 'touchend', 'keydown'] as const;

/** Audio of this browser. Browsers without Web Locks ring in every tab. */
export const browserRingtonePorts: RingtonePorts = {
  open: openPlayer,
  alone: (signal, work) =>
    'locks' in navigator ? navigator.locks.request(RINGTONE_LOCK, { signal }, work) : work(),
  onGesture: (listener) => {
    for (const type of GESTURE_EVENTS) window.addEventListener(type, listener, { capture: true });
    return () => {
      for (const type of GESTURE_EVENTS)
        window.removeEventListener(type, listener, { capture: true });
    };
  },
};
