import House from 'lucide-react/icons/house';
import Newspaper from 'lucide-react/icons/newspaper';
import Plus from 'lucide-react/icons/plus';
import ScrollText from 'lucide-react/icons/scroll-text';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router';

interface BottomBarProps {
  /** Where "Adicionar serviço" leads. */
  addServiceTo: string;
  /** Further entries before Vendas. */
  extra?: ReactNode;
}

/** The bar at the bottom of small screens, for signed-in people. */
export function BottomBar({ addServiceTo, extra }: BottomBarProps) {
  return (
    <nav className="barra on-mesa so-membro" aria-label="Atalhos">
      <NavLink to="/" end>
        <House className="i" aria-hidden="true" />
        Início
      </NavLink>
      <NavLink to="/community">
        <Newspaper className="i" aria-hidden="true" />
        Comunidade
      </NavLink>
      <NavLink to={addServiceTo} className="mais" aria-label="Adicionar serviço" end>
        <Plus className="i" aria-hidden="true" />
      </NavLink>
      {extra}
      <NavLink to="/sales">
        <ScrollText className="i" aria-hidden="true" />
        Vendas
      </NavLink>
    </nav>
  );
}
