import type { PublicUser } from '@guilda/contract/users';
import Ellipsis from 'lucide-react/icons/ellipsis';
import type { ComponentProps } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { LaterMenu } from '../../ui/later-menu.tsx';

const loadMenu = () => import('./profile-menu-items.tsx').then((module) => module.ProfileMenuItems);

type MoreButtonProps = Omit<ComponentProps<'button'>, 'children'>;

function MoreButton({ className, ...rest }: MoreButtonProps) {
  return (
    <IconButton
      {...rest}
      className={className}
      label="Mais opções"
      tone="solid"
      tip="none"
      aria-haspopup="menu"
      icon={<Ellipsis className="i" aria-hidden="true" />}
    />
  );
}

interface ProfileMenuProps {
  user: PublicUser;
  className?: string | undefined;
}

/** "Mais opções" of another's profile: the menu is fetched by whoever reaches for it. */
export function ProfileMenu({ user, className }: ProfileMenuProps) {
  return (
    <LaterMenu
      load={loadMenu}
      button={({ children: _, ...more }) => <MoreButton className={className} {...more} />}
      menu={{ user }}
    />
  );
}
