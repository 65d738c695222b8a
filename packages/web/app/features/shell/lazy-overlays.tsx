import { useSyncExternalStore } from 'react';
import { useIdleComponent } from '../../lib/loading/use-idle-component.ts';
import { useSession } from '../../lib/session/session.ts';
import { useToastStore } from '../../ui/feedback/toast.ts';

const loadOverlays = () => import('./overlays.tsx').then(({ Overlays }) => Overlays);

/** Events of a person who uses the page; `scroll` is left out, because pages also scroll by themselves. */
const interactionEvents = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'wheel'] as const;

let hasInteracted = false;

function waitForInteraction(onInteraction: () => void): () => void {
  const recordInteraction = () => {
    hasInteracted = true;
    stop();
    onInteraction();
  };
  const stop = () => {
    for (const eventName of interactionEvents)
      removeEventListener(eventName, recordInteraction, true);
  };
  for (const eventName of interactionEvents)
    addEventListener(eventName, recordInteraction, { capture: true, passive: true });
  return stop;
}

/** Whether the person has moved, pressed or typed anything since the document was loaded. */
const useHasInteracted = () =>
  useSyncExternalStore(
    waitForInteraction,
    () => hasInteracted,
    () => false,
  );

/**
 * Loads toasts and tooltips: for signed-in people once the page is idle, for visitors at the first sign of use or the
 * first toast, because many visitors read one page and leave. A toast raised before the code is loaded waits in its
 * store. The code is loaded in advance for toasts about a lost connection: without a network it could not be loaded.
 */
export function LazyOverlays() {
  const hasInteracted = useHasInteracted();
  const isSignedIn = useSession((state) => state.user !== null);
  const hasToast = useToastStore((state) => state.current !== null);
  const OverlaysComponent = useIdleComponent(loadOverlays, hasInteracted || isSignedIn || hasToast);
  return OverlaysComponent && <OverlaysComponent />;
}
