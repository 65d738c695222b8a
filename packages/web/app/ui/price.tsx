import clsx from 'clsx';
import type { CSSProperties } from 'react';
import { priceParts } from './price-parts.ts';

const sizes = { xs: '1.125rem', sm: '1.4rem', md: '1.75rem', lg: '2rem', xl: '3.5rem' };

interface PriceProps {
  /** Decimal text in reais, `"49.90"`. */
  value: string;
  size?: keyof typeof sizes | undefined;
  className?: string | undefined;
}

/** A price in scoreboard figures with raised cents, read aloud as `R$ 49,90`. */
export function Price({ value, size = 'md', className }: PriceProps) {
  const { whole, cents, text } = priceParts(value);
  return (
    <span className={clsx('preco', className)} style={{ '--ps': sizes[size] } as CSSProperties}>
      <span className="sr">{text}</span>
      <small aria-hidden="true">R$</small>
      <span aria-hidden="true">{whole}</span>
      <sup aria-hidden="true">,{cents}</sup>
    </span>
  );
}
