import type { PublicUser } from '@guilda/contract/accounts/users';
import ScrollText from 'lucide-react/icons/scroll-text';
import Share2 from 'lucide-react/icons/share-2';
import { type ReactNode, useState } from 'react';
import { useSession } from '../../lib/session/session.ts';
import { shareOrCopyLink } from '../../ui/actions/share-button.tsx';
import { Menu, MenuItem, MenuLink } from '../../ui/overlays/menu.tsx';
import { BlockMenuItem, LazyBlockDialog } from '../blocks/index.ts';
import { LazyReportDialog, ReportMenuItem } from '../report/index.ts';
import { displayNameOf } from './profile-text.ts';

type DialogName = 'report' | 'block';

interface MenuItemsProps {
  user: PublicUser;
  onOpen: (name: DialogName) => void;
}

function MenuItems({ user, onOpen }: MenuItemsProps) {
  const signedIn = useSession((state) => state.user !== null);
  const isAdmin = useSession((state) => state.user?.role === 'admin');
  const name = displayNameOf(user);
  return (
    <>
      <MenuItem
        icon={<Share2 className="icon" aria-hidden="true" />}
        onSelect={() => void shareOrCopyLink(`${name} na Guilda`, `/user/${user.username}`)}
      >
        Compartilhar
      </MenuItem>
      <ReportMenuItem onSelect={() => onOpen('report')} />
      {isAdmin && (
        <MenuLink
          to={`/admin?aba=registro&sobre=${user.uid}`}
          icon={<ScrollText className="icon" aria-hidden="true" />}
        >
          Ver no registro
        </MenuLink>
      )}
      {signedIn && <BlockMenuItem person={user} onBlock={() => onOpen('block')} />}
    </>
  );
}

interface ProfileMenuItemsProps {
  user: PublicUser;
  /** The button that opens the menu. */
  trigger: ReactNode;
}

/** The menu of another person's profile, initially open, and its dialogs. */
export function ProfileMenuItems({ user, trigger }: ProfileMenuItemsProps) {
  const [dialogName, setDialogName] = useState<DialogName>();
  const [open, setOpen] = useState(false);
  const openDialog = (name: DialogName) => {
    setDialogName(name);
    setOpen(true);
  };
  const person = { uid: user.uid, name: displayNameOf(user) };
  const dialogProps = { person, open, onOpenChange: setOpen };
  return (
    <>
      <Menu defaultOpen label={`Opções do perfil de ${person.name}`} trigger={trigger}>
        <MenuItems user={user} onOpen={openDialog} />
      </Menu>
      {dialogName === 'report' && <LazyReportDialog {...dialogProps} />}
      {dialogName === 'block' && <LazyBlockDialog {...dialogProps} />}
    </>
  );
}
