import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { WalletPanel } from '../../app/features/wallet/index.ts';
import { requestsTo, serveApi } from '../fakes/api-handlers.ts';
import { pressBack } from '../fixtures/block-builders.tsx';
import { buildUser } from '../fixtures/builders.ts';
import {
  fakeProviderPopup,
  requireConfirmation,
  serveConfirmation,
} from '../fixtures/fresh-sign-in.ts';
import { renderPage } from '../fixtures/render-page.tsx';
import { buttonIn, findDialog, findToast, queryDialog } from '../fixtures/screen.ts';

const WITHDRAW_REQUEST = 'POST /api/wallet/withdrawals';

/** Opens the review of a withdrawal in a wallet with R$ 90,00. */
async function reviewWithdrawal() {
  const now = new Date().toISOString();
  serveConfirmation();
  serveApi({
    'GET /api/wallet': () => ({
      available: '90.00',
      clearing: '0.00',
      held: '0.00',
      fees: '10.00',
      withdrawing: '0.00',
      entries: [],
      nextCursor: null,
    }),
    'GET /api/wallet/withdrawals': () => ({ withdrawals: [], nextCursor: null }),
    'GET /api/wallet/statements': () => ({ years: [] }),
    'GET /api/wallet/payout-profile': () => ({
      profile: { legalName: 'Ana', cpf: '***.***.***-09', verifiedAt: now, usableFrom: now },
    }),
    [WITHDRAW_REQUEST]: (request) => {
      requireConfirmation(request);
      return { withdrawal: {} };
    },
  });
  const { person, router } = renderPage(<WalletPanel />, { signedInAs: buildUser() });
  // Back leads to an entry of the page's own history.
  await act(async () => router.navigate('/?aba=carteira'));
  await person.click(await screen.findByRole('button', { name: 'Sacar' }));
  const form = await findDialog('Sacar');
  await person.type(within(form).getByLabelText('Chave Pix'), '123.456.789-09');
  await person.click(buttonIn(form, 'Continuar'));
  const review = await findDialog('Conferir saque');
  return { person, confirm: buttonIn(review, 'Confirmar saque') };
}

it('a withdrawal is confirmed by another sign-in and repeated with the same idempotency key', async () => {
  const popup = fakeProviderPopup();
  const { person, confirm } = await reviewWithdrawal();
  await person.click(confirm);
  const dialog = await findDialog('Confirme que é você');
  const button = buttonIn(dialog, 'Confirmar com Google');
  await waitFor(() => expect(button).not.toHaveAttribute('aria-busy', 'true'));
  await person.click(button);
  popup.answer();
  await findToast('Saque pedido');
  const requests = requestsTo(WITHDRAW_REQUEST);
  expect(requests.map(({ headers }) => headers.get('x-confirmation'))).toEqual([null, 'good']);
  const keys = requests.map(({ headers }) => headers.get('idempotency-key'));
  expect(keys[0]).toMatch(/\S/);
  expect(new Set(keys).size).toBe(1);
  expect(requestsTo('POST /api/auth/confirm')).toMatchObject([{ body: { purpose: 'withdrawal' } }]);
});

it('Back closes one dialog at a time, and the page stays', async () => {
  const { person, confirm } = await reviewWithdrawal();
  await person.click(confirm);
  await findDialog('Confirme que é você');
  await pressBack();
  await waitFor(() => expect(queryDialog('Confirme que é você')).toBeNull());
  expect(await findDialog('Conferir saque')).toBeVisible();
  await pressBack();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('button', { name: 'Sacar' })).toBeVisible();
  expect(requestsTo(WITHDRAW_REQUEST)).toHaveLength(1);
});
