import type { Page } from '@playwright/test';
import { createReviewedPurchase, publishService } from '../../support/market.ts';
import {
  asPerson,
  type SignedInPerson,
  signInAs,
  signInOverApi,
  storeSession,
} from '../../support/people.ts';
import {
  desktopOnly,
  expect,
  expectAccessible,
  phoneOnly,
  test,
  toastOf,
} from '../../support/test.ts';

const profileTab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(name) });
/** The call action: a button for members, a link to the sign-in for visitors. */
const callAction = (page: Page) => page.getByTestId('profile-header').getByLabel(/^Ligar para /);
const moreOptionsButton = (page: Page) =>
  page.getByRole('button', { name: 'Mais opções', exact: true });

/** Chooses an item of the menu of another person's profile. */
async function chooseMenuItem(page: Page, itemName: string) {
  await moreOptionsButton(page).click();
  await page.getByRole('menuitem', { name: itemName }).click();
}

async function changeProfile(page: Page, person: SignedInPerson, changes: Record<string, unknown>) {
  const answer = await page.request.patch('/api/users/', {
    headers: asPerson(person),
    data: changes,
  });
  expect(answer.status()).toBe(200);
}

test(
  'a profile shows the person, services and reviews, has preview metadata, and is shared',
  desktopOnly,
  async ({ page, context, allowConsole }) => {
    allowConsole(/404/);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const seller = await signInOverApi(page.request, 'MiraFina77');
    await changeProfile(page, seller, { bio: 'Treino mira.', effectPhrase: 'Todo dia.' });
    const { id: serviceId } = await publishService(page.request, seller, { title: 'Mira limpa' });
    const buyer = await signInOverApi(page.request, 'PudimHeadshot');
    const people = { seller, buyer, serviceId };
    const reviewFields = {
      title: 'Voltei a acertar',
      description: 'Dez minutos e pronto.',
      rating: 4,
    };
    await createReviewedPurchase(page.request, people, reviewFields);
    const answer = await page.goto(`/user/${seller.username.toLowerCase()}`);
    const html = (await answer?.text()) ?? '';
    expect(html).toContain('<title>MiraFina77 · Guilda</title>');
    for (const [property, content] of [
      ['og:title', 'MiraFina77'],
      ['og:description', 'Todo dia. Treino mira.'],
      ['og:type', 'profile'],
    ]) {
      expect(html).toContain(`<meta property="${property}" content="${content}"/>`);
    }
    expect(html).toMatch(/<meta property="og:url" content="http[^"]+\/user\/[^"]+"\/>/);
    expect(html).toMatch(/<meta property="og:image" content="http[^"]+"\/>/);

    await expect(page.getByRole('heading', { level: 1, name: 'MiraFina77' })).toBeVisible();
    await expect(page.getByText('Treino mira.')).toBeVisible();
    await expect(page.getByText('“Todo dia.”')).toBeVisible();
    await expect(
      page.getByTestId('profile-header').getByRole('img', { name: 'Novato' }),
    ).toBeVisible();
    await expect(page.getByText('Nota 4,0 de 5, 1 avaliação').first()).toBeAttached();
    await expect(page.getByRole('link', { name: 'Mira limpa' })).toBeVisible();
    await expectAccessible(page);
    await profileTab(page, 'Avaliações').click();
    await expect(page).toHaveURL(/\?aba=avaliacoes$/);
    await expect(page.getByRole('heading', { name: 'Voltei a acertar' })).toBeVisible();
    await expect(page.getByText('Recomenda')).toBeVisible();
    await expectAccessible(page);
    await page.reload();
    await expect(profileTab(page, 'Avaliações')).toHaveAttribute('aria-selected', 'true');

    await chooseMenuItem(page, 'Compartilhar');
    await expect(toastOf(page)).toContainText('Link copiado');
    const copiedText = await page.evaluate(() => navigator.clipboard.readText());
    expect(new URL(copiedText).pathname).toBe(`/user/${seller.username}`);
    await callAction(page).click();
    await expect(page).toHaveURL('/login');
    const missingProfileResponse = await page.goto('/user/ninguem.aqui');
    expect(missingProfileResponse?.status()).toBe(404);
    await expect(page.getByText('404')).toBeVisible();
  },
);

test(
  'a private profile shows only name, photo and badges, except to its owner',
  phoneOnly,
  async ({ page }) => {
    const person = await signInOverApi(page.request, 'Discreta');
    await publishService(page.request, person, { title: 'Só para quem conhece' });
    await changeProfile(page, person, { bio: 'Segredo.', privacy: 'private' });
    await page.goto(`/user/${person.username}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Discreta' })).toBeVisible();
    await expect(page.getByText('Este perfil é privado.')).toBeVisible();
    await expect(page.getByText('Segredo.')).toHaveCount(0);
    await expect(page.getByText('Só para quem conhece')).toHaveCount(0);
    await expect(callAction(page)).toHaveCount(0);
    await expectAccessible(page);
    await storeSession(page, person);
    await page.goto(`/user/${person.username}`);
    await expect(page.getByText('Segredo.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Só para quem conhece' })).toBeVisible();
    await expect(profileTab(page, 'Serviços')).toBeVisible();
  },
);

test(
  'a member has an empty profile of their own, calls and reports others, and sends feedback',
  phoneOnly,
  async ({ page }) => {
    const person = await signInOverApi(page.request, 'TatuDePixel');
    const member = await signInAs(page, 'Quem Denuncia');
    await page.goto(`/user/${member.username}`);
    await expect(page.getByText('Você ainda não tem serviços.')).toBeVisible();
    await expect(moreOptionsButton(page)).toHaveCount(0);
    await expectAccessible(page);
    await page.goto(`/user/${person.username}`);
    await callAction(page).click();
    await expect(toastOf(page)).toContainText(
      'Você não tem o Discord ativo, vá nas configurações para ativar.',
    );
    await chooseMenuItem(page, 'Denunciar');
    const dialog = page.getByRole('dialog', { name: 'Denunciar TatuDePixel' });
    await dialog.getByRole('button', { name: 'Enviar denúncia' }).click();
    await expect(dialog.getByText('Título da denúncia obrigatório')).toBeVisible();
    await expectAccessible(page);
    await dialog.getByLabel('Título').fill('Não apareceu');
    await dialog.getByLabel('Descrição').fill('Marcou e sumiu.');
    await dialog.getByRole('button', { name: 'Enviar denúncia' }).click();
    await expect(toastOf(page)).toContainText('Denúncia enviada');
    await expect(dialog).toBeHidden();
    await expect(moreOptionsButton(page)).toBeFocused();

    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByLabel('Feedback').fill('Queria filtrar por horário.');
    await page.getByRole('button', { name: 'Enviar feedback' }).click();
    await expect(toastOf(page)).toContainText('Feedback enviado');
  },
);
