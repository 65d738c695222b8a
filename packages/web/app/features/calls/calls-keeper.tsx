import { useSession } from '../../lib/session.ts';
import { useWhenIdle } from '../../lib/use-when-idle.ts';

const loadLive = () => import('./live-calls.tsx').then((module) => module.LiveCalls);

/**
 * Lets a signed-in person be called on every page. Its code comes once the page is idle, as the line to
 * the server does, and asks for what rang before; a visitor's page fetches none of it. Mounted once, by
 * the shell's route.
 */
export function CallsKeeper() {
  const member = useSession((state) => state.user !== null);
  const Live = useWhenIdle(loadLive, member);
  return member && Live ? <Live /> : null;
}
