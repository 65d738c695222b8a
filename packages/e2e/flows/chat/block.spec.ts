import { type APIRequestContext, expect as expectAnswer, type Page } from '@playwright/test';
import { signInWithDiscord } from '../../support/calls.ts';
import { orderService, publishService } from '../../support/market.ts';
import { asPerson, type SignedInPerson, signInAs, signInOverApi } from '../../support/people.ts';
import { publishPost } from '../../support/posts.ts';
import {
  desktopOnly,
  expect,
  expectAccessible,
  phoneOnly,
  test,
  toastOf,
} from '../../support/test.ts';

const moreOptionsButton = (page: Page) =>
  page.getByRole('button', { name: 'Mais opções', exact: true });
const menuItem = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true });
const blockedNotice = (page: Page) =>
  page.getByRole('heading', { name: 'Você bloqueou esta pessoa.' });
const confirmationDialog = (page: Page, name: string) =>
  page.getByRole('alertdialog', { name: `Bloquear ${name}` });

async function blockPersonAs(
  request: APIRequestContext,
  blocker: SignedInPerson,
  { uid }: SignedInPerson,
) {
  const answer = await request.put(`/api/users/${uid}/block`, { headers: asPerson(blocker) });
  expectAnswer(answer.status()).toBe(204);
}

/** Blocks a person from the menu of their profile. */
async function blockFromProfile(page: Page, name: string) {
  await moreOptionsButton(page).click();
  await menuItem(page, 'Bloquear').click();
  await confirmationDialog(page, name).getByRole('button', { name: 'Bloquear' }).click();
  await expect(blockedNotice(page)).toBeVisible();
}

