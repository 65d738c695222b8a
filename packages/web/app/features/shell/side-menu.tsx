import LogOut from 'lucide-react/icons/log-out';
import ScrollText from 'lucide-react/icons/scroll-text';
import Settings from 'lucide-react/icons/settings';
import ShieldCheck from 'lucide-react/icons/shield-check';
import SunMoon from 'lucide-react/icons/sun-moon';
import CircleUserRound from 'lucide-react/icons/user-round';
import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useSignOut } from '../../lib/sign-out.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Drawer, DrawerClose } from '../../ui/drawer.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { BadgeList } from '../users/index.ts';
import { FeedbackBlock } from './feedback-block.tsx';
import { chooseTheme, useTheme } from './theme.ts';
import { useUrgent } from './use-urgent.ts';
import type { Viewer } from './viewer.ts';

interface SideMenuProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  viewer: Viewer;
}

function MenuLink({ to, icon, children }: { to: string; icon: ReactNode; children: ReactNode }) {
  return (
    <DrawerClose>
      <Link to={to}>
        {icon}
        {children}
      </Link>
    </DrawerClose>
  );
}

const themeNames = { mesa: 'Mesa', papel: 'Papel' };

function ThemeSwitch() {
  const theme = useTheme();
  return (
    <button type="button" onClick={() => chooseTheme(theme === 'mesa' ? 'papel' : 'mesa')}>
      <SunMoon className="i" aria-hidden="true" />
      Tema <span className="fim mute t-sm">{themeNames[theme]}</span>
    </button>
  );
}

function Head({ viewer }: { viewer: Viewer }) {
  return (
    <div className="lateral-h">
      <div className="row cresce">
        <Avatar src={viewer.photoURL} size="md" loading="eager" />
        <div className="cresce">
          <p className="b trunca">
            <bdi>{viewer.displayName || viewer.username}</bdi>
          </p>
          <BadgeList badges={viewer.badges} />
        </div>
      </div>
      <DrawerClose>
        <IconButton label="Fechar menu" tip="none" icon={<X className="i" aria-hidden="true" />} />
      </DrawerClose>
    </div>
  );
}

function HouseLinks() {
  return (
    <p className="rodape-n row lateral-r">
      <DrawerClose>
        <Link to="/termos">Termos de uso</Link>
      </DrawerClose>
      <DrawerClose>
        <Link to="/privacidade">Privacidade</Link>
      </DrawerClose>
      <DrawerClose>
        <Link to="/teste">Teste do site</Link>
      </DrawerClose>
    </p>
  );
}

function TeamLink() {
  const urgent = useUrgent();
  return (
    <MenuLink to="/admin" icon={<ShieldCheck className="i" aria-hidden="true" />}>
      Moderação
      {urgent > 0 && (
        <span className="conta num fim menu-u">
          {urgent > 99 ? '99+' : urgent}
          <span className="sr">
            {urgent === 1 ? ' urgente ou atrasado' : ' urgentes ou atrasados'}
          </span>
        </span>
      )}
    </MenuLink>
  );
}

/** The signed-in person's menu, from the right. */
export function SideMenu({ open, onOpenChange, viewer }: SideMenuProps) {
  const signOut = useSignOut();
  return (
    <Drawer open={open} onOpenChange={onOpenChange} label="Menu">
      <Head viewer={viewer} />
      <nav aria-label="Sua conta">
        <MenuLink
          to={`/user/${viewer.username}`}
          icon={<CircleUserRound className="i" aria-hidden="true" />}
        >
          Meu Perfil
        </MenuLink>
        <MenuLink to="/sales" icon={<ScrollText className="i" aria-hidden="true" />}>
          Vendas
        </MenuLink>
        {viewer.role === 'admin' && <TeamLink />}
        <MenuLink to="/user/settings" icon={<Settings className="i" aria-hidden="true" />}>
          Configurações
        </MenuLink>
        <ThemeSwitch />
        <DrawerClose>
          <button type="button" onClick={signOut}>
            <LogOut className="i" aria-hidden="true" />
            Sair
          </button>
        </DrawerClose>
      </nav>
      <FeedbackBlock viewer={viewer} />
      <HouseLinks />
    </Drawer>
  );
}
