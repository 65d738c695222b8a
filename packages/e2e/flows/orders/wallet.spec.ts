import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { confirmIdentity } from '../../support/confirmations.ts';
import { type SignedInPerson, signInAs } from '../../support/people.ts';
import {
  desktopOnly,
  expect,
  expectAccessible,
  isPhone,
  phoneOnly,
  test,
  toastOf,
} from '../../support/test.ts';
import {
  createSellerWithBalance,
  openWallet,
  SELLER_CPF,
  savePayoutProfile,
  statFigure,
  withdrawalsRegion,
} from '../../support/wallet.ts';

const withdrawDialog = (page: Page) => page.getByRole('dialog', { name: 'Sacar' });
const reviewDialog = (page: Page) => page.getByRole('dialog', { name: 'Conferir saque' });

/** Fills in the payout profile in the dialog that comes before the first withdrawal. */
async function fillPayoutProfile(page: Page, seller: SignedInPerson) {
  const dialog = page.getByRole('dialog', { name: 'Quem recebe os saques' });
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(dialog.getByText('Nome completo obrigatório')).toBeVisible();
  await expect(dialog.getByText('CPF obrigatório')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Nome completo').fill('Ana Souza de Lima');
  await dialog.getByLabel('CPF').fill(SELLER_CPF);
  await dialog.getByLabel('Data de nascimento').fill('1990-05-17');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
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
  await expect(historyDialog).toContainText('Recebimento confirmado por quem comprou');
  // The dialog listens to keys a moment after it has the focus; until then the toast above it takes them.
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL('/sales?aba=carteira', { timeout: 2_000 });
  }).toPass();
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
