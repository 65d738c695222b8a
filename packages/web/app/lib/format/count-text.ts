import { groupThousands } from '@guilda/contract/money/money';

/** Created at its first use, because creating it takes time that few pages need. */
let compactFormat: Intl.NumberFormat | undefined;

/** A count in few characters: `999`, `1,2 mil`. */
export function compactCountText(count: number): string {
  if (count < 1000) return String(count);
  compactFormat ??= new Intl.NumberFormat('pt-BR', {
    notation: 'compact',
    maximumFractionDigits: 1,
  });
  return compactFormat.format(count);
}

/** A number with dots between the thousands and a comma before decimals: `1.234`, `0,5`. */
export function numberText(value: number): string {
  const [whole = '', decimals] = String(value).split('.');
  return decimals ? `${groupThousands(Number(whole))},${decimals}` : groupThousands(Number(whole));
}
