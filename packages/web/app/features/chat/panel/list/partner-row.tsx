import type { ChatPartner } from '@guilda/contract/chat/messaging';
import clsx from 'clsx';
import BellOff from 'lucide-react/icons/bell-off';
import { Link } from 'react-router';
import { badgeCountText } from '../../../../lib/format/badge-count.ts';
import { useChatLink } from '../../../../lib/navigation/chat-link.ts';
import { useIsWideScreen } from '../../../../ui/layout/use-is-wide-screen.ts';
import { RelativeTime } from '../../../../ui/text/relative-time.tsx';
import { PersonAvatar } from '../../../presence/index.ts';
import { BadgeList } from '../../../users/index.ts';
import { previewText } from '../rules/preview.ts';
import { partnerName, unreadLabel } from '../rules/words.ts';
import * as styles from './conversation-list.module.css';

function UnreadCount({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <>
      <span className={clsx('numeric', styles.count)} aria-hidden="true">
        {badgeCountText(count)}
      </span>
      <span className="srOnly">{unreadLabel(count)}</span>
    </>
  );
}

function MutedIcon() {
  return (
    <>
      <BellOff className="icon iconSmall muted" aria-hidden="true" />
      <span className="srOnly">Avisos silenciados</span>
    </>
  );
}

interface PartnerRowProps {
  partner: ChatPartner;
  /** Whether the conversation of this row is open. */
  chosen: boolean;
}

/** Row of a partner in the list: name, presence, start of the last message and its age. */
export function PartnerRow({ partner, chosen }: PartnerRowProps) {
  const { uid, lastMessage, unreadCount, muted } = partner;
  const name = partnerName(partner);
  // On wide screens Back closes the chat; on phones it leads from the conversation to the list.
  const isWide = useIsWideScreen();
  return (
    <Link
      to={useChatLink(uid)}
      replace={isWide || chosen}
      preventScrollReset
      data-uid={uid}
      aria-current={chosen ? 'true' : undefined}
      className={clsx(chosen && styles.chosen, unreadCount > 0 && styles.unread)}
    >
      <PersonAvatar person={partner} size="md" />
      <div className="grow">
        <p className={clsx('row gap2', styles.top)}>
          <span className={clsx('row gap2', styles.who)}>
            <bdi className={clsx('truncate', styles.name)} title={name}>
              {name}
            </bdi>
            <BadgeList badges={partner.badges} inLink />
          </span>
          {lastMessage && <RelativeTime value={lastMessage.sentAt} />}
        </p>
        <p className="row gap2">
          <span className={clsx('truncate', styles.preview)} dir="auto">
            {lastMessage ? previewText(lastMessage.message) : 'Nenhuma mensagem ainda'}
          </span>
          {muted && <MutedIcon />}
          <UnreadCount count={unreadCount} />
        </p>
      </div>
    </Link>
  );
}
