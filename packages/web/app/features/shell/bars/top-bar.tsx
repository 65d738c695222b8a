import clsx from 'clsx';
import Newspaper from 'lucide-react/icons/newspaper';
import Search from 'lucide-react/icons/search';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Button } from '../../../ui/actions/button.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { Avatar } from '../../../ui/display/avatar.tsx';
import * as styles from '../../../ui/layout/top-bar.module.css';
import { useOwnPresence } from '../../presence/index.ts';
import type { Viewer } from '../viewer.ts';
import { CommunityLink } from './community-link.tsx';
import { Logo } from './logo.tsx';
import { SearchBox } from './search-box.tsx';

const loadSideMenu = () => import('./side-menu.tsx');
const SideMenu = lazy(() => loadSideMenu().then((module) => ({ default: module.SideMenu })));

interface TopBarProps {
  /** Null while nobody is signed in, and on the server. */
  viewer: Viewer | null;
  /** Buttons for the signed-in person between the search and the avatar. */
  actions?: ReactNode;
}

function AccountMenu({ viewer }: { viewer: Viewer | null }) {
  const [open, setOpen] = useState(false);
  // Mounted from the first opening on, so that closing can be animated.
  const [wanted, setWanted] = useState(false);
  const presence = useOwnPresence(viewer?.uid);
  return (
    <>
      <button
        type="button"
        className={styles.me}
        aria-label="Menu"
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={loadSideMenu}
        onFocus={loadSideMenu}
        onClick={() => {
          setWanted(true);
          setOpen(true);
        }}
      >
        <Avatar src={viewer?.photoURL} presence={presence} />
      </button>
      {wanted && viewer && (
        <Suspense>
          <SideMenu open={open} onOpenChange={setOpen} viewer={viewer} />
        </Suspense>
      )}
    </>
  );
}

/**
 * The bar at the top, felt in both themes. Both the visitor's and the member's controls are written;
 * styles choose by the session mark the head script sets, so that nothing moves on arrival.
 */
export function TopBar({ viewer, actions }: TopBarProps) {
  return (
    <header className={clsx(styles.bar, 'onDark')} data-ui="top-bar">
      <div className="container">
        <Logo />
        <nav className="onlyLarge" aria-label="Principal">
          <CommunityLink>Comunidade</CommunityLink>
        </nav>
        <SearchBox />
        {/* Members have it in the bottom bar. */}
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
          {actions}
          <AccountMenu viewer={viewer} />
        </div>
        <Button asLink to="/login" variant="primary" className="onlyVisitors">
          Login
        </Button>
      </div>
    </header>
  );
}
