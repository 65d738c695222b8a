import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Popover } from '../../../ui/popover.tsx';
import { noticesOf } from '../model/browser-notices.ts';
import { NoticeListing } from './notice-list.tsx';

interface NoticesPopoverProps {
  /** Whose notifications. */
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
    document.querySelector<HTMLElement>('.notif .rol')?.focus();
    notices.markAll();
  };
  return (
    <section className="notif" aria-labelledby="avisos-t">
      <header>
        <h2 className="d4 cresce" id="avisos-t">
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

/** The person's notifications under the bell (`spec §2`). */
export function NoticesPopover({ uid, open, onOpenChange, trigger }: NoticesPopoverProps) {
  return (
    <Popover
      trigger={trigger}
      label="Notificações"
      open={open}
      onOpenChange={onOpenChange}
      className="n-pop"
    >
      <Inside uid={uid} />
    </Popover>
  );
}
