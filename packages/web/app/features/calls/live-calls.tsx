import { useEffect, useSyncExternalStore } from 'react';
import { preloadCode } from '../../lib/loading/load-code.ts';
import { runWhenIdle } from '../../lib/loading/when-idle.ts';
import { useSession } from '../../lib/session/session.ts';
import { useLazyComponent } from '../../ui/overlays/use-lazy-component.ts';
import { browserCalls } from './model/browser-calls.ts';
import { noCallView } from './model/session-calls.ts';

const loadOverlay = () => import('./overlay/call-overlay.tsx').then((module) => module.CallOverlay);

const subscribeToCalls = (listener: () => void) => browserCalls().subscribe(listener);
const readCallView = () => browserCalls().view();

/**
 * Shows the call of the signed-in person. The code of the overlay is loaded while the page is idle, because a later
 * version of the server no longer has it when a call arrives.
 */
export function LiveCalls() {
  const view = useSyncExternalStore(subscribeToCalls, readCallView, () => noCallView);
  const user = useSession((state) => state.user);
  useEffect(() => runWhenIdle(() => preloadCode(loadOverlay)), []);
  // If the code of the overlay fails to load, the call goes on without it; the next call loads it again.
  const Overlay = useLazyComponent(loadOverlay, view.status !== 'free', () => undefined);
  if (!Overlay || !user) return null;
  const ownSide = { name: user.displayName || user.username, photoURL: user.photoURL };
  return <Overlay view={view} actions={browserCalls()} ownSide={ownSide} />;
}
