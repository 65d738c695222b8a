import { useEffect, useState } from 'react';
import { useSession } from '../../lib/session.ts';

/** Keeps `tell` told of how many conversations are unread until the returned function is called. */
function follow(tell: (count: number) => void): () => void {
  let gone = false;
  let stop: (() => void) | undefined;
  const load = () =>
    import('./model/index.ts').then(
      ({ chat }) => {
        if (gone) return;
        const look = () => tell(chat().partners().unreadConversations);
        stop = chat().subscribe(look);
        look();
      },
      // The network went first: it comes when it is back.
      () => {
        if (!gone) window.addEventListener('online', load, { once: true });
      },
    );
  void load();
  return () => {
    gone = true;
    stop?.();
    window.removeEventListener('online', load);
  };
}

/**
 * How many conversations of the signed-in person are unread. What keeps them is fetched once somebody
 * is signed in.
 */
export function useUnreadConversations(): number {
  const uid = useSession(({ user, ready }) => (ready ? user?.uid : undefined));
  const [count, setCount] = useState(0);
  useEffect(() => {
    setCount(0);
    return uid === undefined ? undefined : follow(setCount);
  }, [uid]);
  return count;
}
