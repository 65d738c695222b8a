import type { PixKeyKind } from '@guilda/contract/money/pix';
import type { PayoutRequest } from '../../../ports/payout-provider.ts';
import { toReais } from '../money.ts';

/** Mercado Pago's names of the kinds of Pix keys. */
const keyTypes: Readonly<Record<PixKeyKind, string>> = {
  cpf: 'CPF',
  cnpj: 'CNPJ',
  email: 'EMAIL',
  phone: 'PHONE',
  random: 'PIX_CODE',
};

/**
 * Builds the body of a new payout ("transaction intent"). It depends on the request alone, so that a repeated call sends
 * the same bytes. The withdrawal's id is the `external_reference`, which must be unique among the account's payouts.
 */
export function buildPayoutBody(
  { withdrawalId, amount, pixKeyKind, pixKey, receiver }: PayoutRequest,
  notificationUrl: string,
) {
  const reais = toReais(amount);
  return {
    external_reference: withdrawalId,
    point_of_interaction: { type: 'PSP_TRANSFER' },
    seller_configuration: { notification_info: { notification_url: notificationUrl } },
    transaction: {
      from: { accounts: [{ amount: reais }] },
      to: {
        accounts: [
          {
            type: 'current',
            amount: reais,
            chave: { type: keyTypes[pixKeyKind], value: pixKey },
            owner: { identification: { type: 'CPF', number: receiver.cpf } },
          },
        ],
      },
      total_amount: reais,
    },
  };
}
