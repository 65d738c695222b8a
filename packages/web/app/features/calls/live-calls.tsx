import { useSyncExternalStore } from 'react';
import { useSession } from '../../lib/session/session.ts';
import { useLazyComponent } from '../../ui/overlays/use-lazy-component.ts';
import { browserCalls } from './model/browser-calls.ts';
import { noCallView } from './model/session-calls.ts';

const loadOverlay = () => import('./overlay/call-overlay.tsx').then((module) => module.CallOverlay);

const subscribeToCalls = (listener: () => void) => browserCalls().subscribe(listener);
const readCallView = () => browserCalls().view();

/** Shows the call of the signed-in person; the code of the overlay is loaded with the first call. */
export function LiveCalls() {
  const view = useSyncExternalStore(subscribeToCalls, readCallView, () => noCallView);
  const user = useSession((state) => state.user);
  // If the code of the overlay fails to load, the call goes on without it; the next call loads it again.
  const Overlay = useLazyComponent(loadOverlay, view.status !== 'free', () => undefined);
  if (!Overlay || !user) return null;
  const ownSide = { name: user.displayName || user.username, photoURL: user.photoURL };
  return <Overlay view={view} actions={browserCalls()} ownSide={ownSide} />;
}
