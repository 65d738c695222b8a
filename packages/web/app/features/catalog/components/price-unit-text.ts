import type { Service } from '@guilda/contract/services/catalog';

/** Unit of the price: `por call`, or the number of files `12 arquivos`; `por pack` for a pack without file counts. */
export function priceUnitText({ type, archives }: Pick<Service, 'type' | 'archives'>): string {
  if (type === 'call') return 'por call';
  const files = archives.reduce((sum, { count }) => sum + count, 0);
  if (files === 0) return 'por pack';
  return files === 1 ? '1 arquivo' : `${files} arquivos`;
}

/** Text in place of a price of zero. */
export const FREE_PRICE_TEXT = 'Grátis';
