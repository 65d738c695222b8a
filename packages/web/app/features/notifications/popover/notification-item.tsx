import type { Notification } from '@guilda/contract/notifications/notifications';
import clsx from 'clsx';
import X from 'lucide-react/icons/x';
import { useId } from 'react';
import { Link } from 'react-router';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { BadgeList } from '../../users/index.ts';
import { badgesOffset, notificationText } from '../model/notification-text.ts';
import type { NotificationLink } from '../use-notification-link.ts';
import { NotificationMark } from './notification-mark.tsx';
import * as styles from './notifications.module.css';
import { ShortTime } from './short-time.tsx';

interface NotificationItemProps {
  notice: Notification;
  link: NotificationLink | null;
  onOpen: () => void;
  onRemove: () => void;
}

/** The element to focus after a notification was removed: the same button of its neighbour, or the list. */
function focusAfterRemoval(removeButton: HTMLElement): HTMLElement | null {
  const listItem = removeButton.closest('li');
  const neighbour = listItem?.nextElementSibling ?? listItem?.previousElementSibling;
  return (
    neighbour?.querySelector('[data-ui="icon-button"]') ??
    removeButton.closest('[data-ui="notification-list"]')
  );
}

const purchaseCodePattern = /(GLD-[0-9A-Z]+)/;

/** A text in which purchase codes are not broken into two lines at their hyphen. */
function TextWithCodes({ text }: { text: string }) {
  return text.split(purchaseCodePattern).map((textPart) =>
    purchaseCodePattern.test(textPart) ? (
      <span key={textPart} className="noWrap">
        {textPart}
      </span>
    ) : (
      textPart
    ),
  );
}

/** The text of a notification, with the sender's badges beside their name. */
function NotificationTextWithBadges({ notice }: { notice: Notification }) {
  const { lead, text } = notificationText(notice);
  const badgesAt = badgesOffset(notice, lead, text);
  return (
    <>
      <b className="bold">{lead}</b>
      <TextWithCodes text={text.slice(0, badgesAt ?? 0)} />
      {badgesAt !== null && (
        <BadgeList badges={notice.senderBadges} inLink className={styles.badges} />
      )}
      <TextWithCodes text={text.slice(badgesAt ?? 0)} />
    </>
  );
}

function NotificationDetails({ notice, wordsId }: { notice: Notification; wordsId: string }) {
  return (
    <div>
      <p className={clsx('textSm', styles.text)} id={wordsId} dir="auto">
        {!notice.read && <span className="srOnly">Nova: </span>}
        <NotificationTextWithBadges notice={notice} />
      </p>
      <ShortTime value={notice.createdAt} />
    </div>
  );
}

/** One notification: a link to its page, and a button that removes the notification. */
export function NotificationItem({ notice, link, onOpen, onRemove }: NotificationItemProps) {
  const wordsId = useId();
  const content = (
    <>
      <NotificationMark type={notice.type} senderAvatar={notice.senderAvatar} />
      <NotificationDetails notice={notice} wordsId={wordsId} />
    </>
  );
  return (
    <li
      className={notice.read ? undefined : styles.unread}
      data-unread={notice.read ? undefined : ''}
    >
      {link ? (
        <Link className={styles.entry} {...link} replace onClick={onOpen}>
          {content}
        </Link>
      ) : (
        <button type="button" className={styles.entry} onClick={onOpen}>
          {content}
        </button>
      )}
      <IconButton
        label="Remover notificação"
        tip="none"
        aria-describedby={wordsId}
        icon={<X className="icon" aria-hidden="true" />}
        onClick={({ currentTarget }) => {
          const focusTarget = focusAfterRemoval(currentTarget);
          onRemove();
          focusTarget?.focus({ preventScroll: true });
        }}
      />
    </li>
  );
}
