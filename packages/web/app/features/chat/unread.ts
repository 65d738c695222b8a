import { useEffect, useState } from 'react';
import { useSession } from '../../lib/session.ts';
import { loadWhenIdle } from '../../lib/when-idle.ts';

const loadModel = () => import('./model/index.ts');

/**
 * How many conversations of the signed-in person are unread. What keeps them is fetched once somebody
 * is signed in and the page is idle.
 */
export function useUnreadConversations(): number {
  const uid = useSession(({ user, ready }) => (ready ? user?.uid : undefined));
  const [count, setCount] = useState(0);
  useEffect(() => {
    setCount(0);
    if (uid === undefined) return;
    return loadWhenIdle(loadModel, ({ chat }) => {
      const look = () => setCount(chat().partners().unreadConversations);
      look();
      return chat().subscribe(look);
    });
  }, [uid]);
  return count;
}
