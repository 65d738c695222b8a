import clsx from 'clsx';
import CircleHelp from 'lucide-react/icons/circle-question-mark';
import LogOut from 'lucide-react/icons/log-out';
import Plus from 'lucide-react/icons/plus';
import ScrollText from 'lucide-react/icons/scroll-text';
import Settings from 'lucide-react/icons/settings';
import ShieldCheck from 'lucide-react/icons/shield-check';
import ShoppingBag from 'lucide-react/icons/shopping-bag';
import SunMoon from 'lucide-react/icons/sun-moon';
import CircleUserRound from 'lucide-react/icons/user-round';
import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { badgeCountText } from '../../../lib/format/badge-count.ts';
import { useAddServiceLink } from '../../../lib/navigation/dialog-query.ts';
import { count } from '../../../ui/actions/icon-button.module.css';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { Avatar } from '../../../ui/display/avatar.tsx';
import { Drawer, DrawerClose } from '../../../ui/overlays/drawer.tsx';
import { useSignOutQuestion } from '../../chat/index.ts';
import { BadgeList } from '../../users/index.ts';
import { chooseTheme, useTheme } from '../theme.ts';
import type { Viewer } from '../viewer.ts';
import { FeedbackForm } from './feedback-block.tsx';
import * as footer from './footer.module.css';
import * as styles from './side-menu.module.css';
import { useUrgentQueueCount } from './use-urgent-queue-count.ts';

interface SideMenuProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  viewer: Viewer;
}

interface MenuLinkProps {
  to: string;
  icon: ReactNode;
  /** Whether the link opens a dialog over the current page, whose scroll position stays. */
  over?: boolean | undefined;
  children: ReactNode;
}

function MenuLink({ to, icon, over, children }: MenuLinkProps) {
  return (
    <DrawerClose>
      <Link to={to} preventScrollReset={over ?? false}>
        {icon}
        {children}
      </Link>
    </DrawerClose>
  );
}

const themeLabels = { mesa: 'Escuro', papel: 'Claro' };

function ThemeSwitch() {
  const theme = useTheme();
  return (
    <button type="button" onClick={() => chooseTheme(theme === 'mesa' ? 'papel' : 'mesa')}>
      <SunMoon className="icon" aria-hidden="true" />
      Tema <span className="pushEnd muted textSm">{themeLabels[theme]}</span>
    </button>
  );
}

function MenuHeader({ viewer }: { viewer: Viewer }) {
  return (
    <div className={styles.head}>
      <div className="row grow">
        <Avatar src={viewer.photoURL} size="md" loading="eager" />
        <div className="grow">
          <p className="bold truncate">
            <bdi>{viewer.displayName || viewer.username}</bdi>
          </p>
          <BadgeList badges={viewer.badges} />
        </div>
      </div>
      <DrawerClose>
        <IconButton
          label="Fechar menu"
          tip="none"
          icon={<X className="icon" aria-hidden="true" />}
        />
      </DrawerClose>
    </div>
  );
}

function LegalLinks() {
  return (
    <p className={clsx(footer.links, styles.legal, 'row')}>
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

function AdminLink() {
  const urgentCount = useUrgentQueueCount();
  return (
    <MenuLink to="/admin" icon={<ShieldCheck className="icon" aria-hidden="true" />}>
      Moderação
      {urgentCount > 0 && (
        <span className={clsx(count, styles.urgent, 'numeric pushEnd')}>
          {badgeCountText(urgentCount)}
          <span className="srOnly">
            {urgentCount === 1 ? ' urgente ou atrasado' : ' urgentes ou atrasados'}
          </span>
        </span>
      )}
    </MenuLink>
  );
}

function AccountLinks({ viewer, onSignOut }: { viewer: Viewer; onSignOut: () => void }) {
  const addService = useAddServiceLink();
  return (
    <nav aria-label="Sua conta">
      <MenuLink
        to={`/user/${viewer.username}`}
        icon={<CircleUserRound className="icon" aria-hidden="true" />}
      >
        Meu Perfil
      </MenuLink>
      <MenuLink to={addService} over icon={<Plus className="icon" aria-hidden="true" />}>
        Adicionar serviço
      </MenuLink>
      <MenuLink to="/sales?aba=compras" icon={<ShoppingBag className="icon" aria-hidden="true" />}>
        Compras
      </MenuLink>
      <MenuLink to="/sales" icon={<ScrollText className="icon" aria-hidden="true" />}>
        Vendas
      </MenuLink>
      {viewer.role === 'admin' && <AdminLink />}
      <MenuLink to="/user/settings" icon={<Settings className="icon" aria-hidden="true" />}>
        Configurações
      </MenuLink>
      <MenuLink to="/ajuda" icon={<CircleHelp className="icon" aria-hidden="true" />}>
        Ajuda
      </MenuLink>
      <ThemeSwitch />
      <DrawerClose>
        <button type="button" onClick={onSignOut}>
          <LogOut className="icon" aria-hidden="true" />
          Sair
        </button>
      </DrawerClose>
    </nav>
  );
}

/** The menu of the signed-in person, which slides in from the right. */
export function SideMenu({ open, onOpenChange, viewer }: SideMenuProps) {
  const { signOut, question } = useSignOutQuestion('[aria-label="Menu"]');
  return (
    <>
      <Drawer open={open} onOpenChange={onOpenChange} label="Menu" className={styles.menu}>
        <MenuHeader viewer={viewer} />
        <AccountLinks viewer={viewer} onSignOut={signOut} />
        <FeedbackForm viewer={viewer} />
        <LegalLinks />
      </Drawer>
      {question}
    </>
  );
}
