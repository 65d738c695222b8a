import House from 'lucide-react/icons/house';
import Newspaper from 'lucide-react/icons/newspaper';
import Plus from 'lucide-react/icons/plus';
import ScrollText from 'lucide-react/icons/scroll-text';
import type { ReactNode } from 'react';
import { Link, NavLink } from 'react-router';
import { useAddServiceLink } from '../../lib/add-service-link.ts';
import { CommunityLink } from './community-link.tsx';

interface BottomBarProps {
  /** Further entries before Vendas. */
  shortcuts?: ReactNode;
}

/** The bar at the bottom of small screens, for signed-in people. */
export function BottomBar({ shortcuts }: BottomBarProps) {
  const addService = useAddServiceLink();
  return (
    <nav className="barra on-mesa so-membro" aria-label="Atalhos">
      <NavLink to="/" end>
        <House className="i" aria-hidden="true" />
        Início
      </NavLink>
      <CommunityLink>
        <Newspaper className="i" aria-hidden="true" />
        Comunidade
      </CommunityLink>
      <Link to={addService} className="mais" aria-label="Adicionar serviço" preventScrollReset>
        <Plus className="i" aria-hidden="true" />
      </Link>
      {shortcuts}
      <NavLink to="/sales">
        <ScrollText className="i" aria-hidden="true" />
        Vendas
      </NavLink>
    </nav>
  );
}
