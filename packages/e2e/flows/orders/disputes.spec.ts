import type { Page } from '@playwright/test';
import { confirmIdentity } from '../../support/confirmations.ts';
import { bellOf, notificationList } from '../../support/notifications.ts';
import {
  boardColumn,
  createSellerWithService,
  moveOrder,
  orderCard,
  placeOrder,
  signInElsewhere,
} from '../../support/orders.ts';
import { asPerson, signInAs, TEAM_EMAIL } from '../../support/people.ts';
import { desktopOnly, expect, expectAccessible, test, toastOf } from '../../support/test.ts';

const dialogNamed = (page: Page, name: string) => page.getByRole('dialog', { name });
const alertDialogNamed = (page: Page, name: string) => page.getByRole('alertdialog', { name });
const disputeState = (card: ReturnType<typeof orderCard>) => card.getByTestId('dispute-state');

/** Creates an order of R$ 45 in progress for the person of the page, and its seller, through the API. */
async function openRunningOrder(page: Page, title: string) {
  const { seller, serviceId } = await createSellerWithService(page.request, title);
  const buyer = await signInAs(page, 'Compra de Tudo');
  const purchase = await placeOrder(page.request, buyer, serviceId, true);
  await moveOrder(page.request, seller, purchase.id, 'in_progress');
  return { seller, buyer, purchase };
}

