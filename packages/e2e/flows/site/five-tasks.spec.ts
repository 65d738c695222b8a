import type { Locator, Page } from '@playwright/test';
import { pictureFile } from '../../support/market.ts';
import { chooseOtherAccount, freshEmail, signInOverApi } from '../../support/people.ts';
import { expect, phoneOnly, test, toastOf } from '../../support/test.ts';

/**
 * Counts presses on Guilda's pages: buttons, links, tiles and the photo picker. Typing and presses on the pages of the
 * identity provider and the payment provider are not counted.
 */
function createTapCounter() {
  let taps = 0;
  const countedTap = async (target: Locator) => {
    taps += 1;
    await target.filter({ visible: true }).first().click();
  };
  const addTap = () => {
    taps += 1;
  };
  return { countedTap, addTap, countTaps: () => taps };
}

type CountedTap = (target: Locator) => Promise<void>;

const buttonNamed = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const linkNamed = (page: Page, name: string | RegExp) => page.getByRole('link', { name });

/** Signs a new person in through the provider's popup. */
async function signInByTap(page: Page, countedTap: CountedTap, name: string, email: string) {
  const popupPromise = page.waitForEvent('popup');
  await countedTap(buttonNamed(page, 'Entrar com Google'));
  await chooseOtherAccount(await popupPromise, name, email);
  await countedTap(linkNamed(page, /^Continuar para/));
}

/** A visitor publishes a service; returns the number of presses. */
async function publishService(page: Page, title: string, email: string): Promise<number> {
  const { countedTap, countTaps, addTap } = createTapCounter();
  await page.goto('/');
  await countedTap(linkNamed(page, 'Quero vender'));
  await countedTap(page.getByRole('main').getByRole('link', { name: 'Adicionar serviço' }));
  await signInByTap(page, countedTap, 'Vende Cinco', email);
  const form = page.getByRole('dialog', { name: 'Adicionar serviço' });
  await form.getByLabel('Nome do serviço').fill(title);
  await form.getByLabel('Descrição').fill('Uma hora de call, com plano no final.');
  await form.getByLabel('Preço').fill('49,90');
  await countedTap(form.getByText('Call', { exact: true }));
  await countedTap(form.getByRole('button', { name: 'Minecraft' }));
  addTap();
  await form.locator('input[type="file"]').first().setInputFiles(pictureFile);
  await countedTap(form.getByRole('button', { name: 'Publicar serviço' }));
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  return countTaps();
}

/** A visitor finds the service on the home page and reaches the checkout; returns the number of presses. */
async function buyService(page: Page, title: string): Promise<number> {
  const { countedTap, countTaps } = createTapCounter();
  await page.goto('/');
  await countedTap(linkNamed(page, title));
  await countedTap(buttonNamed(page, 'Contratar'));
  await signInByTap(page, countedTap, 'Compra Cinco', freshEmail('compra'));
  await countedTap(buttonNamed(page, 'Contratar sem conectar'));
  await expect(page.getByRole('heading', { name: 'Pagamento' })).toBeVisible();
  // Until its styles are loaded, the page shows the buttons of all ways to pay.
  await page.waitForLoadState();
  return countTaps();
}

/** The seller starts the order from the home page, and the buyer completes it; returns the number of presses. */
async function startAndCompleteOrder(sellerPage: Page, buyerPage: Page): Promise<number> {
  const { countedTap, countTaps } = createTapCounter();
  await sellerPage.goto('/');
  await countedTap(
    buttonNamed(sellerPage, 'Iniciar atendimento').or(linkNamed(sellerPage, 'Iniciar atendimento')),
  );
  const startDialog = sellerPage.getByRole('dialog', { name: 'Iniciar atendimento' });
  await countedTap(startDialog.getByRole('button', { name: 'Iniciar atendimento' }));
  await expect(startDialog).toBeHidden();
  await countedTap(linkNamed(buyerPage, 'Ver minhas compras'));
  await countedTap(buttonNamed(buyerPage, 'Confirmar que recebi'));
  const completionDialog = buyerPage.getByRole('dialog', { name: 'Confirmar que recebi' });
  await countedTap(
    completionDialog.getByRole('button', { name: 'Confirmar que recebi', exact: true }),
  );
  await expect(completionDialog).toBeHidden();
  return countTaps();
}

