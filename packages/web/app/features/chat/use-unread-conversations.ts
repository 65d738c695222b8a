import { useEffect, useState } from 'react';
import { loadWhenIdle } from '../../lib/loading/when-idle.ts';
import { useSession } from '../../lib/session/session.ts';

/**
 * How many conversations are unread. A signed-in person's chat begins with it once the page is idle, so
 * that messages wait for no panel to open; a visitor's page fetches none of it.
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
