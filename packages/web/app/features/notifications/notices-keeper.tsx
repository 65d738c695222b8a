import { useSession } from '../../lib/session.ts';
import { useWhenIdle } from '../../lib/use-when-idle.ts';

const loadLive = () => import('./live/live-notices.tsx').then((module) => module.LiveNotices);

/**
 * Keeps a signed-in person's notifications up to date on every page. Its code comes once the page is
 * idle; a visitor's page fetches none of it. Mounted once, by the shell's route.
 */
export function NoticesKeeper() {
  const uid = useSession((state) => state.user?.uid);
  const Live = useWhenIdle(loadLive, uid !== undefined);
  if (!Live || uid === undefined) return null;
  return <Live key={uid} uid={uid} />;
}
