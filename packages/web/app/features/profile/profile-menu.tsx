import type { PublicUser } from '@guilda/contract/users';
import Ellipsis from 'lucide-react/icons/ellipsis';
import { type ComponentProps, lazy, Suspense, useState } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';

const loadMenu = () => import('./profile-menu-items.tsx');
const ProfileMenuItems = lazy(() =>
  loadMenu().then((module) => ({ default: module.ProfileMenuItems })),
);

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
  const [wanted, setWanted] = useState(false);
  const closed = (
    <MoreButton
      className={className}
      onPointerEnter={loadMenu}
      onFocus={loadMenu}
      onClick={() => setWanted(true)}
    />
  );
  if (!wanted) return closed;
  return (
    <Suspense fallback={closed}>
      <ProfileMenuItems user={user} trigger={<MoreButton className={className} />} />
    </Suspense>
  );
}
