import type { AdminWithdrawal } from '@guilda/contract/money/wallet';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { AdminPage } from '../../app/features/admin/index.ts';
import { apiError, requestsTo, serveApi } from '../fakes/api-handlers.ts';
import { buildUser } from '../fixtures/builders.ts';
import {
  fakeProviderPopup,
  requireConfirmation,
  serveConfirmation,
} from '../fixtures/fresh-sign-in.ts';
import { renderPage } from '../fixtures/render-page.tsx';
import { buttonIn, findDialog, findToast } from '../fixtures/screen.ts';
import { serveQueue } from '../fixtures/serve-queue.ts';

const admin = buildUser({ role: 'admin', displayName: 'Da Equipe' });
const SETTLE_REQUEST = 'POST /api/admin/withdrawals/:id/settle';
const withdrawalId = '01a21605-8cdf-702b-a5f7-fab88f3c9ead';

/** Opens a withdrawal of another person in the queue. */
async function openWithdrawal(changes: Partial<AdminWithdrawal> = {}) {
  const withdrawal: AdminWithdrawal = {
    id: withdrawalId,
    amount: '50.00',
    pixKeyKind: 'cpf',
    pixKey: '12345678909',
    status: 'requested',
    payout: null,
    payoutFailed: false,
    automatic: false,
    reason: null,
    createdAt: '2026-11-20T12:00:00.000Z',
    decidedAt: null,
    uid: 'seller',
    username: 'vendedora',
    displayName: 'Vendedora',
    badges: [],
    pixKeyMatches: true,
    needsTwoAdmins: false,
    firstApproval: null,
    debt: '0.00',
    suspended: false,
    payee: { legalName: 'Ana Souza de Lima', cpf: '12345678909' },
    ...changes,
  };
  serveQueue([]);
  serveConfirmation();
  serveApi({ 'GET /api/admin/withdrawals/:id': () => ({ withdrawal }) });
  const { person } = renderPage(<AdminPage uid={admin.uid} />, {
    address: `/admin?saque=${withdrawalId}`,
    signedInAs: admin,
  });
  await screen.findByRole('region', { name: 'Decisão' });
  return { person, withdrawal };
}

it('a withdrawal is paid after the administrator has signed in again', async () => {
  const popup = fakeProviderPopup();
  const { person, withdrawal } = await openWithdrawal();
  serveApi({
    [SETTLE_REQUEST]: (request) => {
      requireConfirmation(request);
      return { withdrawal: { ...withdrawal, status: 'settled' } };
    },
  });
  expect(screen.getByText('Ana Souza de Lima')).toBeVisible();
  expect(screen.queryByText('Não é o CPF de quem recebe')).toBeNull();
  await person.click(screen.getByRole('button', { name: 'Marcar como pago' }));
  const confirmation = await screen.findByRole('alertdialog', { name: 'Marcar como pago' });
  await person.click(buttonIn(confirmation, 'Marcar como pago'));
  const dialog = await findDialog('Confirme que é você');
  const confirmButton = buttonIn(dialog, 'Confirmar com Google');
  await waitFor(() => expect(confirmButton).not.toHaveAttribute('aria-busy', 'true'));
  await person.click(confirmButton);
  popup.answer();
  await findToast('Saque marcado como pago');
  expect(requestsTo(SETTLE_REQUEST).map(({ headers }) => headers.get('x-confirmation'))).toEqual([
    null,
    'good',
  ]);
  expect(requestsTo('POST /api/auth/confirm')).toMatchObject([
    { body: { purpose: 'admin_money' } },
  ]);
});

it('a withdrawal to a key that is not the CPF of the payee is marked', async () => {
  await openWithdrawal({ pixKeyKind: 'email', pixKey: 'a@b.example', pixKeyMatches: false });
  expect(screen.getByText('Não é o CPF de quem recebe')).toBeVisible();
});

it('a withdrawal of a large amount is approved before it is paid', async () => {
  const { person } = await openWithdrawal({ amount: '5000.00', needsTwoAdmins: true });
  expect(screen.getByText(/precisam de duas pessoas da equipe/)).toBeVisible();
  await person.click(screen.getByRole('button', { name: 'Aprovar' }));
  const confirmation = await screen.findByRole('alertdialog', { name: 'Aprovar saque' });
  expect(confirmation).toHaveTextContent('Ainda não transfira');
});

