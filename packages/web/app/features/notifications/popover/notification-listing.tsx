import { type RefObject, useEffect, useRef } from 'react';
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
  notices: NotificationsStore;
  view: NotificationsView;
}

/** Loads older notifications: by scrolling, or by a button after all were marked as read or after a failure. */
function OlderNotifications({
  notices,
  view,
  root,
}: NotificationListingProps & { root: RefObject<HTMLElement | null> }) {
  const { olderState, allMarkedRead, error } = view;
  const end = useRef<HTMLDivElement>(null);
  const flows = olderState === 'more' && !allMarkedRead;
  useEffect(() => {
    if (!flows || !end.current) return;
    const watch = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && notices.loadOlder(),
      { root: root.current, rootMargin: `0px 0px ${LOAD_AHEAD_PX}px` },
    );
    watch.observe(end.current);
    return () => watch.disconnect();
  }, [flows, notices, root]);
  if (olderState === 'none') return null;
  return (
    <div className={styles.more} ref={end}>
      {olderState === 'error' && (
        <p className="textSm secondary" role="alert">
          {messageOfError(error)}
        </p>
      )}
      {!flows && (
        <Button
          size="small"
          variant="ghost"
          loading={olderState === 'loading'}
          onClick={() => void notices.loadOlder()}
        >
          {olderState === 'error' ? 'Tentar de novo' : 'Ver anteriores'}
        </Button>
      )}
    </div>
  );
}

function NotificationRows({ notices, view }: NotificationListingProps) {
  const wayOf = useNotificationLink();
  return (
    <ul>
      {view.list.map((notice) => (
        <NotificationItem
          key={notice.id}
          notice={notice}
          way={wayOf(notice)}
          onOpen={() => notices.read(notice)}
          onRemove={() => notices.remove(notice.id)}
        />
      ))}
    </ul>
  );
}

/** The scrollable content of the popover: the list, a placeholder, an error or the text for an empty list. */
export function NotificationListing({ notices, view }: NotificationListingProps) {
  const { status, list, error } = view;
  const box = useRef<HTMLElement>(null);
  return (
    <section
      className={styles.list}
      data-ui="notification-list"
      ref={box}
      aria-label="Lista de notificações"
    >
      {status === 'error' && (
        <NotificationsError problem={error} onRetry={() => void notices.load()} />
      )}
      {(status === 'idle' || status === 'loading') && <NotificationsSkeleton />}
      {status === 'ready' && (
        <>
          {list.length > 0 && <NotificationRows notices={notices} view={view} />}
          {list.length === 0 && <NoNotifications />}
          <OlderNotifications notices={notices} view={view} root={box} />
        </>
      )}
    </section>
  );
}
