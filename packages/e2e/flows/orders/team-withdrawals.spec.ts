import type { APIRequestContext } from '@playwright/test';
import { confirmationHeaders, confirmIdentity } from '../../support/confirmations.ts';
import { signInElsewhere } from '../../support/orders.ts';
import { type SignedInPerson, signInAs, TEAM_EMAIL } from '../../support/people.ts';
import { desktopOnly, expect, expectAccessible, test, toastOf } from '../../support/test.ts';
import {
  createSellerWithBalance,
  openWallet,
  SELLER_CPF,
  savePayoutProfile,
  statFigure,
  withdrawalsRegion,
} from '../../support/wallet.ts';

/* Withdrawals as the team sees them and decides about them. */

async function requestWithdrawal(
  request: APIRequestContext,
  seller: SignedInPerson,
  amount: string,
) {
  const answer = await request.post('/api/wallet/withdrawals', {
    headers: await confirmationHeaders(request, seller, 'withdrawal'),
    data: { amount, pixKey: SELLER_CPF },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  return (await answer.json()).withdrawal.id as string;
}

test(
  'the team pays one withdrawal and refuses another',
  desktopOnly,
  async ({ page, browser, allowConsole }) => {
    test.slow();
    allowConsole(/403/);
    const team = { name: 'Da Equipe', email: TEAM_EMAIL };
    const { seller } = await createSellerWithBalance(page.request, 'Para a equipe');
    await savePayoutProfile(page.request, seller);
    const paidWithdrawal = await requestWithdrawal(page.request, seller, '50');
    const refusedWithdrawal = await requestWithdrawal(page.request, seller, '20');
    const adminDevice = await signInElsewhere(browser, 'Da Equipe', TEAM_EMAIL);
    const adminPage = adminDevice.page;
    await adminPage.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await adminPage.goto('/termos');
    await adminPage.getByRole('button', { name: 'Menu' }).click();
    await adminPage.getByRole('link', { name: /^Moderação/ }).click();
    await expect(adminPage).toHaveURL('/admin');
    await expect(adminPage.getByRole('heading', { name: 'Moderação', level: 1 })).toBeVisible();
    await adminPage.getByRole('link', { name: /^Saques/ }).click();
    await expect(adminPage).toHaveURL('/admin?tipo=saques');

    await adminPage.goto(`/admin?saque=${paidWithdrawal}`);
    await expect(adminPage.getByRole('heading', { level: 2 })).toContainText('R$ 50,00');
    await expect(adminPage.getByText('Ana Souza de Lima')).toBeVisible();
    await expect(adminPage.getByText(SELLER_CPF, { exact: true })).toBeVisible();
    await expect(adminPage.getByText('Não é o CPF de quem recebe')).toHaveCount(0);
    await adminPage.getByRole('button', { name: 'Copiar chave Pix' }).click();
    await expect(toastOf(adminPage)).toContainText('Chave copiada');
    expect(await adminPage.evaluate(() => navigator.clipboard.readText())).toBe('52998224725');
    await expectAccessible(adminPage);
    await adminPage.getByRole('button', { name: 'Marcar como pago' }).click();
    const confirmation = adminPage.getByRole('alertdialog', { name: 'Marcar como pago' });
    await expect(confirmation).toContainText(SELLER_CPF);
    await confirmation.getByRole('button', { name: 'Marcar como pago' }).dblclick();
    await confirmIdentity(adminPage, team);
    await expect(toastOf(adminPage)).toContainText('Saque marcado como pago');

    await adminPage.goto(`/admin?saque=${refusedWithdrawal}`);
    await expect(adminPage.getByRole('heading', { level: 2 })).toContainText('R$ 20,00');
    await adminPage.getByRole('button', { name: 'Recusar' }).click();
    const refusalDialog = adminPage.getByRole('dialog', { name: 'Recusar saque' });
    await refusalDialog.getByRole('button', { name: 'Recusar' }).click();
    await expect(refusalDialog.getByText('Motivo obrigatório')).toBeVisible();
    await refusalDialog.getByLabel('Motivo').fill('A chave é de outra pessoa.');
    await expectAccessible(adminPage);
    await refusalDialog.getByRole('button', { name: 'Recusar' }).click();
    await confirmIdentity(adminPage, team);
    await expect(toastOf(adminPage)).toContainText('Saque recusado');
    await adminPage.goto(`/admin?ver=recusados&saque=${refusedWithdrawal}`);
    await expect(adminPage.getByText('Recusado: A chave é de outra pessoa.')).toBeVisible();
    await expect(adminPage.getByRole('button', { name: 'Recusar' })).toHaveCount(0);
    await adminPage.context().close();

    await openWallet(page, seller);
    await expect(withdrawalsRegion(page)).toContainText('Pago');
    await expect(withdrawalsRegion(page)).toContainText('Recusado');
    await expect(withdrawalsRegion(page)).toContainText('Motivo: A chave é de outra pessoa.');
    await expect(statFigure(page, 'Disponível')).toContainText('R$ 40,00');
    await expectAccessible(page);
  },
);

test(
  'admins cannot decide about their own withdrawals, and only they see the queue',
  desktopOnly,
  async ({ page }) => {
    const admin = await signInAs(page, 'Da Equipe', TEAM_EMAIL);
    const id = crypto.randomUUID();
    const withdrawal = {
      id,
      amount: '10.00',
      pixKeyKind: 'cpf',
      pixKey: '52998224725',
      status: 'requested',
      payout: null,
      payoutFailed: false,
      automatic: false,
      reason: null,
      createdAt: new Date().toISOString(),
      decidedAt: null,
      uid: admin.uid,
      username: admin.username,
      displayName: admin.name,
      badges: [],
      pixKeyMatches: true,
      needsTwoAdmins: false,
      firstApproval: null,
      debt: '0.00',
      suspended: false,
      payee: null,
    };
    await page.route(`**/api/admin/withdrawals/${id}`, (route) =>
      route.fulfill({ json: { withdrawal } }),
    );
    await page.goto(`/admin?saque=${id}`);
    await expect(page.getByText('Outra pessoa da equipe precisa decidir.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Marcar como pago' })).toHaveCount(0);
    await signInAs(page, 'Curiosa Demais');
    await page.goto('/admin');
    await expect(page.getByText('Faltou um ladrilho aqui.')).toBeVisible();
    await expectAccessible(page);
  },
);
