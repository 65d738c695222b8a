import { isFreePrice } from '@guilda/contract/money/money';
import clsx from 'clsx';
import type { CSSProperties } from 'react';
import * as styles from './price.module.css';
import { priceParts } from './price-parts.ts';

const fontSizes = { xs: '1.125rem', sm: '1.4rem', md: '1.75rem', lg: '2rem', xl: '3.5rem' };

interface PriceProps {
  /** Price in reais as decimal text: `"49.90"`; null shows a dash. */
  value: string | null;
  size?: keyof typeof fontSizes | undefined;
  /** Word that is shown for a price of zero. */
  free?: string | undefined;
  className?: string | undefined;
}

function PriceFigures({ value }: { value: string }) {
  const { reais, cents, text } = priceParts(value);
  return (
    <>
      <span className="srOnly">{text}</span>
      <small aria-hidden="true">R$</small>
      <span aria-hidden="true">{reais}</span>
      <sup aria-hidden="true">,{cents}</sup>
    </>
  );
}

function PriceContent({ value, free }: Pick<PriceProps, 'value' | 'free'>) {
  if (value === null) {
    return (
      <>
        <small>R$</small>—
      </>
    );
  }
  return free && isFreePrice(value) ? free : <PriceFigures value={value} />;
}

/** A price in large digits with raised cents; screen readers get it as `R$ 49,90`. */
export function Price({ value, size = 'md', free, className }: PriceProps) {
  return (
    <span
      data-ui="price"
      className={clsx(styles.price, value === null && 'muted', className)}
      style={{ '--price-size': fontSizes[size] } as CSSProperties}
    >
      <PriceContent value={value} free={free} />
    </span>
  );
}
