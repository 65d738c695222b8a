import type { ChatPartner } from '@guilda/contract/chat/messaging';
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import type { ComponentProps } from 'react';
import { IconButton } from '../../../../ui/actions/icon-button.tsx';
import { LazyMenu } from '../../../../ui/overlays/lazy-menu.tsx';

const loadMenuItems = () => import('./chat-menu-items.tsx').then((module) => module.ChatMenuItems);

function MoreButton({ children: _, ...rest }: ComponentProps<'button'>) {
  return (
    <IconButton
      {...rest}
      label="Mais opções"
      tip="none"
      aria-haspopup="menu"
      icon={<EllipsisVertical className="icon" aria-hidden="true" />}
    />
  );
}

/** The menu of a conversation; its code is loaded on hover or focus. */
export function ChatMenu({ partner }: { partner: ChatPartner }) {
  return (
    <LazyMenu
      load={loadMenuItems}
      button={(triggerProps) => <MoreButton {...triggerProps} />}
      menu={{ partner }}
    />
  );
}