test('a person is blocked and unblocked from their profile', phoneOnly, async ({ page }) => {
  const seller = await signInOverApi(page.request, 'Zuleica Brava');
  await publishService(page.request, seller, { title: 'Mira que some' });
  await signInAs(page, 'Quer Sossego');
  await page.goto(`/user/${seller.username}`);
  const service = page.getByRole('link', { name: 'Mira que some' });
  await expect(service).toBeVisible();

  await moreOptionsButton(page).click();
  await menuItem(page, 'Bloquear').click();
  const dialog = confirmationDialog(page, 'Zuleica Brava');
  await expect(dialog).toContainText('mandar mensagem, ligar, comentar ou comprar');
  await expect(dialog).toContainText('Pedidos em andamento continuam até o fim.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await expect(moreOptionsButton(page)).toBeFocused();
  await expect(service).toBeVisible();

  await blockFromProfile(page, 'Zuleica Brava');
  await expect(toastOf(page)).toContainText('Pessoa bloqueada');
  await expect(dialog).toBeHidden();
  await expect(service).toHaveCount(0);
  await expect(page.getByRole('tab')).toHaveCount(0);
  await expectAccessible(page);
  await page.reload();
  await expect(blockedNotice(page)).toBeVisible();

  await page.getByRole('button', { name: 'Desbloquear' }).click();
  await expect(toastOf(page)).toContainText('Pessoa desbloqueada');
  // Under the mouse the toast stays.
  await toastOf(page).hover();
  await expect(service).toBeVisible();
  await toastOf(page).getByRole('button', { name: 'Desfazer' }).click();
  await expect(blockedNotice(page)).toBeVisible();
  await moreOptionsButton(page).click();
  await menuItem(page, 'Desbloquear').click();
  await expect(service).toBeVisible();
});

test('content of a blocked person is removed from every list', desktopOnly, async ({ page }) => {
  const word = `Xerimbabo${crypto.randomUUID().slice(0, 6)}`;
  const seller = await signInOverApi(page.request, word);
  await publishService(page.request, seller, { title: `Aula ${word}` });
  const postResponse = await page.request.post('/api/social/post/', {
    headers: asPerson(seller),
    data: { description: `Recado ${word}` },
  });
  expect(postResponse.status(), await postResponse.text()).toBe(201);
  await signInAs(page, 'Quer Silêncio');
  const ownContent = page.getByRole('main').getByText(word);

  await page.goto('/community');
  await expect(ownContent.first()).toBeVisible();
  const name = page.getByRole('article').getByRole('link', { name: word }).first();
  await name.click();
  await moreOptionsButton(page).click();
  await menuItem(page, 'Bloquear').click();
  await expect(confirmationDialog(page, word)).toBeVisible();
  // The browser's Back button closes the confirmation dialog and does not leave the page.
  await page.goBack();
  await expect(confirmationDialog(page, word)).toBeHidden();
  await expect(page).toHaveURL(`/user/${seller.username}`);
  await blockFromProfile(page, word);
  await page.goBack();
  await expect(page).toHaveURL(/\/community/);
  await expect(page.getByRole('heading', { level: 1, name: 'Comunidade' })).toBeVisible();
  await expect(ownContent).toHaveCount(0);
  for (const listPath of ['/search', '/search/services', '/search/users']) {
    await page.goto(`${listPath}?q=${word}`);
    await expect(page.getByRole('heading', { name: /nada|ninguém|nenhum/i }).first()).toBeVisible();
    await expect(page.getByRole('link', { name: new RegExp(word) })).toHaveCount(0);
  }
});

test('the blocked person does not learn who set the block', desktopOnly, async ({ page }) => {
  const blocker = await signInOverApi(page.request, 'Fecha a Porta');
  await publishService(page.request, blocker, { title: 'Só para outros' });
  const blockedPerson = await signInAs(page, 'Fica de Fora');
  await blockPersonAs(page.request, blocker, blockedPerson);
  await page.goto(`/user/${blocker.username}`);
  const unavailableHeading = page.getByRole('heading', {
    name: 'Este perfil não está disponível para você.',
  });
  await expect(unavailableHeading).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText(/bloque/i);
  await expect(page.getByRole('link', { name: 'Só para outros' })).toHaveCount(0);
  await expectAccessible(page);
  // A person who is blocked can still set a block in return and remove it.
  await blockFromProfile(page, 'Fecha a Porta');
  await page.getByRole('button', { name: 'Desbloquear' }).click();
  await expect(unavailableHeading).toBeVisible();
});

test(
  'between people who blocked each other buying is refused and posts are 404 pages',
  desktopOnly,
  async ({ page, allowConsole }) => {
    allowConsole(/403|404/);
    const seller = await signInOverApi(page.request, 'Vende a Poucos');
    const { id } = await publishService(page.request, seller, { title: 'Aula reservada' });
    const post = await publishPost(page.request, seller, { title: 'Nem todo mundo lê' });
    const buyer = await signInWithDiscord(page, 'Compra de Tudo');
    const missingPageHeading = page.getByRole('heading', { name: 'Faltou um ladrilho aqui.' });
    await page.goto(`/post/${post}`);
    await expect(page.getByRole('heading', { name: 'Nem todo mundo lê' })).toBeVisible();
    // Waits until the browser has loaded the service as the buyer: after the block, that request would get a 404.
    const buyerResponse = page.waitForResponse(
      (answer) =>
        answer.url().endsWith(`/api/services/${id}`) &&
        answer.request().headers()['authorization'] !== undefined,
    );
    await page.goto(`/service/${id}`);
    await buyerResponse;
    const buyButton = page.getByRole('button', { name: 'Contratar' }).first();
    await expect(buyButton).toBeEnabled();
    await blockPersonAs(page.request, seller, buyer);
    await buyButton.click();
    await expect(toastOf(page)).toContainText('Algo deu errado...');
    await expect(toastOf(page)).toContainText('Não é possível interagir com esta pessoa.');
    for (const path of [`/service/${id}`, `/post/${post}`]) {
      await page.goto(path);
      await expect(missingPageHeading).toBeVisible();
    }
  },
);

test('bought packs stay available after a block', desktopOnly, async ({ page }) => {
  const seller = await signInOverApi(page.request, 'Cumpre o Trato');
  const { id } = await publishService(page.request, seller, { title: 'Aula combinada' });
  const buyer = await signInAs(page, 'Pagou Antes');
  await orderService(page.request, buyer, id);
  await blockPersonAs(page.request, buyer, seller);
  await page.goto('/sales?aba=compras');
  await expect(page.getByText('Aula combinada').first()).toBeVisible();
  await page.goto(`/service/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Aula combinada' })).toBeVisible();
});

test(
  'a failed block shows the reason; a block can be set by keyboard',
  desktopOnly,
  async ({ page, allowConsole }) => {
    allowConsole(/503/);
    const person = await signInOverApi(page.request, 'Teclas Firmes');
    await signInAs(page, 'Sem Mouse');
    const error = 'Serviço temporariamente indisponível.';
    await page.route('/api/users/*/block', (route) =>
      route.fulfill({ status: 503, json: { error, message: error, code: 'unavailable' } }),
    );
    await page.goto(`/user/${person.username}`);
    await moreOptionsButton(page).focus();
    await page.keyboard.press('Enter');
    await expect(menuItem(page, 'Compartilhar')).toBeFocused();
    await page.keyboard.press('End');
    await expect(menuItem(page, 'Bloquear')).toBeFocused();
    await page.keyboard.press('Enter');
    const dialog = confirmationDialog(page, 'Teclas Firmes');
    const confirmButton = dialog.getByRole('button', { name: 'Bloquear' });
    await confirmButton.focus();
    await page.keyboard.press('Enter');
    await expect(toastOf(page)).toContainText(error);
    await expect(dialog).toBeVisible();
    await page.unroute('/api/users/*/block');
    await confirmButton.focus();
    await page.keyboard.press('Enter');
    await expect(blockedNotice(page)).toBeVisible();
    await expect(moreOptionsButton(page)).toBeFocused();
  },
);

test('the settings list blocked people, who can be unblocked', desktopOnly, async ({ page }) => {
  const owner = await signInAs(page, 'Lista Longa');
  await page.goto('/user/settings');
  await page.getByRole('link', { name: 'Pessoas bloqueadas' }).click();
  const section = page.getByRole('region', { name: 'Pessoas bloqueadas' });
  await expect(section).toContainText('Você não bloqueou ninguém.');
  await expect(section).toBeInViewport();
  const blockedPeople: SignedInPerson[] = [];
  for (let count = 1; count <= 11; count += 1) {
    const person = await signInOverApi(page.request, `Barulho ${count}`);
    if (count === 10) await publishService(page.request, person, { title: 'Aula barulhenta' });
    await blockPersonAs(page.request, owner, person);
    blockedPeople.push(person);
  }
  await page.goto('/user/settings/bloqueios');
  await page.reload();
  const rows = section.getByRole('listitem');
  await expect(rows).toHaveCount(10);
  await expect(section.getByRole('heading')).toBeInViewport();
  await expect(rows.first()).toContainText('Barulho 11');
  await section.getByRole('button', { name: 'Carregar mais' }).click();
  await expect(rows).toHaveCount(11);
  await expectAccessible(page);

  await section.getByRole('button', { name: 'Desbloquear Barulho 10' }).click();
  // Under the mouse the toast stays.
  await toastOf(page).hover();
  await expect(rows).toHaveCount(10);
  await expect(section).not.toContainText('Barulho 10');
  await toastOf(page).getByRole('button', { name: 'Desfazer' }).click();
  await expect(rows.first()).toContainText('Barulho 10');

  await rows.first().getByRole('link').click();
  await expect(page).toHaveURL(`/user/${blockedPeople[9]?.username}`);
  await expect(blockedNotice(page)).toBeVisible();
  // The profile was loaded without content, because the person was blocked; unblocking loads the content.
  await page.getByRole('button', { name: 'Desbloquear' }).click();
  await expect(page.getByRole('link', { name: 'Aula barulhenta' })).toBeVisible();
});
