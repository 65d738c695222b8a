import { useEffect, useState, useSyncExternalStore } from 'react';
import { useRingMuted } from '../../../lib/ring-mute.ts';
import type { CallView } from '../model/state/call-view.ts';
import { flashTitle } from './effects/title-flash.ts';
import type { RingState } from './ring-controls.tsx';
import { browserRingtonePorts } from './sound/browser-sound.ts';
import { createRingtone, type Ringtone } from './sound/ringtone.ts';
import type { TuneName } from './sound/tunes.ts';
import { startVibration } from './sound/vibration.ts';
import { ringingCallerName, tuneOf } from './stage.ts';

/** Plays a ringtone. A page in the back-forward cache is silent. */
function useRingtone(ringtone: Ringtone, tune: TuneName | null): void {
  useEffect(() => {
    if (tune === null) return;
    const stop = () => ringtone.stop();
    const start = () => ringtone.start(tune);
    start();
    window.addEventListener('pagehide', stop);
    window.addEventListener('pageshow', start);
    return () => {
      window.removeEventListener('pagehide', stop);
      window.removeEventListener('pageshow', start);
      stop();
    };
  }, [ringtone, tune]);
}

/** Signals a ringing call by sound, vibration and the page's title. */
export function useCallRingtone(view: CallView): RingState {
  const muted = useRingMuted();
  const [ringtone] = useState(() => createRingtone(browserRingtonePorts));
  useRingtone(ringtone, tuneOf(view, muted));
  const callerName = ringingCallerName(view);
  const mustVibrate = callerName !== null && !muted;
  useEffect(() => (mustVibrate ? startVibration(navigator) : undefined), [mustVibrate]);
  useEffect(
    () => (callerName === null ? undefined : flashTitle(document, `Ligação de ${callerName}`)),
    [callerName],
  );
  const blocked = useSyncExternalStore(ringtone.subscribe, ringtone.isBlocked, () => false);
  return { muted, blocked, wake: ringtone.wake };
}
