import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { Chip } from '../../../ui/chip.tsx';
import type { OrderRole } from '../model/columns.ts';
import { filtersFor, readFilter } from '../model/order-filter.ts';

/** Chips that narrow the orders to one state; the choice lives in the page's address. */
export function OrderFilters({ side }: { side: OrderRole }) {
  const [params] = useSearchParams();
  const chosen = readFilter(params, side)?.value;
  const row = useRef<HTMLElement>(null);
  // On a phone the row is wider than the screen.
  useEffect(() => {
    const chip = chosen && row.current?.querySelector('[aria-current]');
    if (chip) chip.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [chosen]);
  const to = (status?: string) => {
    const next = new URLSearchParams(params);
    if (status === undefined) next.delete('status');
    else next.set('status', status);
    return { search: next.toString() };
  };
  return (
    <nav ref={row} className="row g2 filtros-p" aria-label="Filtrar pedidos">
      <Chip asLink to={to()} pressed={!chosen} replace preventScrollReset>
        Todas
      </Chip>
      {filtersFor(side).map(({ value, label }) => (
        <Chip
          key={value}
          asLink
          to={to(value)}
          pressed={chosen === value}
          replace
          preventScrollReset
        >
          {label}
        </Chip>
      ))}
    </nav>
  );
}
