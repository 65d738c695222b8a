import type { ChatPartner } from '@guilda/contract/messaging';
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import type { ComponentProps } from 'react';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { LaterMenu } from '../../../../ui/later-menu.tsx';

const loadMenu = () => import('./chat-menu-items.tsx').then((module) => module.ChatMenuItems);

function MoreButton({ children: _, ...rest }: ComponentProps<'button'>) {
  return (
    <IconButton
      {...rest}
      label="Mais opções"
      tip="none"
      aria-haspopup="menu"
      icon={<EllipsisVertical className="i" aria-hidden="true" />}
    />
  );
}

/** What else can be done about a conversation; fetched by whoever reaches for it. */
export function ChatMenu({ partner }: { partner: ChatPartner }) {
  return (
    <LaterMenu load={loadMenu} button={(more) => <MoreButton {...more} />} menu={{ partner }} />
  );
}
