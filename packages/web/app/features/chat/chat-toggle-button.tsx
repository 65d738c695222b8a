import MessageSquare from 'lucide-react/icons/message-square';
import { useLocation, useNavigate } from 'react-router';
import { searchWithChat } from '../../lib/navigation/chat-link.ts';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { preloadChat } from './lazy-chat.tsx';
import { unreadLabel } from './panel/rules/words.ts';
import { useChatLocation } from './panel/use-chat-location.ts';
import { useUnreadConversations } from './use-unread-conversations.ts';

/** Button in the top bar of wide screens that opens and closes the chat, with the number of unread conversations. */
export function ChatToggleButton() {
  const { open, close } = useChatLocation();
  const { search, hash } = useLocation();
  const navigate = useNavigate();
  const unreadCount = useUnreadConversations();
  const press = () => {
    if (open) close();
    else void navigate({ search: searchWithChat(search), hash }, { preventScrollReset: true });
  };
  return (
    <IconButton
      label="Conversas"
      note={unreadCount > 0 ? unreadLabel(unreadCount) : undefined}
      count={unreadCount}
      className="onlyLarge"
      data-abre-chat=""
      aria-haspopup="dialog"
      aria-expanded={open}
      icon={<MessageSquare className="icon" aria-hidden="true" />}
      onPointerEnter={preloadChat}
      onFocus={preloadChat}
      onClick={press}
    />
  );
}
