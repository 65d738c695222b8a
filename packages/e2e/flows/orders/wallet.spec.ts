import { readFile } from 'node:fs/promises';
import type { APIRequestContext, Page } from '@playwright/test';
import {
  confirmationHeaders,
  confirmIdentity,
  savePayoutProfile,
} from '../../support/confirmations.ts';
import {
  createSellerWithService,
  moveOrder,
  placeOrder,
  signInElsewhere,
} from '../../support/orders.ts';
import { type SignedInPerson, signInAs, signInOverApi, TEAM_EMAIL } from '../../support/people.ts';
import {
  desktopOnly,
  expect,
  expectAccessible,
  isPhone,
  phoneOnly,
  test,
  toastOf,
} from '../../support/test.ts';

const SELLER_CPF = '529.982.247-25';

/** Creates a seller with one completed sale of R$ 100,00, of which R$ 90,00 can be withdrawn. */
async function createSellerWithBalance(request: APIRequestContext, title: string) {
  const { seller, serviceId } = await createSellerWithService(request, title, '100');
  const buyer = await signInOverApi(request, 'Compra Uma Vez');
  const { id, purchaseCode } = await placeOrder(request, buyer, serviceId, true);
  await moveOrder(request, seller, id, 'in_progress');
  await moveOrder(request, buyer, id, 'complete');
  return { seller, purchaseCode };
}

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

async function openWallet(page: Page, seller: SignedInPerson) {
  await signInAs(page, seller.name, seller.email);
  await page.goto('/sales?aba=carteira');
  await expect(page.getByRole('heading', { name: 'Extrato' })).toBeVisible();
}

const statFigure = (page: Page, name: string) =>
  page
    .getByTestId('stat-list')
    .locator('> div')
    .filter({ has: page.locator('dt', { hasText: name }) });
const withdrawalsRegion = (page: Page) => page.getByRole('region', { name: 'Saques' });
const withdrawDialog = (page: Page) => page.getByRole('dialog', { name: 'Sacar' });
const reviewDialog = (page: Page) => page.getByRole('dialog', { name: 'Conferir saque' });

/** Fills in the payout profile in the dialog that comes before the first withdrawal. */
async function fillPayoutProfile(page: Page, seller: SignedInPerson) {
  const dialog = page.getByRole('dialog', { name: 'Quem recebe os saques' });
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect(dialog.getByText('Nome completo obrigatório')).toBeVisible();
  await expect(dialog.getByText('CPF obrigatório')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Nome completo').fill('Ana Souza de Lima');
  await dialog.getByLabel('CPF').fill(SELLER_CPF);
  await dialog.getByLabel('Data de nascimento').fill('1990-05-17');
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByRole('dialog', { name: 'Confirme que é você' })).toBeVisible();
  await expectAccessible(page);
  await confirmIdentity(page, seller);
}