it('a withdrawal that another administrator approved meanwhile is not settled, and shows its new state', async () => {
  const { person, withdrawal } = await openWithdrawal({ needsTwoAdmins: true });
  serveApi({
    [SETTLE_REQUEST]: () => {
      const firstApproval = { uid: 'somebody else', at: '2026-11-20T13:00:00.000Z' };
      const approved = { ...withdrawal, status: 'approved_once', firstApproval };
      serveApi({ 'GET /api/admin/withdrawals/:id': () => ({ withdrawal: approved }) });
      throw apiError('withdrawal_decided');
    },
  });
  await person.click(screen.getByRole('button', { name: 'Aprovar' }));
  const confirmation = await screen.findByRole('alertdialog', { name: 'Aprovar saque' });
  await person.click(buttonIn(confirmation, 'Aprovar saque'));
  await findToast('Alguém da equipe decidiu antes');
  expect(requestsTo(SETTLE_REQUEST).map(({ query }) => query.get('step'))).toEqual([
    'first_approval',
  ]);
  expect(await screen.findByText('Falta uma aprovação')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Marcar como pago' })).toBeEnabled();
});

it('an open first approval stays one when another administrator approves meanwhile', async () => {
  const { person, withdrawal } = await openWithdrawal({ needsTwoAdmins: true });
  await person.click(screen.getByRole('button', { name: 'Aprovar' }));
  const confirmation = await screen.findByRole('alertdialog', { name: 'Aprovar saque' });
  const firstApproval = { uid: 'somebody else', at: '2026-11-20T13:00:00.000Z' };
  const approved = { ...withdrawal, status: 'approved_once', firstApproval };
  serveApi({
    'GET /api/admin/withdrawals/:id': () => ({ withdrawal: approved }),
    [SETTLE_REQUEST]: () => {
      throw apiError('withdrawal_decided');
    },
  });
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  expect(await screen.findByText('Falta uma aprovação')).toBeInTheDocument();
  expect(confirmation).toHaveTextContent('Ainda não transfira');
  await person.click(buttonIn(confirmation, 'Aprovar saque'));
  await findToast('Alguém da equipe decidiu antes');
  const [request] = requestsTo(SETTLE_REQUEST);
  expect(request?.query.get('step')).toBe('first_approval');
  await person.click(screen.getByRole('button', { name: 'Marcar como pago' }));
  expect(await screen.findByRole('alertdialog', { name: 'Marcar como pago' })).toBeVisible();
});

it('a withdrawal that the administrator has approved waits for another one, and can still be refused', async () => {
  const approvedAt = '2026-11-20T13:00:00.000Z';
  const firstApproval = { uid: admin.uid, at: approvedAt };
  await openWithdrawal({ status: 'approved_once', needsTwoAdmins: true, firstApproval });
  const decisionRegion = screen.getByRole('region', { name: 'Decisão' });
  expect(decisionRegion).toHaveTextContent('Outra pessoa da equipe precisa transferir');
  expect(within(decisionRegion).queryByRole('button', { name: /pago|Aprovar/ })).toBeNull();
  expect(buttonIn(decisionRegion, 'Recusar')).toBeEnabled();
  expect(screen.getByText('Falta uma aprovação')).toBeVisible();
});

it('a withdrawal that another administrator approved can be paid', async () => {
  const firstApproval = { uid: 'somebody else', at: '2026-11-20T13:00:00.000Z' };
  await openWithdrawal({ status: 'approved_once', needsTwoAdmins: true, firstApproval });
  expect(screen.getByRole('button', { name: 'Marcar como pago' })).toBeEnabled();
});

it('a withdrawal that the provider pays is approved, without a request to transfer by hand', async () => {
  const { person, withdrawal } = await openWithdrawal({ automatic: true });
  serveApi({ [SETTLE_REQUEST]: () => ({ withdrawal: { ...withdrawal, payout: 'sending' } }) });
  await person.click(screen.getByRole('button', { name: 'Aprovar e enviar' }));
  const confirmation = await screen.findByRole('alertdialog', { name: 'Aprovar e enviar' });
  expect(confirmation).toHaveTextContent('Não transfira à mão');
  await person.click(buttonIn(confirmation, 'Aprovar e enviar'));
  await findToast('Saque aprovado');
  expect(requestsTo(SETTLE_REQUEST).map(({ query }) => query.get('byHand'))).toEqual([null]);
});

it('an unclear withdrawal is paid by hand or refused', async () => {
  const { person, withdrawal } = await openWithdrawal({ payout: 'unclear' });
  expect(screen.getByText('Confira se o Pix saiu')).toBeVisible();
  serveApi({ [SETTLE_REQUEST]: () => ({ withdrawal: { ...withdrawal, status: 'settled' } }) });
  await person.click(screen.getByRole('button', { name: 'Marcar como pago' }));
  const confirmation = await screen.findByRole('alertdialog', { name: 'Marcar como pago' });
  await person.click(buttonIn(confirmation, 'Marcar como pago'));
  await findToast('Saque marcado como pago');
  expect(requestsTo(SETTLE_REQUEST).map(({ query }) => query.toString())).toEqual([
    'step=settlement&byHand=true',
  ]);
});

it('a withdrawal of a person with a debt cannot be paid, and its refusal pays the debt', async () => {
  const { person } = await openWithdrawal({ debt: '180.00', suspended: true });
  expect(screen.getByText('Não transfira')).toBeVisible();
  expect(screen.getByText('Conta suspensa')).toBeVisible();
  const decisionRegion = screen.getByRole('region', { name: 'Decisão' });
  expect(within(decisionRegion).queryByRole('button', { name: 'Marcar como pago' })).toBeNull();
  expect(decisionRegion).toHaveTextContent('R$ 180,00 a devolver');
  await person.click(buttonIn(decisionRegion, 'Recusar'));
  const dialog = await findDialog('Recusar saque');
  expect(dialog).toHaveTextContent('O saque de R$ 50,00 paga primeiro os R$ 180,00');
});

it('an unclear withdrawal of a person with a debt can still be recorded as paid', async () => {
  await openWithdrawal({ debt: '180.00', payout: 'unclear' });
  expect(screen.getByText(/A pessoa tem R\$ 180,00 a devolver/)).toBeVisible();
  expect(screen.queryByText('Não transfira')).toBeNull();
  expect(screen.getByRole('button', { name: 'Marcar como pago' })).toBeEnabled();
});

it('a withdrawal of a person with a debt whose payout failed cannot be paid by hand', async () => {
  const { person } = await openWithdrawal({
    debt: '20.00',
    payout: 'unclear',
    payoutFailed: true,
  });
  expect(screen.getByText('Não transfira')).toBeVisible();
  expect(screen.getByText('O Pix falhou')).toBeVisible();
  const decisionRegion = screen.getByRole('region', { name: 'Decisão' });
  expect(within(decisionRegion).queryByRole('button', { name: 'Marcar como pago' })).toBeNull();
  await person.click(buttonIn(decisionRegion, 'Recusar'));
  expect(await findDialog('Recusar saque')).not.toHaveTextContent('Só recuse se');
});

it('a failed payout of a closed account without a debt is paid by hand', async () => {
  await openWithdrawal({ payout: 'unclear', payoutFailed: true });
  expect(screen.queryByText('Não transfira')).toBeNull();
  expect(screen.getByRole('button', { name: 'Marcar como pago' })).toBeEnabled();
});

it('the refusal of an unclear withdrawal asks to look at the provider first', async () => {
  const { person } = await openWithdrawal({ payout: 'unclear' });
  await person.click(screen.getByRole('button', { name: 'Recusar' }));
  const dialog = await findDialog('Recusar saque');
  expect(dialog).toHaveTextContent(
    'Só recuse se o Pix não saiu: confira no provedor de pagamento.',
  );
  expect(dialog).toHaveTextContent(withdrawalId);
});

it('the refusal of a withdrawal that nobody has sent says nothing of the provider', async () => {
  const { person } = await openWithdrawal();
  await person.click(screen.getByRole('button', { name: 'Recusar' }));
  expect(await findDialog('Recusar saque')).not.toHaveTextContent('provedor');
});
