import type { ChatPartner } from '@guilda/contract/messaging';
import ArrowRight from 'lucide-react/icons/arrow-right';
import { Link } from 'react-router';
import { useChatLink } from '../../lib/chat-link.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Tag } from '../../ui/tag.tsx';
import { PersonAvatar } from '../presence/index.ts';
import { BadgeList } from '../users/index.ts';

/** `Mensagem nova`, `3 mensagens novas`, `99+ mensagens novas`. */
function unreadText(count: number): string {
  if (count === 1) return 'Mensagem nova';
  return `${count > 99 ? '99+' : count} mensagens novas`;
}

/** A conversation that waits for its reader; the whole card opens it over the page. */
export function TalkCard({ partner }: { partner: ChatPartner }) {
  const to = useChatLink(partner.uid);
  const { lastMessage } = partner;
  return (
    <Link to={to} preventScrollReset className="comanda">
      <span className="top">
        <Tag tone="accent">{unreadText(partner.unreadCount)}</Tag>
        {lastMessage && <RelativeTime className="fim comanda-c" value={lastMessage.sentAt} />}
      </span>
      <span className="mid">
        <span className="row">
          <PersonAvatar person={partner} size="md" />
          <span className="cresce">
            <span className="row g2">
              <strong className="trunca comanda-t">
                <bdi>{partner.displayName || partner.username}</bdi>
              </strong>
              <BadgeList badges={partner.badges} inLink />
            </span>
            <span className="t-sm mute comanda-q">
              <bdi className="trunca">{lastMessage?.message}</bdi>
            </span>
          </span>
        </span>
        <span className="row g2 t-sm b comanda-p">
          Abrir conversa
          <ArrowRight className="i" aria-hidden="true" />
        </span>
      </span>
    </Link>
  );
}
