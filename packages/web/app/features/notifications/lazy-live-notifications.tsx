import { useIdleComponent } from '../../lib/loading/use-idle-component.ts';
import { useSession } from '../../lib/session/session.ts';

const loadLiveNotifications = () =>
  import('./live/live-notifications.tsx').then((module) => module.LiveNotifications);

/**
 * Keeps a signed-in person's notifications up to date on every page. The code is loaded once the page is idle, and
 * never for visitors. Mounted once, by the layout route.
 */
export function LazyLiveNotifications() {
  const uid = useSession((state) => state.user?.uid);
  const Live = useIdleComponent(loadLiveNotifications, uid !== undefined);
  if (!Live || uid === undefined) return null;
  return <Live key={uid} uid={uid} />;
}