/** The seller withdraws money for the first time; returns the number of presses. */
async function withdrawEarnings(
  page: Page,
  person: { name: string; email: string },
): Promise<number> {
  const { countedTap, countTaps } = createTapCounter();
  await page.goto('/');
  await countedTap(page.locator('[data-ui="bottom-bar"]').getByRole('link', { name: 'Vendas' }));
  await countedTap(page.getByRole('tab', { name: 'Carteira' }));
  await countedTap(buttonNamed(page, 'Sacar'));
  const ownerDialog = page.getByRole('dialog', { name: 'Quem recebe os saques' });
  await ownerDialog.getByLabel('Nome completo').fill('Ana Souza de Lima');
  await ownerDialog.getByLabel('CPF').fill('529.982.247-25');
  await ownerDialog.getByLabel('Data de nascimento').fill('1990-05-17');
  await countedTap(ownerDialog.getByRole('button', { name: 'Salvar' }));
  await confirmIdentityByTap(page, countedTap, person);
  const form = page.getByRole('dialog', { name: 'Sacar' });
  await form.getByLabel('Chave Pix').fill('529.982.247-25');
  await countedTap(form.getByRole('button', { name: 'Continuar' }));
  await countedTap(buttonNamed(page, 'Confirmar saque'));
  await confirmIdentityByTap(page, countedTap, person);
  await expect(toastOf(page)).toContainText('Saque pedido');
  return countTaps();
}

/** Confirms the person's identity in the provider's popup; only the press on Guilda's button is counted. */
async function confirmIdentityByTap(
  page: Page,
  countedTap: CountedTap,
  { name, email }: { name: string; email: string },
) {
  const dialog = page.getByRole('dialog', { name: 'Confirme que é você' });
  const popupPromise = page.waitForEvent('popup');
  await countedTap(dialog.getByRole('button', { name: 'Confirmar com Google' }));
  await chooseOtherAccount(await popupPromise, name, email);
  await expect(dialog).toBeHidden();
}

/** The buyer reports a person from their profile; returns the number of presses. */
async function reportPerson(page: Page, username: string): Promise<number> {
  const { countedTap, countTaps } = createTapCounter();
  await page.goto(`/user/${username}`);
  await countedTap(buttonNamed(page, 'Mais opções'));
  await countedTap(page.getByRole('menuitem', { name: /^Denunciar/ }));
  const dialog = page.getByRole('dialog', { name: /^Denunciar/ });
  await dialog.getByLabel('Título').fill('Ofensa');
  await dialog.getByLabel('Descrição').fill('Ofende quem lê.');
  await countedTap(dialog.getByRole('button', { name: 'Enviar denúncia' }));
  await expect(toastOf(page)).toContainText('Denúncia enviada');
  return countTaps();
}

test(
  'five tasks of new people take few taps',
  phoneOnly,
  async ({ page, browser, allowConsole }) => {
    // The first request is refused, because only the refusal makes the page ask the person to confirm their identity.
    allowConsole(/403/);
    const title = `Cinco toques ${crypto.randomUUID().slice(0, 6)}`;
    const email = freshEmail('vende');
    const tapsByTask: Record<string, number> = {};
    tapsByTask['publish a service'] = await publishService(page, title, email);
    const context = await browser.newContext();
    const buyerPage = await context.newPage();
    tapsByTask['find and buy a service'] = await buyService(buyerPage, title);
    await buttonNamed(buyerPage, 'Simular pagamento aprovado').click();
    await expect(buyerPage.getByRole('heading', { name: 'Pagamento confirmado.' })).toBeVisible();
    tapsByTask['work an order to its end'] = await startAndCompleteOrder(page, buyerPage);
    tapsByTask['get the money out'] = await withdrawEarnings(page, { name: 'Vende Cinco', email });
    const { username } = await signInOverApi(page.request, 'Ofende Cinco');
    tapsByTask['report somebody'] = await reportPerson(buyerPage, username);
    for (const [task, count] of Object.entries(tapsByTask))
      process.stdout.write(`${task}: ${count} taps\n`);
    expect(tapsByTask['publish a service']).toBeLessThanOrEqual(8);
    expect(tapsByTask['find and buy a service']).toBeLessThanOrEqual(5);
    await context.close();
  },
);
