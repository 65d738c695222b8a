import { useCallsOffered } from '../../lib/calls-offered.ts';
import { useSession } from '../../lib/session.ts';
import { useWhenIdle } from '../../lib/use-when-idle.ts';

const loadLive = () => import('./live-calls.tsx').then((module) => module.LiveCalls);

/**
 * Lets a signed-in person be called on every page. Its code comes once the page is idle, as the line to
 * the server does, and asks for what rang before; neither a visitor's page nor an installation without
 * calls fetches any of it. Mounted once, by
 * the shell's route.
 */
export function CallsKeeper() {
  const offered = useCallsOffered();
  const member = useSession((state) => state.user !== null) && offered;
  const Live = useWhenIdle(loadLive, member);
  return member && Live ? <Live /> : null;
}
