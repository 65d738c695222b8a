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
  const filterRow = useRef<HTMLElement>(null);
  // On phones the row is wider than the screen, so the chosen filter is scrolled into the visible part.
  useEffect(() => {
    const chip = chosenStatus && filterRow.current?.querySelector('[aria-current]');
    if (chip) chip.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [chosenStatus]);
  const to = (status?: string) => {
    const nextParams = new URLSearchParams(params);
    if (status === undefined) nextParams.delete('status');
    else nextParams.set('status', status);
    return { search: nextParams.toString() };
  };
  return (
    <nav ref={filterRow} className={`row gap2 ${styles.filters}`} aria-label="Filtrar pedidos">
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
