import { type ComponentType, useEffect, useState } from 'react';
import { useSession } from '../../lib/session.ts';
import { loadWhenIdle } from '../../lib/when-idle.ts';

/**
 * Keeps a signed-in person's notifications up to date on every page. Its code comes once the page is
 * idle; a visitor's page fetches none of it. Mounted once, by the shell's route.
 */
export function NoticesKeeper() {
  const uid = useSession((state) => state.user?.uid);
  const [Live, setLive] = useState<ComponentType<{ uid: string }> | null>(null);
  useEffect(() => {
    if (uid === undefined) return;
    return loadWhenIdle(
      () => import('./live/live-notices.tsx'),
      ({ LiveNotices }) => {
        setLive(() => LiveNotices);
        return () => undefined;
      },
    );
  }, [uid]);
  if (!Live || uid === undefined) return null;
  return <Live key={uid} uid={uid} />;
}
