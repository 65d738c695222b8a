import type { PublicUser } from '@guilda/contract/accounts/users';
import Ellipsis from 'lucide-react/icons/ellipsis';
import type { ComponentProps } from 'react';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { LazyMenu } from '../../ui/overlays/lazy-menu.tsx';

const loadMenuItems = () =>
  import('./profile-menu-items.tsx').then((module) => module.ProfileMenuItems);

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
      icon={<Ellipsis className="icon" aria-hidden="true" />}
    />
  );
}

interface ProfileMenuProps {
  user: PublicUser;
  className?: string | undefined;
}

/** Menu "Mais opções" of another person's profile; its code is loaded on demand. */
export function ProfileMenu({ user, className }: ProfileMenuProps) {
  return (
    <LazyMenu
      load={loadMenuItems}
      button={({ children: _, ...more }) => <MoreButton className={className} {...more} />}
      menu={{ user }}
    />
  );
}
