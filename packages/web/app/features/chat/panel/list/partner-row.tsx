import type { ChatPartner } from '@guilda/contract/messaging';
import clsx from 'clsx';
import BellOff from 'lucide-react/icons/bell-off';
import { Link } from 'react-router';
import { useChatLink } from '../../../../lib/chat-link.ts';
import { RelativeTime } from '../../../../ui/relative-time.tsx';
import { PersonAvatar } from '../../../presence/index.ts';
import { BadgeList } from '../../../users/index.ts';
import { previewText } from '../rules/preview.ts';
import { nameOf, unreadLabel } from '../rules/words.ts';
import { useWide } from '../use-wide.ts';

function Unread({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <>
      <span className="nv num" aria-hidden="true">
        {count > 99 ? '99+' : count}
      </span>
      <span className="sr">{unreadLabel(count)}</span>
    </>
  );
}

function Muted() {
  return (
    <>
      <BellOff className="i i-s mute" aria-hidden="true" />
      <span className="sr">Avisos silenciados</span>
    </>
  );
}

interface PartnerRowProps {
  partner: ChatPartner;
  /** Its conversation is on screen. */
  chosen: boolean;
}

/** Someone one talks with: who, whether they are there, the last words and how long ago. */
export function PartnerRow({ partner, chosen }: PartnerRowProps) {
  const { uid, lastMessage, unreadCount, muted } = partner;
  // Side by side Back closes the chat; on phones it leads from the conversation to the list.
  const wide = useWide();
  return (
    <Link
      to={useChatLink(uid)}
      replace={wide || chosen}
      preventScrollReset
      data-uid={uid}
      aria-current={chosen ? 'true' : undefined}
      className={clsx(chosen && 'on', unreadCount > 0 && 'nl')}
    >
      <PersonAvatar person={partner} size="md" />
      <div className="cresce">
        <p className="row g2">
          <bdi className="nm trunca">{nameOf(partner)}</bdi>
          <BadgeList badges={partner.badges} inLink />
          {lastMessage && <RelativeTime value={lastMessage.sentAt} />}
        </p>
        <p className="row g2">
          <span className="pv trunca" dir="auto">
            {lastMessage ? previewText(lastMessage.message) : ''}
          </span>
          {muted && <Muted />}
          <Unread count={unreadCount} />
        </p>
      </div>
    </Link>
  );
}
