import { useCallsOffered } from '../../lib/calls-offered.ts';
import { useIdleComponent } from '../../lib/loading/use-idle-component.ts';
import { useSession } from '../../lib/session/session.ts';

const loadLiveCalls = () => import('./live-calls.tsx').then((module) => module.LiveCalls);

/**
 * Receives calls for a signed-in person on every page. The code is loaded when the page is idle, and then asks the
 * server whether a call is ringing already. Visitors, and installations without calls, never load the code. Mounted
 * once, by the layout route.
 */
export function LazyLiveCalls() {
  const areCallsOffered = useCallsOffered();
  const mayHaveCalls = useSession((state) => state.user !== null) && areCallsOffered;
  const Live = useIdleComponent(loadLiveCalls, mayHaveCalls);
  return mayHaveCalls && Live ? <Live /> : null;
}
