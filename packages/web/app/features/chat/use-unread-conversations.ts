import { useEffect, useState } from 'react';
import { loadWhenIdle } from '../../lib/loading/when-idle.ts';
import { useSession } from '../../lib/session/session.ts';

/**
 * Number of unread conversations. Once the page is idle, loads the code of the chat for a signed-in person, so that
 * messages are received before the chat is opened; never for visitors.
 */
export function useUnreadConversations(): number {
  const isMember = useSession(({ user }) => user !== null);
  const [unread, setUnread] = useState(0);
  useEffect(() => {
    if (!isMember) return;
    const stop = loadWhenIdle(
      () => import('./model/index.ts'),
      ({ browserChat }) => {
        const updateUnread = () => setUnread(browserChat().partners().unreadConversations);
        updateUnread();
        return browserChat().subscribe(updateUnread);
      },
    );
    return () => {
      stop();
      setUnread(0);
    };
  }, [isMember]);
  return unread;
}
