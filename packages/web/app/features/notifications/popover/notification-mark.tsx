import type { NotificationIcon } from '@guilda/contract/notifications/notification-kinds';
import { type Notification, notificationIcon } from '@guilda/contract/notifications/notifications';
import Award from 'lucide-react/icons/award';
import Bell from 'lucide-react/icons/bell';
import FileArchive from 'lucide-react/icons/file-archive';
import Gavel from 'lucide-react/icons/gavel';
import Gift from 'lucide-react/icons/gift';
import MessageSquare from 'lucide-react/icons/message-square';
import PhoneMissed from 'lucide-react/icons/phone-missed';
import Receipt from 'lucide-react/icons/receipt';
import UserPlus from 'lucide-react/icons/user-plus';
import { Avatar } from '../../../ui/display/avatar.tsx';
import * as styles from './notifications.module.css';

const notificationIcons: Readonly<Record<NotificationIcon, typeof Bell>> = {
  award: Award,
  bell: Bell,
  'file-archive': FileArchive,
  gavel: Gavel,
  gift: Gift,
  'message-square': MessageSquare,
  'phone-missed': PhoneMissed,
  receipt: Receipt,
  'user-plus': UserPlus,
};

type IconFields = Pick<Notification, 'type' | 'senderAvatar'>;

/** The sender's photo, or the icon of the notification's kind. */
export function NotificationMark({ type, senderAvatar }: IconFields) {
  if (senderAvatar) return <Avatar src={senderAvatar} />;
  const Icon = notificationIcons[notificationIcon({ type })];
  return (
    <span className={styles.mark}>
      <Icon className="icon" aria-hidden="true" />
    </span>
  );
}
