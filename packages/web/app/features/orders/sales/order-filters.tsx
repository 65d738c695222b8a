import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { Chip } from '../../../ui/actions/chip.tsx';
import { readStatusFilter, statusFiltersFor } from '../model/order-filter.ts';
import type { OrderSide } from '../model/order-side.ts';
import * as styles from './order-filters.module.css';

/** Buttons that filter the orders by status; the choice is stored in the URL. */
export function OrderFilters({ side }: { side: OrderSide }) {
  const [params] = useSearchParams();
  const chosenStatus = readStatusFilter(params, side)?.value;
  const row = useRef<HTMLElement>(null);
  // On phones the row is wider than the screen, so the chosen filter is scrolled into the visible part.
  useEffect(() => {
    const chip = chosenStatus && row.current?.querySelector('[aria-current]');
    if (chip) chip.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [chosenStatus]);
  const to = (status?: string) => {
    const next = new URLSearchParams(params);
    if (status === undefined) next.delete('status');
    else next.set('status', status);
    return { search: next.toString() };
  };
  return (
    <nav ref={row} className={`row gap2 ${styles.filters}`} aria-label="Filtrar pedidos">
      <Chip asLink to={to()} pressed={!chosenStatus} replace preventScrollReset>
        Todas
      </Chip>
      {statusFiltersFor(side).map(({ value, label }) => (
        <Chip
          key={value}
          asLink
          to={to(value)}
          pressed={chosenStatus === value}
          replace
          preventScrollReset
        >
          {label}
        </Chip>
      ))}
    </nav>
  );
}
