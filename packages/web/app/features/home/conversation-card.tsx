import type { ChatPartner } from '@guilda/contract/messaging';
import clsx from 'clsx';
import ArrowRight from 'lucide-react/icons/arrow-right';
import { Link } from 'react-router';
import { useChatLink } from '../../lib/navigation/chat-link.ts';
import { Tag } from '../../ui/display/tag.tsx';
import { RelativeTime } from '../../ui/text/relative-time.tsx';
import { PersonAvatar } from '../presence/index.ts';
import { BadgeList } from '../users/index.ts';
import * as styles from './waiting.module.css';

/** Number of unread messages: `Mensagem nova`, `3 mensagens novas`, `99+ mensagens novas`. */
function unreadText(count: number): string {
  if (count === 1) return 'Mensagem nova';
  return `${count > 99 ? '99+' : count} mensagens novas`;
}

/** Card of a conversation with unread messages; pressing it opens the conversation over the page. */
export function ConversationCard({ partner }: { partner: ChatPartner }) {
  const to = useChatLink(partner.uid);
  const { lastMessage } = partner;
  return (
    <Link to={to} preventScrollReset className={styles.card}>
      <span className={styles.top}>
        <Tag tone="accent">{unreadText(partner.unreadCount)}</Tag>
        {lastMessage && (
          <RelativeTime className={clsx(styles.code, 'pushEnd')} value={lastMessage.sentAt} />
        )}
      </span>
      <span className={styles.body}>
        <span className="row">
          <PersonAvatar person={partner} size="md" />
          <span className="grow">
            <span className="row gap2">
              <strong className={clsx(styles.title, 'truncate')}>
                <bdi>{partner.displayName || partner.username}</bdi>
              </strong>
              <BadgeList badges={partner.badges} inLink />
            </span>
            <span className={clsx(styles.who, 'textSm muted')}>
              <bdi className="truncate">{lastMessage?.message}</bdi>
            </span>
          </span>
        </span>
        <span className={clsx(styles.next, 'row gap2 textSm bold')}>
          Abrir conversa
          <ArrowRight className="icon" aria-hidden="true" />
        </span>
      </span>
    </Link>
  );
}
