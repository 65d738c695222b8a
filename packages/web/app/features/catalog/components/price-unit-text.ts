import type { Service } from '@guilda/contract/services/catalog';

/**
 * Unit of the price: `por call`, or the number of files `12 arquivos`; `por pacote` for a pack without file counts.
 */
export function priceUnitText({ type, archives }: Pick<Service, 'type' | 'archives'>): string {
  if (type === 'call') return 'por call';
  const fileCount = archives.reduce((sum, { count }) => sum + count, 0);
  if (fileCount === 0) return 'por pacote';
  return fileCount === 1 ? '1 arquivo' : `${fileCount} arquivos`;
}

/** Text in place of a price of zero. */
export const FREE_PRICE_TEXT = 'Grátis';
