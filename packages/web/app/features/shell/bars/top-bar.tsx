import clsx from 'clsx';
import Newspaper from 'lucide-react/icons/newspaper';
import Plus from 'lucide-react/icons/plus';
import Search from 'lucide-react/icons/search';
import { type ReactNode, useState } from 'react';
import { NavLink } from 'react-router';
import { preloadCode } from '../../../lib/loading/load-code.ts';
import { useAddServiceLink } from '../../../lib/navigation/dialog-query.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { Avatar } from '../../../ui/display/avatar.tsx';
import * as styles from '../../../ui/layout/top-bar.module.css';
import { useLazyComponent } from '../../../ui/overlays/use-lazy-component.ts';
import { useOwnPresence } from '../../presence/index.ts';
import type { Viewer } from '../viewer.ts';
import { CommunityLink } from './community-link.tsx';
import { Logo } from './logo.tsx';
import { SearchBox } from './search-box.tsx';

const loadSideMenu = () => import('./side-menu.tsx').then((module) => module.SideMenu);
const preloadSideMenu = () => preloadCode(loadSideMenu);

interface TopBarProps {
  /** The signed-in person; null for a visitor and on the server. */
  viewer: Viewer | null;
  /** Buttons for the signed-in person, between the search and the photo. */
  actions?: ReactNode;
}

function AccountMenu({ viewer }: { viewer: Viewer | null }) {
  const [open, setOpen] = useState(false);
  const SideMenu = useLazyComponent(loadSideMenu, open && viewer !== null, () => setOpen(false));
  const presence = useOwnPresence(viewer?.uid);
  return (
    <>
      <button
        type="button"
        className={styles.me}
        aria-label="Menu"
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={preloadSideMenu}
        onFocus={preloadSideMenu}
        onClick={() => setOpen(true)}
      >
        <Avatar src={viewer?.photoURL} presence={presence} />
      </button>
      {SideMenu && viewer && <SideMenu open={open} onOpenChange={setOpen} viewer={viewer} />}
    </>
  );
}

/** Link that opens the dialog for a new service; on small screens this link is in the bottom bar. */
function AddServiceLink() {
  const addService = useAddServiceLink();
  return (
    <Button
      asLink
      to={addService}
      preventScrollReset
      className={clsx(styles.add, 'onlyLarge')}
      icon={<Plus className="icon" aria-hidden="true" />}
    >
      Adicionar serviço
    </Button>
  );
}

/**
 * The top bar, dark in both themes. The buttons for visitors and for signed-in people are both rendered; CSS hides one
 * group by an attribute that the script in the head sets, so that nothing moves after the first paint.
 */
export function TopBar({ viewer, actions }: TopBarProps) {
  return (
    <header className={clsx(styles.bar, 'onDark')} data-ui="top-bar">
      <div className="container">
        <Logo />
        <nav className="onlyLarge" aria-label="Principal">
          <CommunityLink>Comunidade</CommunityLink>
          <NavLink to="/vender" className="onlyVisitors">
            Quero vender
          </NavLink>
        </nav>
        <SearchBox />
        {/* For visitors only, because signed-in people have this link in the bottom bar. */}
        <IconButton
          asLink
          to="/community"
          className="onlySmall onlyVisitors"
          label="Comunidade"
          icon={<Newspaper className="icon" aria-hidden="true" />}
        />
        <IconButton
          asLink
          to="/search"
          className="onlySmall"
          label="Buscar"
          icon={<Search className="icon" aria-hidden="true" />}
        />
        <div className={clsx(styles.controls, 'onlyMembers')}>
          <AddServiceLink />
          {actions}
          <AccountMenu viewer={viewer} />
        </div>
        <Button asLink to="/login" className="onlyVisitors">
          Login
        </Button>
      </div>
    </header>
  );
}
