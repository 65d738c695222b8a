import type { PublicUser } from '@guilda/contract/users';
import ScrollText from 'lucide-react/icons/scroll-text';
import Share2 from 'lucide-react/icons/share-2';
import { type ReactNode, useState } from 'react';
import { useSession } from '../../lib/session.ts';
import { Menu, MenuItem, MenuLink } from '../../ui/menu.tsx';
import { share } from '../../ui/share-button.tsx';
import { BlockDialogLater, BlockMenuItem } from '../blocks/index.ts';
import { ReportDialogLater, ReportMenuItem } from '../moderation/index.ts';
import { nameOf } from './profile-words.ts';

type Asked = 'report' | 'block';

interface ItemsProps {
  user: PublicUser;
  onAsk: (asked: Asked) => void;
}

function Items({ user, onAsk }: ItemsProps) {
  const signedIn = useSession((state) => state.user !== null);
  const team = useSession((state) => state.user?.role === 'admin');
  const name = nameOf(user);
  return (
    <>
      <MenuItem
        icon={<Share2 className="i" aria-hidden="true" />}
        onSelect={() => void share(`${name} na Guilda`, `/user/${user.username}`)}
      >
        Compartilhar
      </MenuItem>
      <ReportMenuItem onSelect={() => onAsk('report')} />
      {team && (
        <MenuLink
          to={`/admin?aba=registro&sobre=${user.uid}`}
          icon={<ScrollText className="i" aria-hidden="true" />}
        >
          Ver no registro
        </MenuLink>
      )}
      {signedIn && <BlockMenuItem person={user} onBlock={() => onAsk('block')} />}
    </>
  );
}

interface ProfileMenuItemsProps {
  user: PublicUser;
  /** One button; it opens the menu. */
  trigger: ReactNode;
}

/** The opened menu of another's profile and the dialogs behind it. */
export function ProfileMenuItems({ user, trigger }: ProfileMenuItemsProps) {
  const [asked, setAsked] = useState<Asked>();
  const [open, setOpen] = useState(false);
  const ask = (next: Asked) => {
    setAsked(next);
    setOpen(true);
  };
  const person = { uid: user.uid, name: nameOf(user) };
  const dialog = { person, open, onOpenChange: setOpen };
  return (
    <>
      <Menu defaultOpen label={`Opções do perfil de ${person.name}`} trigger={trigger}>
        <Items user={user} onAsk={ask} />
      </Menu>
      {asked === 'report' && <ReportDialogLater {...dialog} />}
      {asked === 'block' && <BlockDialogLater {...dialog} />}
    </>
  );
}
