import type { RingtonePorts } from './ringtone.ts';
import { openPlayer } from './web-audio.ts';

/** Name of the Web Lock of the one tab that rings. */
const LOCK = 'guilda-toque';

/** Events that count as a user gesture. */
const GESTURES = ['pointerdown', 'pointerup', 'touchend', 'keydown'] as const;

/** Audio of this browser. Without Web Locks every tab rings. */
export const browserSound: RingtonePorts = {
  open: openPlayer,
  alone: (signal, work) =>
    'locks' in navigator ? navigator.locks.request(LOCK, { signal }, work) : work(),
  onGesture: (listener) => {
    for (const type of GESTURES) window.addEventListener(type, listener, { capture: true });
    return () => {
      for (const type of GESTURES) window.removeEventListener(type, listener, { capture: true });
    };
  },
};
