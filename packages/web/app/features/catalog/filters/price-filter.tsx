import clsx from 'clsx';
import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ComponentProps } from 'react';
import * as chip from '../../../ui/actions/chip.module.css';
import { LazyMenu } from '../../../ui/overlays/lazy-menu.tsx';
import { priceRangeText } from '../model/service-filters.ts';
import type { PriceFilterProps } from './price-popover.tsx';

const loadPricePopover = () => import('./price-popover.tsx').then((module) => module.PricePopover);

function PriceChip({ text, ...rest }: ComponentProps<'button'> & { text: string | undefined }) {
  return (
    <button
      {...rest}
      type="button"
      data-ui="chip"
      aria-haspopup="dialog"
      className={clsx(chip.chip, text && chip.pressed)}
    >
      {text ? `Preço: ${text}` : 'Preço'}
      <ChevronDown className="icon" aria-hidden="true" />
    </button>
  );
}

/** Button that opens the filter by price; the code of its form is loaded on demand. */
export function PriceFilter(props: PriceFilterProps) {
  const text = priceRangeText(props.value);
  return (
    <LazyMenu
      load={loadPricePopover}
      button={(triggerProps) => <PriceChip {...triggerProps} text={text} />}
      menu={props}
    />
  );
}
