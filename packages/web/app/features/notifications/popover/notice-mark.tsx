import type { Notification } from '@guilda/contract/notifications';
import Award from 'lucide-react/icons/award';
import Bell from 'lucide-react/icons/bell';
import FileArchive from 'lucide-react/icons/file-archive';
import Gavel from 'lucide-react/icons/gavel';
import Gift from 'lucide-react/icons/gift';
import MessageSquare from 'lucide-react/icons/message-square';
import PhoneMissed from 'lucide-react/icons/phone-missed';
import Receipt from 'lucide-react/icons/receipt';
import UserPlus from 'lucide-react/icons/user-plus';
import { Avatar } from '../../../ui/avatar.tsx';

const icons: Readonly<Record<string, typeof Bell>> = {
  message: MessageSquare,
  payment: Receipt,
  friend_request: UserPlus,
  achievement: Award,
  gift: Gift,
  call: PhoneMissed,
  moderation: Gavel,
  export: FileArchive,
};

type Marked = Pick<Notification, 'type' | 'senderAvatar'>;

/** The sender's photo, or the icon of the type; types without one of their own get the bell. */
export function NoticeMark({ type, senderAvatar }: Marked) {
  if (senderAvatar) return <Avatar src={senderAvatar} />;
  const Icon = icons[type] ?? Bell;
  return (
    <span className="ico">
      <Icon className="i" aria-hidden="true" />
    </span>
  );
}