test('a seller enters the payout profile and confirms a withdrawal, which is requested once', async ({
  page,
  allowConsole,
}) => {
  // The first request is refused, because only the refusal makes the page ask the person to confirm their identity.
  allowConsole(/403/);
  const { seller, purchaseCode } = await createSellerWithBalance(page.request, 'Saque inteiro');
  await openWallet(page, seller);
  await expect(statFigure(page, 'Disponível')).toContainText('R$ 90,00');
  await expect(statFigure(page, 'Taxas')).toContainText('R$ 10,00');
  await expect(withdrawalsRegion(page)).toContainText('Os saques que você pedir aparecem aqui.');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Sacar' }).click();
  await fillPayoutProfile(page, seller);
  await expect(withdrawDialog(page).getByLabel('Valor')).toHaveValue('90,00');
  await withdrawDialog(page).getByRole('button', { name: 'Continuar' }).click();
  await expect(withdrawDialog(page).getByText('Chave Pix obrigatória')).toBeVisible();
  await withdrawDialog(page).getByLabel('Valor').fill('90,01');
  await withdrawDialog(page).getByLabel('Chave Pix').fill('529.982.247-26');
  await expect(withdrawDialog(page).getByText('Saldo disponível insuficiente.')).toBeVisible();
  await expect(withdrawDialog(page).getByText('Chave Pix inválida.')).toBeVisible();
  await expectAccessible(page);
  await withdrawDialog(page).getByLabel('Valor').fill('40,5');
  await withdrawDialog(page).getByLabel('Chave Pix').fill('52998224725');
  await expect(withdrawDialog(page).getByRole('status')).toHaveText(`CPF: ${SELLER_CPF}`);
  await withdrawDialog(page).getByRole('button', { name: 'Continuar' }).dblclick();
  await expect(reviewDialog(page)).toContainText('R$ 40,50');
  await expect(reviewDialog(page)).toContainText(SELLER_CPF);
  await expect(reviewDialog(page)).toContainText('R$ 49,50');
  await expectAccessible(page);
  await reviewDialog(page).getByRole('button', { name: 'Voltar' }).click();
  await expect(withdrawDialog(page).getByLabel('Valor')).toHaveValue('40,5');
  await withdrawDialog(page).getByRole('button', { name: 'Continuar' }).click();
  await page.getByRole('button', { name: 'Confirmar saque' }).dblclick({ delay: 150 });
  await confirmIdentity(page, seller);
  await expect(toastOf(page)).toContainText('Saque pedido');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Sacar' })).toBeFocused();
  await expect(withdrawalsRegion(page).getByRole('listitem')).toHaveCount(1);
  await expect(withdrawalsRegion(page)).toContainText('Em análise');
  await expect(statFigure(page, 'Disponível')).toContainText('R$ 49,50');
  await expect(statFigure(page, 'Em saque')).toContainText('R$ 40,50');
  await page.getByRole('link', { name: purchaseCode }).first().click();
  const historyDialog = page.getByRole('dialog', { name: 'Histórico do pedido' });
  await expect(historyDialog).toContainText('Atendimento encerrado por quem comprou');
  // A key that is pressed before the dialog has the focus goes to the toast.
  await expect(historyDialog.getByRole('button', { name: 'Fechar' }).first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/sales?aba=carteira');
});

test(
  'deleting an account with a balance warns; the statement is exported; a lost answer withdraws nothing twice',
  desktopOnly,
  async ({ page, allowConsole }) => {
    allowConsole(/ERR_FAILED|403/);
    const { seller, purchaseCode } = await createSellerWithBalance(page.request, 'Ainda tem saldo');
    await savePayoutProfile(page.request, seller);
    await signInAs(page, seller.name, seller.email);
    await page.goto('/user/settings');
    await page.getByRole('button', { name: 'Excluir conta' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Excluir conta' });
    await expect(dialog.getByRole('status')).toContainText('R$ 90,00');
    await expectAccessible(page);
    await dialog.getByRole('link', { name: 'Sacar antes' }).click();
    await expect(statFigure(page, 'Disponível')).toContainText('R$ 90,00');

    const downloadPromise = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Exportar CSV' }).click();
    const download = await downloadPromise;
    expect(download.suggestedFilename()).toMatch(/^guilda-extrato-\d{4}-\d\d-\d\d\.csv$/);
    const text = await readFile(await download.path(), 'utf8');
    expect(text.startsWith('\ufeff')).toBe(true);
    expect(text).toContain(purchaseCode);
    expect(text).toContain('100,00');

    await page.route('**/api/wallet/withdrawals', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      const response = await route.fetch();
      // The refusal that asks for a confirmed identity arrives, but the answer to the withdrawal is lost.
      if (response.status() === 403) return route.fulfill({ response });
      await route.abort();
    });
    await page.getByRole('button', { name: 'Sacar' }).click();
    await withdrawDialog(page).getByLabel('Valor').fill('30');
    await withdrawDialog(page).getByLabel('Chave Pix').fill(SELLER_CPF);
    await withdrawDialog(page).getByRole('button', { name: 'Continuar' }).click();
    await reviewDialog(page).getByRole('button', { name: 'Confirmar saque' }).click();
    await confirmIdentity(page, seller);
    await expect(toastOf(page)).toContainText('Algo deu errado...');
    await page.unroute('**/api/wallet/withdrawals');
    await reviewDialog(page).getByRole('button', { name: 'Confirmar saque' }).click();
    await expect(toastOf(page)).toContainText('Saque pedido');
    await expect(withdrawalsRegion(page).getByRole('listitem')).toHaveCount(1);
    await expect(statFigure(page, 'Disponível')).toContainText('R$ 60,00');
  },
);

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

test(
  'the wallet shows its empty state and its error state',
  phoneOnly,
  async ({ page, allowConsole }) => {
    allowConsole(/400/);
    await signInAs(page, 'Sem Nada Ainda');
    await page.goto('/sales?aba=carteira');
    await expect(page.getByText('O saque fica disponível a partir de R$ 1,00.')).toBeVisible();
    await expect(page.getByText('Vendas, taxas, reembolsos e saques')).toBeVisible();
    if (isPhone(page)) await expectAccessible(page);
    const json = { error: 'Deu ruim', message: 'Deu ruim', code: 'x', requestId: 'x' };
    await page.route('**/api/wallet', (route) => route.fulfill({ status: 400, json }));
    await page.reload();
    await expect(page.getByText('Deu ruim')).toBeVisible();
    await page.unroute('**/api/wallet');
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await expect(page.getByRole('heading', { name: 'Extrato' })).toBeVisible();
  },
);
