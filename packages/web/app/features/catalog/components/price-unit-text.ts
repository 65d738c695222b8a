import type { Service } from '@guilda/contract/catalog';

/** Unit of the price: `por call`, `12 arquivos`; a pack without counted files is `por pack`. */
export function priceUnitText({ type, archives }: Pick<Service, 'type' | 'archives'>): string {
  if (type === 'call') return 'por call';
  const files = archives.reduce((sum, { count }) => sum + count, 0);
  if (files === 0) return 'por pack';
  return files === 1 ? '1 arquivo' : `${files} arquivos`;
}

/** The text for a price of zero. */
export const FREE_PRICE_TEXT = 'Grátis';
