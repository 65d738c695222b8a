import MessageSquare from 'lucide-react/icons/message-square';
import { Link } from 'react-router';
import { badgeCountText } from '../../lib/format/badge-count.ts';
import { useChatLink } from '../../lib/navigation/chat-link.ts';
import { count } from '../../ui/actions/icon-button.module.css';
import { preloadChat } from './lazy-chat.tsx';
import { unreadLabel } from './panel/rules/words.ts';
import { useChatLocation } from './panel/use-chat-location.ts';
import { useUnreadConversations } from './use-unread-conversations.ts';

/** Link to the chat in the bottom bar of small screens, with the number of unread conversations. */
export function ChatShortcut() {
  const { open } = useChatLocation();
  const unreadCount = useUnreadConversations();
  return (
    <Link
      to={useChatLink()}
      replace={open}
      preventScrollReset
      data-abre-chat=""
      aria-label={unreadCount > 0 ? `Conversas, ${unreadLabel(unreadCount)}` : undefined}
      aria-current={open ? 'true' : undefined}
      onPointerEnter={preloadChat}
      onFocus={preloadChat}
    >
      <MessageSquare className="icon" aria-hidden="true" />
      Conversas
      {unreadCount > 0 && (
        <span className={`${count} numeric`} data-ui="count">
          {badgeCountText(unreadCount)}
        </span>
      )}
    </Link>
  );
}
