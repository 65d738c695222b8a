import { useEffect, useState } from 'react';
import { loadWhenIdle } from '../../lib/loading/when-idle.ts';
import { useSession } from '../../lib/session/session.ts';

/**
 * How many conversations are unread. A signed-in person's chat begins with it once the page is idle, so
 * that messages are received before the panel is opened; a visitor's page does not load its code.
 */
export function useUnreadConversations(): number {
  const member = useSession(({ user }) => user !== null);
  const [unread, setUnread] = useState(0);
  useEffect(() => {
    if (!member) return;
    const stop = loadWhenIdle(
      () => import('./model/index.ts'),
      ({ browserChat }) => {
        const read = () => setUnread(browserChat().partners().unreadConversations);
        read();
        return browserChat().subscribe(read);
      },
    );
    return () => {
      stop();
      setUnread(0);
    };
  }, [member]);
  return unread;
}
