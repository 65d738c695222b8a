import type { ChatPartner } from '@guilda/contract/chat/messaging';
import clsx from 'clsx';
import MessageSquare from 'lucide-react/icons/message-square';
import { badgeCountText } from '../../lib/format/badge-count.ts';
import { useChatLink } from '../../lib/navigation/chat-link.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Tag } from '../../ui/display/tag.tsx';
import { RelativeTime } from '../../ui/text/relative-time.tsx';
import { PersonAvatar } from '../presence/index.ts';
import { BadgeList } from '../users/index.ts';
import * as styles from './waiting.module.css';

/** Number of unread messages as text: `Mensagem nova`, `3 mensagens novas`, `99+ mensagens novas`. */
function unreadText(count: number): string {
  if (count === 1) return 'Mensagem nova';
  return `${badgeCountText(count)} mensagens novas`;
}

/** Card of a conversation with unread messages; its button opens the conversation over the page. */
export function ConversationCard({ partner }: { partner: ChatPartner }) {
  const to = useChatLink(partner.uid);
  const { lastMessage } = partner;
  const name = partner.displayName || partner.username;
  return (
    <article className={styles.card}>
      <div className={styles.top}>
        <Tag tone="accent">{unreadText(partner.unreadCount)}</Tag>
        {lastMessage && <RelativeTime className="pushEnd" value={lastMessage.sentAt} />}
      </div>
      <div className={styles.body}>
        <div className="row">
          <PersonAvatar person={partner} size="md" />
          <div className="grow">
            <div className="row gap2">
              <h2 className={clsx(styles.title, 'bold truncate')}>
                <bdi>{name}</bdi>
              </h2>
              <BadgeList badges={partner.badges} />
            </div>
            <p className={clsx(styles.who, 'textSm muted')}>
              <bdi className="truncate">{lastMessage?.message}</bdi>
            </p>
          </div>
        </div>
        <div className={styles.actions}>
          <Button
            asLink
            to={to}
            preventScrollReset
            icon={<MessageSquare className="icon" aria-hidden="true" />}
          >
            Abrir conversa<span className="srOnly"> com {name}</span>
          </Button>
        </div>
      </div>
    </article>
  );
}
