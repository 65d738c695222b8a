import clsx from 'clsx';
import { Link } from 'react-router';
import { type DeskTab, tabNames } from './model/desk-address.ts';

const tabs: readonly { tab: DeskTab; label: string }[] = [
  { tab: 'queue', label: 'Fila' },
  { tab: 'log', label: 'Registro' },
  { tab: 'figures', label: 'Números' },
  { tab: 'health', label: 'Saúde' },
];

/** The four parts of the desk, each with an address of its own. */
export function DeskTabs({ tab }: { tab: DeskTab }) {
  return (
    <nav className="mod-abas" aria-label="Partes da moderação">
      {tabs.map((each) => {
        const name = tabNames[each.tab];
        return (
          <Link
            key={each.tab}
            to={{ search: name ? `?aba=${name}` : '' }}
            className={clsx(each.tab === tab && 'on')}
            aria-current={each.tab === tab ? 'page' : undefined}
          >
            {each.label}
          </Link>
        );
      })}
    </nav>
  );
}
