import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { WalletPanel } from '../../app/features/wallet/index.ts';
import { useSession } from '../../app/lib/session/session.ts';
import { apiError, connectionLost, requestsTo, serveApi } from '../fakes/api-handlers.ts';
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

/** Serves a wallet with this available balance. */
const serveBalance = (available: string) =>
  serveApi({
    'GET /api/wallet': () => ({
      available,
      clearing: '0.00',
      held: '0.00',
      fees: '10.00',
      withdrawing: '0.00',
      entries: [],
      nextCursor: null,
    }),
  });

/** Renders the wallet of a person. */
async function openWallet(user = buildUser()) {
  const { person, router, unmount } = renderPage(<WalletPanel />, { signedInAs: user });
  // Back leads to an entry of the page's own history.
  await act(async () => router.navigate('/?aba=carteira'));
  return { person, user, unmount };
}

/** Opens the review of a withdrawal in a wallet with R$ 90,00. */
async function reviewWithdrawal() {
  const now = new Date().toISOString();
  serveConfirmation();
  serveBalance('90.00');
  serveApi({
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
  const wallet = await openWallet();
  const { person } = wallet;
  await person.click(await screen.findByRole('button', { name: 'Sacar' }));
  const form = await findDialog('Sacar');
  await person.type(within(form).getByLabelText('Chave Pix'), '123.456.789-09');
  await person.click(buttonIn(form, 'Continuar'));
  const review = await findDialog('Conferir saque');
  return { ...wallet, confirm: buttonIn(review, 'Confirmar saque') };
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

it('the reason why nothing is left to withdraw takes the focus of the button it replaces', async () => {
  const { person, confirm } = await reviewWithdrawal();
  serveApi({
    [WITHDRAW_REQUEST]: () => {
      serveBalance('0.00');
      return { withdrawal: {} };
    },
  });
  await person.click(confirm);
  const reason = await screen.findByText('O saque fica disponível a partir de R$ 1,00.');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(reason).toHaveFocus());
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
  // Nothing was requested, so nothing is kept to be requested again.
  expect(sessionStorage).toHaveLength(0);
});

describe('a withdrawal whose answer was lost', () => {
  const sentKeys = () =>
    requestsTo(WITHDRAW_REQUEST).map(({ headers }) => headers.get('idempotency-key'));

  /** Loses the answer to the request of R$ 90,00 and closes the dialog; the balance is then R$ 60,00. */
  async function loseAnswer() {
    const { person, user, unmount, confirm } = await reviewWithdrawal();
    serveBalance('60.00');
    serveApi({
      [WITHDRAW_REQUEST]: () => {
        throw connectionLost();
      },
    });
    await person.click(confirm);
    await findToast(/^Sem conexão com o servidor\./);
    const closeDialog = async () => {
      await person.click(buttonIn(await findDialog('Conferir saque'), 'Voltar'));
      await person.click(buttonIn(await findDialog('Sacar'), 'Cancelar'));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    };
    await closeDialog();
    const repeat = async () => {
      await person.click(screen.getByRole('button', { name: 'Sacar' }));
      const form = await findDialog('Sacar');
      const pixKeyInput = within(form).getByLabelText('Chave Pix');
      await person.clear(pixKeyInput);
      await person.type(pixKeyInput, '123.456.789-09');
      await person.click(buttonIn(form, 'Continuar'));
      const review = await findDialog('Conferir saque');
      expect(review).toHaveTextContent(/Disponível depois\s*R\$\s*(60|0),00/);
      await person.click(buttonIn(review, 'Confirmar saque'));
    };
    return { person, user, unmount, repeat, closeDialog };
  }

  it('is requested again with the same key after the dialog was closed', async () => {
    const { repeat } = await loseAnswer();
    serveApi({ [WITHDRAW_REQUEST]: () => ({ withdrawal: {} }) });
    await repeat();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await repeat();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const keys = sentKeys();
    expect([keys[1] === keys[0], keys[2] === keys[0]]).toEqual([true, false]);
  });

  it('is requested again with the same key after the page was reloaded', async () => {
    const { user, unmount } = await loseAnswer();
    unmount();
    serveApi({ [WITHDRAW_REQUEST]: () => ({ withdrawal: {} }) });
    const { person } = await openWallet(user);
    await person.click(await screen.findByRole('button', { name: 'Sacar' }));
    const form = await findDialog('Sacar');
    expect(within(form).getByLabelText('Valor')).toHaveValue('90,00');
    expect(within(form).getByLabelText('Chave Pix')).toHaveValue('123.456.789-09');
    await person.click(buttonIn(form, 'Continuar'));
    await person.click(buttonIn(await findDialog('Conferir saque'), 'Confirmar saque'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sentKeys()).toHaveLength(2);
    expect(new Set(sentKeys()).size).toBe(1);
    expect(sessionStorage).toHaveLength(0);
  });

  it('is forgotten after an hour, because the next one of the same amount is a new withdrawal', async () => {
    const { user, unmount } = await loseAnswer();
    unmount();
    const now = Date.now();
    vi.spyOn(Date, 'now').mockImplementation(() => now + 3_600_001);
    const { person } = await openWallet(user);
    await person.click(await screen.findByRole('button', { name: 'Sacar' }));
    const form = await findDialog('Sacar');
    expect(within(form).getByLabelText('Chave Pix')).toHaveValue('');
    vi.restoreAllMocks();
  });

  it('is not shown to the person who signs in next', async () => {
    const { person } = await loseAnswer();
    const nextUser = buildUser();
    serveApi({ 'GET /api/users/me': () => nextUser });
    act(() => useSession.getState().setUser(nextUser));
    await person.click(await screen.findByRole('button', { name: 'Sacar' }));
    const form = await findDialog('Sacar');
    expect(within(form).getByLabelText('Valor')).toHaveValue('60,00');
    expect(within(form).getByLabelText('Chave Pix')).toHaveValue('');
  });

  it('keeps its key when the repetition is refused', async () => {
    const { repeat, closeDialog } = await loseAnswer();
    serveApi({
      [WITHDRAW_REQUEST]: () => {
        throw apiError('rate_limited');
      },
    });
    await repeat();
    await waitFor(() => expect(sentKeys()).toHaveLength(2));
    await closeDialog();
    serveApi({ [WITHDRAW_REQUEST]: () => ({ withdrawal: {} }) });
    await repeat();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sentKeys()).toHaveLength(3);
    expect(new Set(sentKeys()).size).toBe(1);
  });
});
