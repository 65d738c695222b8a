import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { DeleteAccountSection } from '../../app/features/settings/account/delete-account-section.tsx';
import { WalletPanel } from '../../app/features/wallet/index.ts';
import { serveApi } from '../fakes/api-handlers.ts';
import { buildOrder, buildUser } from '../fixtures/builders.ts';
import { renderSales, serveOrders } from '../fixtures/orders.tsx';
import { renderPage } from '../fixtures/render-page.tsx';
import { findCard, findToast } from '../fixtures/screen.ts';

const user = buildUser();
const loseNetwork = () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
const findNotice = () => findToast(/^Sem conexão com o servidor\./);

it('the settings stay when the dialog that deletes the account cannot be loaded', async () => {
  loseNetwork();
  const { person } = renderPage(<DeleteAccountSection />, { signedInAs: user });
  await person.click(screen.getByRole('button', { name: 'Excluir conta' }));
  await findNotice();
  expect(screen.getByRole('button', { name: 'Excluir conta' })).toBeVisible();
});

it('the orders stay when the dialog of the address cannot be loaded', async () => {
  loseNetwork();
  const order = buildOrder({ sellerId: user.uid });
  serveOrders(user, [order]);
  renderSales(user, `/sales?pedido=${order.id}`);
  await findNotice();
  await waitFor(() => expect(window.location.search).not.toContain('pedido='));
  expect(await findCard(order.productName)).toBeVisible();
});

it('the wallet stays when the dialog of the payout profile cannot be loaded', async () => {
  loseNetwork();
  const sums = { available: '90.00', clearing: '0.00', held: '0.00', fees: '0.00' };
  serveApi({
    'GET /api/wallet': () => ({ ...sums, withdrawing: '0.00', entries: [], nextCursor: null }),
    'GET /api/wallet/withdrawals': () => ({ withdrawals: [], nextCursor: null }),
    'GET /api/wallet/statements': () => ({ years: [] }),
    'GET /api/wallet/payout-profile': () => ({ profile: null }),
  });
  const { person } = renderPage(<WalletPanel />, { signedInAs: user });
  await person.click(await screen.findByRole('button', { name: 'Sacar' }));
  await findNotice();
  expect(screen.getByRole('button', { name: 'Sacar' })).toBeVisible();
});
