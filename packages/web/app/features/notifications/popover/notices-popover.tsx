import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { Button } from '../../../ui/actions/button.tsx';
import { Popover } from '../../../ui/overlays/popover.tsx';
import { noticesOf } from '../model/browser-notices.ts';
import { NoticeListing } from './notice-list.tsx';
import * as styles from './notifications.module.css';

interface NoticesPopoverProps {
  /** Uid of the person whose notifications are shown. */
  uid: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The bell. */
  trigger: ReactNode;
}

function Inside({ uid }: { uid: string }) {
  const notices = noticesOf(uid);
  const view = useSyncExternalStore(notices.subscribe, notices.view);
  useEffect(() => void notices.load(), [notices]);
  const something = view.list.length > 0 || view.unread > 0;
  const markAll = () => {
    document
      .querySelector<HTMLElement>('[data-ui="notifications"] [data-ui="notification-list"]')
      ?.focus();
    notices.markAll();
  };
  return (
    <section className={styles.panel} data-ui="notifications" aria-labelledby="avisos-t">
      <header>
        <h2 className="display4 grow" id="avisos-t">
          Notificações
        </h2>
        {something && (
          <Button variant="ghost" size="small" onClick={markAll}>
            Marcar todas como lidas
          </Button>
        )}
      </header>
      <NoticeListing notices={notices} view={view} />
    </section>
  );
}

/** The person's notifications under the bell. */
export function NoticesPopover({ uid, open, onOpenChange, trigger }: NoticesPopoverProps) {
  return (
    <Popover
      trigger={trigger}
      label="Notificações"
      open={open}
      onOpenChange={onOpenChange}
      className={styles.popover}
    >
      <Inside uid={uid} />
    </Popover>
  );
}
