import { formatBrl } from '@guilda/contract/money/money';

/**
 * Money that became available to a person, in centavos: `debtPaid` is the part that paid a debt after chargebacks,
 * `available` the rest.
 */
export interface ReleasedMoney {
  readonly debtPaid: number;
  readonly available: number;
}

/**
 * pt-BR text of how much paid the debt and how much is available; `where` follows what it says about the available
 * part: ` de novo`.
 */
export function debtPaidText({ debtPaid, available }: ReleasedMoney, where = ''): string {
  const availableText = available > 0 ? `${formatBrl(available)} estão disponíveis${where}` : null;
  return (
    `${formatBrl(debtPaid)} foram para o que você tinha a devolver por pagamentos contestados, ` +
    `e ${availableText ?? 'nada ficou disponível'}`
  );
}
