import { type RefObject, useEffect, useRef } from 'react';
import { useFocusFirstNewItem } from '../../../lib/data/use-focus-first-new-item.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { messageOfError } from '../../../ui/feedback/toast.ts';
import type { NotificationsStore, NotificationsView } from '../model/notifications-store.ts';
import { useNotificationLink } from '../use-notification-link.ts';
import { NotificationItem } from './notification-item.tsx';
import {
  NoNotifications,
  NotificationsError,
  NotificationsSkeleton,
} from './notification-states.tsx';
import * as styles from './notifications.module.css';

/** Older notifications are loaded at this distance from the end of the list, in px. */
const LOAD_AHEAD_PX = 160;

interface NotificationListingProps {
  store: NotificationsStore;
  view: NotificationsView;
}

/** Loads older notifications: by scrolling, or by a button after all were marked as read or after a failure. */
function OlderNotifications({
  store,
  view,
  root,
}: NotificationListingProps & { root: RefObject<HTMLElement | null> }) {
  const { olderState, allMarkedRead, error } = view;
  const { end, onPress } = useFocusFirstNewItem(olderState === 'loading');
  const loadsOnScroll = olderState === 'more' && !allMarkedRead;
  useEffect(() => {
    if (!loadsOnScroll || !end.current) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && store.loadOlder(),
      { root: root.current, rootMargin: `0px 0px ${LOAD_AHEAD_PX}px` },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [loadsOnScroll, store, root, end]);
  if (olderState === 'none') return null;
  const loadOlder = () => {
    onPress();
    void store.loadOlder();
  };
  return (
    <div className={styles.more} ref={end}>
      {olderState === 'error' && (
        <p className="textSm secondary" role="alert">
          {messageOfError(error)}
        </p>
      )}
      {!loadsOnScroll && (
        <Button size="small" variant="ghost" loading={olderState === 'loading'} onClick={loadOlder}>
          {olderState === 'error' ? 'Tentar de novo' : 'Ver anteriores'}
        </Button>
      )}
    </div>
  );
}

function NotificationRows({ store, view }: NotificationListingProps) {
  const linkOf = useNotificationLink();
  return (
    <ul>
      {view.list.map((notice) => (
        <NotificationItem
          key={notice.id}
          notice={notice}
          link={linkOf(notice)}
          onOpen={() => store.read(notice)}
          onRemove={() => store.remove(notice.id)}
        />
      ))}
    </ul>
  );
}

/** The scrollable content of the popover: the list, a placeholder, an error or the text for an empty list. */
export function NotificationListing({ store, view }: NotificationListingProps) {
  const { status, list, error } = view;
  const box = useRef<HTMLElement>(null);
  return (
    <section
      className={styles.list}
      data-ui="notification-list"
      ref={box}
      // Takes the focus when a pressed button disappears with its notification or with the whole list.
      tabIndex={-1}
      aria-label="Lista de notificações"
    >
      {status === 'error' && <NotificationsError error={error} onRetry={() => void store.load()} />}
      {(status === 'idle' || status === 'loading') && <NotificationsSkeleton />}
      {status === 'ready' && (
        <>
          {list.length > 0 && <NotificationRows store={store} view={view} />}
          {list.length === 0 && <NoNotifications />}
          <OlderNotifications store={store} view={view} root={box} />
        </>
      )}
    </section>
  );
}