test('a buyer reports a problem and takes the seller’s offer', async ({ page, browser }) => {
  test.slow();
  const { seller, buyer, purchase } = await openRunningOrder(page, 'Metade da aula');
  const code = purchase.purchaseCode;
  const sellerDevice = await signInElsewhere(browser, seller.name, seller.email);
  await sellerDevice.page.goto('/sales');
  await expect(orderCard(sellerDevice.page, code)).toContainText('Em atendimento');
  await page.goto('/sales?aba=compras');
  const card = orderCard(page, code);

  // The buyer opens the dispute with the keyboard only.
  await card.getByRole('button', { name: /^Mais ações do pedido/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Tive um problema' })).toBeFocused();
  await page.keyboard.press('Enter');
  const reportDialog = dialogNamed(page, 'Tive um problema');
  await expect(reportDialog).toContainText('tem 2 dias para responder');
  await reportDialog.getByRole('button', { name: 'Abrir disputa' }).focus();
  await page.keyboard.press('Enter');
  await expect(reportDialog.getByText('Descrição obrigatória')).toBeVisible();
  await expectAccessible(page);
  await reportDialog.getByRole('radio').first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(reportDialog.getByRole('radio', { name: 'Outro problema' })).toBeChecked();
  await reportDialog.getByLabel('Descrição').focus();
  await page.keyboard.type('Só metade aconteceu.');
  await reportDialog.getByRole('button', { name: 'Abrir disputa' }).focus();
  await page.keyboard.press('Enter');
  await expect(toastOf(page)).toContainText('Disputa aberta');
  await expect(reportDialog).toBeHidden();
  await expect(disputeState(card)).toContainText('Vende Com Calma tem até');
  await expect(card.getByRole('button', { name: 'Confirmar que recebi' })).toBeHidden();
  await expect(boardColumn(page, 'Em disputa')).toBeVisible();
  await expectAccessible(page);

  // The seller's page is updated without a reload.
  const saleCard = orderCard(sellerDevice.page, code);
  await expect(disputeState(saleCard)).toContainText('Você tem até');
  await expect(saleCard).toContainText('Só metade aconteceu.');
  await saleCard.getByRole('button', { name: 'Devolver uma parte' }).click();
  const answerDialog = dialogNamed(sellerDevice.page, 'Devolver uma parte');
  const amountField = answerDialog.getByLabel('Valor que volta para quem comprou');
  await answerDialog.getByLabel('Mensagem').fill('Faltou a segunda hora.');
  await amountField.fill('45');
  await expect(answerDialog.getByText('A proposta precisa ser menor que o preço.')).toBeVisible();
  await amountField.fill('20');
  await expect(answerDialog.getByText('você fica com R$ 22,50, já sem a taxa')).toBeVisible();
  await expectAccessible(sellerDevice.page);
  await answerDialog.getByRole('button', { name: 'Enviar proposta' }).dblclick();
  await expect(toastOf(sellerDevice.page)).toContainText('Proposta enviada');
  await expect(saleCard.getByRole('button', { name: 'Devolver tudo' })).toBeVisible();

  // The buyer's page is updated without a reload as well.
  await expect(disputeState(card)).toContainText('Vende Com Calma propõe devolver R$ 20,00.');
  await page.goto(`/success?payment=${purchase.id}`);
  await expect(page.getByRole('heading', { name: 'Compra em disputa.' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Ver a disputa' }).click();
  await dialogNamed(page, 'Histórico do pedido')
    .getByRole('button', { name: 'Aceitar R$ 20,00' })
    .click();
  const acceptDialog = alertDialogNamed(page, 'Aceitar R$ 20,00');
  await expect(acceptDialog).toContainText('Os outros R$ 25,00 ficam com Vende Com Calma');
  await expectAccessible(page);
  await acceptDialog.getByRole('button', { name: 'Aceitar R$ 20,00' }).dblclick();
  await expect(toastOf(page)).toContainText('Proposta aceita');
  await expect(dialogNamed(page, 'Histórico do pedido')).toContainText('Você aceitou a proposta');
  await expectAccessible(page);
  await expect(disputeState(saleCard)).toContainText('Compra de Tudo aceitou a proposta');
  await expect(saleCard).toContainText('R$ 20,00 devolvidos');
  await sellerDevice.page.context().close();

  const paymentResponse = await page.request.get(`/api/payments/${purchase.id}`, {
    headers: asPerson(buyer),
  });
  expect((await paymentResponse.json()).payment).toMatchObject({
    serviceStatus: 'complete',
    refundedAmount: '20.00',
    dispute: { state: 'resolved', outcome: 'partly_refunded' },
  });
});

test(
  'the team decides a contested dispute, and both read why',
  desktopOnly,
  async ({ page, browser }) => {
    const { seller, buyer, purchase } = await openRunningOrder(page, 'Aula contestada');
    const headers = asPerson(buyer);
    const disputeResponse = await page.request.post(`/api/payments/${purchase.id}/dispute`, {
      headers,
      data: { reason: 'not_delivered', description: 'Ninguém apareceu.' },
    });
    expect(disputeResponse.status(), await disputeResponse.text()).toBe(201);

    // The notification leads to the dispute, from which the seller contests.
    const sellerDevice = await signInElsewhere(browser, seller.name, seller.email);
    await sellerDevice.page.goto('/community');
    await bellOf(sellerDevice.page).click();
    await notificationList(sellerDevice.page).getByText('Quem comprou abriu uma disputa').click();
    const historyDialog = dialogNamed(sellerDevice.page, 'Histórico do pedido');
    await expect(historyDialog).toContainText('Ninguém apareceu.');
    await expectAccessible(sellerDevice.page);
    await historyDialog.getByRole('button', { name: 'Contestar' }).click();
    const answerDialog = dialogNamed(sellerDevice.page, 'Contestar');
    await answerDialog.getByLabel('Mensagem').fill('Eu esperei na sala.');
    await answerDialog.getByRole('button', { name: 'Contestar' }).click();
    await expect(historyDialog).toContainText('A equipe decide até');

    const team = await signInElsewhere(browser, 'Da Equipe', TEAM_EMAIL);
    await team.page.goto('/admin?tipo=disputas');
    const disputeCode = purchase.purchaseCode.replace('GLD', 'DIS');
    await team.page.getByRole('link', { name: new RegExp(`^Disputa.*${disputeCode}`) }).click();
    const disputeArticle = team.page.getByRole('article');
    await expect(disputeArticle).toContainText('Ninguém apareceu.');
    await expect(disputeArticle).toContainText('Eu esperei na sala.');
    const decisionRegion = team.page.getByRole('region', { name: 'Decisão' });
    await decisionRegion.getByRole('button', { name: 'Decidir' }).click();
    await expect(decisionRegion.getByText('Escolha como termina.')).toBeVisible();
    await expectAccessible(team.page);
    await decisionRegion.getByText('Devolver uma parte').click();
    await decisionRegion.getByLabel('Quanto volta para quem comprou').fill('12,50');
    await expect(decisionRegion.getByText('quem vendeu fica com R$ 29,25')).toBeVisible();
    await decisionRegion.getByLabel('Motivo').fill('A sala mostra meia hora de atendimento.');
    await decisionRegion.getByRole('button', { name: 'Decidir' }).click();
    const confirmation = alertDialogNamed(team.page, 'Devolver uma parte?');
    await expectAccessible(team.page);
    await confirmation.getByRole('button', { name: 'Decidir' }).dblclick();
    await confirmIdentity(team.page, { name: 'Da Equipe', email: TEAM_EMAIL });
    await expect(toastOf(team.page)).toContainText(`${disputeCode}: devolver uma parte`);
    await team.page.goto('/admin?tipo=disputas&ver=resolvidos');
    await team.page.getByRole('link', { name: new RegExp(`^Disputa.*${disputeCode}`) }).click();
    await expect(team.page.getByRole('region', { name: 'Como terminou' })).toContainText(
      'A sala mostra meia hora de atendimento.',
    );
    await team.page.context().close();

    for (const [person, path] of [
      [page, '/sales?aba=compras'],
      [sellerDevice.page, '/sales'],
    ] as const) {
      await person.goto(path);
      const card = orderCard(person, purchase.purchaseCode);
      await expect(disputeState(card)).toContainText('A equipe decidiu: R$ 12,50 voltam para');
      await expect(card).toContainText('A sala mostra meia hora de atendimento.');
      await expectAccessible(person);
    }
    await sellerDevice.page.context().close();
  },
);
