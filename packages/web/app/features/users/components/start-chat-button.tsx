import MessageSquare from 'lucide-react/icons/message-square';
import { useChatLink } from '../../../lib/navigation/chat-link.ts';
import { useSession } from '../../../lib/session/session.ts';
import { Button, type ButtonSize, type ButtonVariant } from '../../../ui/actions/button.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';

interface StartChatButtonProps {
  /** Uid of the other person; nothing is rendered for the signed-in person's own uid. */
  uid: string;
  label?: string | undefined;
  size?: ButtonSize | undefined;
  /** Appearance of the button; `primary` when chatting is the main action of the page. */
  variant?: ButtonVariant | undefined;
  className?: string | undefined;
}

const chatIcon = <MessageSquare className="icon" aria-hidden="true" />;

/** Button that opens the chat with a person over the page. A visitor signs in first and then comes back to the chat. */
export function StartChatButton({
  uid,
  label = 'Conversar',
  size,
  variant,
  className,
}: StartChatButtonProps) {
  const to = useChatLink(uid);
  const isOwn = useSession((state) => state.user?.uid === uid);
  if (isOwn) return null;
  return (
    <Button
      asLink
      to={to}
      preventScrollReset
      size={size}
      variant={variant}
      className={className}
      icon={chatIcon}
    >
      {label}
    </Button>
  );
}

interface StartChatIconButtonProps {
  uid: string;
  /** Name of the person, for the label: `Conversar com Bia`. */
  name: string;
  tone?: 'plain' | 'solid' | undefined;
}

/** `StartChatButton` as an icon without text. */
export function StartChatIconButton({ uid, name, tone }: StartChatIconButtonProps) {
  const to = useChatLink(uid);
  const isOwn = useSession((state) => state.user?.uid === uid);
  if (isOwn) return null;
  return (
    <IconButton
      asLink
      to={to}
      preventScrollReset
      label={`Conversar com ${name}`}
      tip="top"
      tone={tone}
      icon={chatIcon}
    />
  );
}
