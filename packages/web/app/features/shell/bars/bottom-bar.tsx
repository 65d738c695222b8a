import clsx from 'clsx';
import House from 'lucide-react/icons/house';
import Newspaper from 'lucide-react/icons/newspaper';
import Plus from 'lucide-react/icons/plus';
import ScrollText from 'lucide-react/icons/scroll-text';
import type { ReactNode } from 'react';
import { Link, NavLink } from 'react-router';
import { useAddServiceLink } from '../../../lib/navigation/dialog-query.ts';
import * as styles from './bottom-bar.module.css';
import { CommunityLink } from './community-link.tsx';

interface BottomBarProps {
  /** Further links before the link Vendas. */
  shortcuts?: ReactNode;
}

/** The bar at the bottom of small screens, for signed-in people. */
export function BottomBar({ shortcuts }: BottomBarProps) {
  const addService = useAddServiceLink();
  return (
    <nav
      data-ui="bottom-bar"
      className={clsx(styles.bar, 'bottomBar onDark onlyMembers')}
      aria-label="Atalhos"
    >
      <NavLink to="/" end>
        <House className="icon" aria-hidden="true" />
        Início
      </NavLink>
      <CommunityLink>
        <Newspaper className="icon" aria-hidden="true" />
        Comunidade
      </CommunityLink>
      <Link
        to={addService}
        className={styles.add}
        aria-label="Adicionar serviço"
        preventScrollReset
      >
        <Plus className="icon" aria-hidden="true" />
      </Link>
      {shortcuts}
      <NavLink to="/sales">
        <ScrollText className="icon" aria-hidden="true" />
        Vendas
      </NavLink>
    </nav>
  );
}
