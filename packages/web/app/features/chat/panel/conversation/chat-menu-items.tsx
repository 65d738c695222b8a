import type { ChatPartner } from '@guilda/contract/chat/messaging';
import Bell from 'lucide-react/icons/bell';
import BellOff from 'lucide-react/icons/bell-off';
import ScrollText from 'lucide-react/icons/scroll-text';
import CircleUserRound from 'lucide-react/icons/user-round';
import { type ReactNode, useState } from 'react';
import { toast, toastError } from '../../../../ui/feedback/toast.ts';
import { Menu, MenuItem, MenuLink } from '../../../../ui/overlays/menu.tsx';
import { BlockMenuItem, LazyBlockDialog } from '../../../blocks/index.ts';
import { LazyReportDialog, ReportMenuItem } from '../../../report/index.ts';
import { browserChat } from '../../model/index.ts';
import { partnerName } from '../rules/words.ts';

type ChatMenuDialog = 'report' | 'block';

async function toggleMuted({ uid, muted }: ChatPartner) {
  try {
    await browserChat().setMuted(uid, !muted);
    toast({ title: muted ? 'Avisos reativados' : 'Avisos silenciados' });
  } catch (error) {
    toastError(error);
  }
}

function MuteItem({ partner }: { partner: ChatPartner }) {
  const Icon = partner.muted ? Bell : BellOff;
  return (
    <MenuItem
      icon={<Icon className="icon" aria-hidden="true" />}
      onSelect={() => void toggleMuted(partner)}
    >
      {partner.muted ? 'Reativar avisos' : 'Silenciar'}
    </MenuItem>
  );
}

function MenuItems({
  partner,
  onAsk,
}: {
  partner: ChatPartner;
  onAsk: (dialog: ChatMenuDialog) => void;
}) {
  return (
    <>
      <MenuLink
        to={`/user/${partner.username}`}
        icon={<CircleUserRound className="icon" aria-hidden="true" />}
      >
        Ver perfil
      </MenuLink>
      <MenuLink
        to={`/sales?pessoa=${partner.uid}`}
        icon={<ScrollText className="icon" aria-hidden="true" />}
      >
        Pedidos com esta pessoa
      </MenuLink>
      <MuteItem partner={partner} />
      <ReportMenuItem onSelect={() => onAsk('report')} />
      <BlockMenuItem
        person={partner}
        onBlock={() => onAsk('block')}
        onUnblocked={() => browserChat().reload(partner.uid)}
      />
    </>
  );
}

interface ChatMenuItemsProps {
  partner: ChatPartner;
  /** The button that opens the menu. */
  trigger: ReactNode;
}

/**
 * The menu of a conversation and the dialogs of its items. The menu is open from the start, because this code is loaded
 * when the person presses the menu's button.
 */
export function ChatMenuItems({ partner, trigger }: ChatMenuItemsProps) {
  const [shownDialog, setShownDialog] = useState<ChatMenuDialog>();
  const [dialogOpen, setDialogOpen] = useState(false);
  const openDialog = (dialog: ChatMenuDialog) => {
    setShownDialog(dialog);
    setDialogOpen(true);
  };
  const person = { uid: partner.uid, name: partnerName(partner) };
  const changeDialogOpen = (isOpen: boolean) => {
    setDialogOpen(isOpen);
    // The person may have blocked the partner. The reloaded conversation then shows that no message can be sent.
    if (!isOpen && shownDialog === 'block') browserChat().reload(partner.uid);
  };
  const dialogProps = { person, open: dialogOpen, onOpenChange: changeDialogOpen };
  return (
    <>
      <Menu defaultOpen label={`Opções da conversa com ${person.name}`} trigger={trigger}>
        <MenuItems partner={partner} onAsk={openDialog} />
      </Menu>
      {shownDialog === 'report' && <LazyReportDialog {...dialogProps} />}
      {shownDialog === 'block' && <LazyBlockDialog {...dialogProps} />}
    </>
  );
}
