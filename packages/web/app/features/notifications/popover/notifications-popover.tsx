import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { Button } from '../../../ui/actions/button.tsx';
import { Popover } from '../../../ui/overlays/popover.tsx';
import { notificationsOf } from '../model/browser-notifications.ts';
import { NotificationListing } from './notification-listing.tsx';
import * as styles from './notifications.module.css';

interface NotificationsPopoverProps {
  /** Uid of the person to whom the notifications belong. */
  uid: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The bell, which opens the popover. */
  trigger: ReactNode;
}

function PopoverContent({ uid }: { uid: string }) {
  const store = notificationsOf(uid);
  const view = useSyncExternalStore(store.subscribe, store.view);
  useEffect(() => void store.load(), [store]);
  const hasNotifications = view.list.length > 0 || view.unreadCount > 0;
  const markAll = () => {
    document
      .querySelector<HTMLElement>('[data-ui="notifications"] [data-ui="notification-list"]')
      ?.focus();
    store.markAll();
  };
  return (
    <section className={styles.panel} data-ui="notifications" aria-labelledby="avisos-t">
      <header>
        <h2 className="display4 grow" id="avisos-t">
          Notificações
        </h2>
        {hasNotifications && (
          <Button variant="ghost" size="small" onClick={markAll}>
            Marcar todas como lidas
          </Button>
        )}
      </header>
      <NotificationListing store={store} view={view} />
    </section>
  );
}

/** The popover under the bell with the person's notifications. */
export function NotificationsPopover({
  uid,
  open,
  onOpenChange,
  trigger,
}: NotificationsPopoverProps) {
  return (
    <Popover
      trigger={trigger}
      label="Notificações"
      open={open}
      onOpenChange={onOpenChange}
      closesByBack
      className={styles.popover}
    >
      <PopoverContent uid={uid} />
    </Popover>
  );
}
