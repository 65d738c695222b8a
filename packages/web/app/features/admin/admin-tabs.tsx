import clsx from 'clsx';
import { Link } from 'react-router';
import * as layout from './admin.module.css';
import { type AdminTab, tabParams } from './model/admin-address.ts';

const tabs: readonly { tab: AdminTab; label: string }[] = [
  { tab: 'queue', label: 'Fila' },
  { tab: 'log', label: 'Registro' },
  { tab: 'statistics', label: 'Números' },
  { tab: 'health', label: 'Saúde' },
];

/** The tabs of `/admin`; each is a link, so that Back returns to the previous tab. */
export function AdminTabs({ tab }: { tab: AdminTab }) {
  return (
    <nav className={layout.tabs} aria-label="Partes da moderação">
      {tabs.map((each) => {
        const tabParam = tabParams[each.tab];
        return (
          <Link
            key={each.tab}
            to={{ search: tabParam ? `?aba=${tabParam}` : '' }}
            className={clsx(each.tab === tab && layout.current)}
            aria-current={each.tab === tab ? 'page' : undefined}
          >
            {each.label}
          </Link>
        );
      })}
    </nav>
  );
}
