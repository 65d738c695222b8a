import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { WalletPanel } from '../../app/features/wallet/index.ts';
import { serveApi } from '../fakes/api-handlers.ts';
import { buildUser } from '../fixtures/builders.ts';
import { renderPage } from '../fixtures/render-page.tsx';

function openWallet(walletSums: { available: string; debt: string }) {
  const otherSums = { clearing: '0.00', held: '0.00', fees: '0.00', withdrawing: '0.00' };
  serveApi({
    'GET /api/wallet': () => ({ ...otherSums, ...walletSums, entries: [], nextCursor: null }),
    'GET /api/wallet/withdrawals': () => ({ withdrawals: [], nextCursor: null }),
    'GET /api/wallet/statements': () => ({ years: [] }),
    'GET /api/wallet/payout-profile': () => ({ profile: null }),
  });
  renderPage(<WalletPanel />, { address: '/sales?aba=carteira', signedInAs: buildUser() });
}

describe('a debt in the wallet', () => {
  it('is shown first, says how it is paid, and prevents withdrawals', async () => {
    openWallet({ available: '0.00', debt: '150.00' });
    expect(await screen.findByText('A devolver')).toBeVisible();
    expect(screen.getByText(/Suas próximas vendas pagam este valor/)).toBeVisible();
    expect(
      screen.getByText(/Você tem R\$ 150,00 a devolver\. Quando novas vendas pagarem/),
    ).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Sacar' })).toBeNull();
  });

  it('is not mentioned while there is none', async () => {
    openWallet({ available: '10.00', debt: '0.00' });
    expect(await screen.findByRole('button', { name: 'Sacar' })).toBeVisible();
    expect(screen.queryByText('A devolver')).toBeNull();
  });
});
