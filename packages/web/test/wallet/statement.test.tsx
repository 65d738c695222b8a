import type { WalletEntry } from '@guilda/contract/money/wallet';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { WalletPanel } from '../../app/features/wallet/index.ts';
import { serveApi } from '../fakes/api-handlers.ts';
import { buildUser } from '../fixtures/builders.ts';
import { renderPage } from '../fixtures/render-page.tsx';

const sale: WalletEntry = {
  id: '11111111-1111-4111-8111-111111111111',
  kind: 'sale',
  amount: '45.00',
  paymentId: '22222222-2222-4222-8222-222222222222',
  purchaseCode: 'GLD-AAAA11',
  productName: 'Aula de mira',
  heldUntil: null,
  createdAt: '2026-11-20T12:00:00.000Z',
};

async function findSaleOnStatement(changes: Partial<WalletEntry>) {
  const balances = { available: '0.00', clearing: '40.50', held: '0.00', debt: '0.00' };
  const sums = { ...balances, fees: '4.50', withdrawing: '0.00' };
  serveApi({
    'GET /api/wallet': () => ({ ...sums, entries: [{ ...sale, ...changes }], nextCursor: null }),
    'GET /api/wallet/withdrawals': () => ({ withdrawals: [], nextCursor: null }),
    'GET /api/wallet/statements': () => ({ years: [] }),
    'GET /api/wallet/payout-profile': () => ({ profile: null }),
  });
  renderPage(<WalletPanel />, { address: '/sales?aba=carteira', signedInAs: buildUser() });
  const statement = await screen.findByRole('region', { name: 'Extrato' });
  return within(statement).getByRole('listitem');
}

describe('a sale on the statement', () => {
  it('says that it is disputed', async () => {
    const saleEntry = await findSaleOnStatement({ disputed: true });
    expect(saleEntry).toHaveTextContent('Em disputa');
    expect(saleEntry).not.toHaveTextContent('A liberar');
  });

  it('says that its order is not completed', async () => {
    expect(await findSaleOnStatement({ disputed: false, open: true })).toHaveTextContent(
      'Em andamento',
    );
  });

  it('says until when its money is clearing', async () => {
    const saleEntry = await findSaleOnStatement({
      disputed: false,
      heldUntil: '2026-11-23T12:00:00.000Z',
    });
    expect(saleEntry).toHaveTextContent(/A liberar em 23\/11/);
  });

  it('says neither once the money is available, also in an answer of an older server', async () => {
    const saleEntry = await findSaleOnStatement({});
    expect(saleEntry).not.toHaveTextContent(/Em disputa|Em andamento|A liberar/);
  });
});
