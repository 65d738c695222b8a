import type { Page } from '@playwright/test';
import { publishService, reviewedPurchase } from '../support/market.ts';
import { asPerson, keepSession, type Person, signInAs, signInOverApi } from '../support/people.ts';
import {
  desktopOnly,
  expect,
  expectAccessible,
  phoneOnly,
  test,
  toastOf,
} from '../support/test.ts';

const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(name) });
/** A button for members, for visitors a link to the login. */
const call = (page: Page) => page.getByTestId('profile-header').getByLabel(/^Ligar para /);
const more = (page: Page) => page.getByRole('button', { name: 'Mais opções', exact: true });

/** Chooses an item of the menu of another person's profile. */
async function choose(page: Page, act: string) {
  await more(page).click();
  await page.getByRole('menuitem', { name: act }).click();
}

async function change(page: Page, person: Person, data: Record<string, unknown>) {
  const answer = await page.request.patch('/api/users/', { headers: asPerson(person), data });
  expect(answer.status()).toBe(200);
}

test('a profile shows the person, services and reviews', async ({ page }) => {
  const seller = await signInOverApi(page.request, 'MiraFina77');
  await change(page, seller, { bio: 'Treino mira.', effectPhrase: 'Todo dia.' });
  const { id: serviceId } = await publishService(page.request, seller, { title: 'Mira limpa' });
  const buyer = await signInOverApi(page.request, 'PudimHeadshot');
  const people = { seller, buyer, serviceId };
  const words = { title: 'Voltei a acertar', description: 'Dez minutos e pronto.', rating: 4 };
  await reviewedPurchase(page.request, people, words);
  await page.goto(`/user/${seller.username.toLowerCase()}`);
  await expect(page.getByRole('heading', { level: 1, name: 'MiraFina77' })).toBeVisible();
  await expect(page.getByText('Treino mira.')).toBeVisible();
  await expect(page.getByText('“Todo dia.”')).toBeVisible();
  await expect(
    page.getByTestId('profile-header').getByRole('img', { name: 'Novato' }),
  ).toBeVisible();
  await expect(page.getByText('Nota 4,0 de 5, 1 avaliação').first()).toBeAttached();
  await expect(page.getByRole('link', { name: 'Mira limpa' })).toBeVisible();
  await expectAccessible(page);
  await tab(page, 'Avaliações').click();
  await expect(page).toHaveURL(/\?aba=avaliacoes$/);
  await expect(page.getByRole('heading', { name: 'Voltei a acertar' })).toBeVisible();
  await expect(page.getByText('Recomenda')).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(tab(page, 'Avaliações')).toHaveAttribute('aria-selected', 'true');
});

test('a profile has preview metadata', desktopOnly, async ({ page, request }) => {
  const person = await signInOverApi(request, 'Cartão de Visita');
  await change(page, person, { effectPhrase: 'Sem pressa.' });
  const html = await (await request.get(`/user/${person.username}`)).text();
  expect(html).toContain('<title>Cartão de Visita · Guilda</title>');
  for (const [property, content] of [
    ['og:title', 'Cartão de Visita'],
    ['og:description', 'Sem pressa.'],
    ['og:type', 'profile'],
  ]) {
    expect(html).toContain(`<meta property="${property}" content="${content}"/>`);
  }
  expect(html).toMatch(/<meta property="og:url" content="http[^"]+\/user\/[^"]+"\/>/);
  expect(html).toMatch(/<meta property="og:image" content="http[^"]+"\/>/);
});

test('the own profile offers editing and adding a service', phoneOnly, async ({ page }) => {
  const person = await signInAs(page, 'Dona da Casa');
  await page.goto(`/user/${person.username}`);
  await expect(page.getByText('Seu mural está em branco.')).toBeVisible();
  await expect(more(page)).toHaveCount(0);
  await expect(call(page)).toHaveCount(0);
  await expectAccessible(page);
  const header = page.getByTestId('profile-header');
  await expect(header.getByRole('link', { name: 'Adicionar serviço' })).toHaveAttribute(
    'href',
    /\?novo=servico$/,
  );
  await header.getByRole('link', { name: 'Editar perfil' }).click();
  await expect(page).toHaveURL('/user/settings');
});

test('an unknown username is a 404 page', desktopOnly, async ({ page, allowConsole }) => {
  allowConsole(/404/);
  const answer = await page.goto('/user/ninguem.aqui');
  expect(answer?.status()).toBe(404);
  await expect(page.getByText('404')).toBeVisible();
});

test(
  'a private profile shows only name, photo and badges, except to its owner',
  desktopOnly,
  async ({ page }) => {
    const person = await signInOverApi(page.request, 'Discreta');
    await publishService(page.request, person, { title: 'Só para quem conhece' });
    await change(page, person, { bio: 'Segredo.', privacy: 'private' });
    await page.goto(`/user/${person.username}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Discreta' })).toBeVisible();
    await expect(page.getByText('Este perfil é privado.')).toBeVisible();
    await expect(page.getByText('Segredo.')).toHaveCount(0);
    await expect(page.getByText('Só para quem conhece')).toHaveCount(0);
    await expect(call(page)).toHaveCount(0);
    await expectAccessible(page);
    await keepSession(page, person);
    await page.goto(`/user/${person.username}`);
    await expect(page.getByText('Segredo.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Só para quem conhece' })).toBeVisible();
    await expect(tab(page, 'Serviços')).toBeVisible();
  },
);

test('a long list is loaded page by page', desktopOnly, async ({ page }) => {
  const seller = await signInOverApi(page.request, 'Muita Ficha');
  for (let count = 1; count <= 13; count += 1)
    await publishService(page.request, seller, { title: `Ficha ${count}` });
  await page.goto(`/user/${seller.username}`);
  const titles = page.getByRole('link', { name: /^Ficha \d+$/ });
  await expect(titles).toHaveCount(12);
  await page.getByRole('button', { name: 'Carregar mais' }).click();
  await expect(titles).toHaveCount(13);
  await expect(page.getByRole('button', { name: 'Carregar mais' })).toHaveCount(0);
});

test('only members can report and call from a profile', desktopOnly, async ({ page }) => {
  const person = await signInOverApi(page.request, 'Quem Atende');
  await page.goto(`/user/${person.username}`);
  await choose(page, 'Denunciar');
  await expect(toastOf(page)).toContainText('Erro');
  await expect(toastOf(page)).toContainText('Você precisa estar logado para enviar uma denúncia.');
  await call(page).click();
  await expect(page).toHaveURL('/login');
  await signInAs(page, 'Quem Liga');
  await page.goto(`/user/${person.username}`);
  await page.getByRole('button', { name: 'Ligar para Quem Atende' }).click();
  await expect(toastOf(page)).toContainText(
    'Você não tem o Discord ativo, vá nas configurações para ativar.',
  );
});

test(
  'a report is validated, keeps its text on failure, and is sent and confirmed',
  phoneOnly,
  async ({ page, allowConsole }) => {
    allowConsole(/429/);
    const person = await signInOverApi(page.request, 'TatuDePixel');
    const reporter = await signInAs(page, 'Quem Denuncia');
    await page.goto(`/user/${person.username}`);
    await choose(page, 'Denunciar');
    const dialog = page.getByRole('dialog', { name: 'Denunciar TatuDePixel' });
    await dialog.getByRole('button', { name: 'Enviar denúncia' }).click();
    await expect(dialog.getByText('Título da denúncia obrigatório')).toBeVisible();
    await expect(dialog.getByText('Descrição da denúncia obrigatória')).toBeVisible();
    await expectAccessible(page);
    await dialog.getByLabel('Título').fill('a'.repeat(101));
    await expect(dialog.getByText('Use no máximo 100 caracteres.')).toBeVisible();
    await dialog.getByLabel('Título').fill('Não apareceu');
    await dialog.getByLabel('Descrição').fill('Marcou e sumiu.');
    const error = 'Muitas tentativas. Aguarde um pouco e tente novamente.';
    await page.route('/email/send', (route) =>
      route.fulfill({ status: 429, json: { error, message: error } }),
    );
    await dialog.getByRole('button', { name: 'Enviar denúncia' }).click();
    await expect(toastOf(page)).toContainText('Erro ao enviar denúncia');
    await expect(toastOf(page)).toContainText(error);
    await expect(dialog.getByLabel('Título')).toHaveValue('Não apareceu');
    await page.unroute('/email/send');
    const sending = page.waitForRequest('/email/send');
    await dialog.getByRole('button', { name: 'Enviar denúncia' }).click();
    expect((await sending).postDataJSON()).toEqual({
      emailType: 'report',
      emailData: {
        title: 'Não apareceu',
        description: 'Marcou e sumiu.',
        reportedUserId: person.uid,
        reportedBy: reporter.uid,
        userId: reporter.uid,
      },
    });
    await expect(toastOf(page)).toContainText('Denúncia enviada');
    await expect(dialog).toBeHidden();
    await expect(more(page)).toBeFocused();
  },
);

test('sharing copies the link', desktopOnly, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const person = await signInOverApi(page.request, 'Compartilhada');
  await page.goto(`/user/${person.username}?aba=avaliacoes`);
  await choose(page, 'Compartilhar');
  await expect(toastOf(page)).toContainText('Link copiado');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(copied).pathname).toBe(`/user/${person.username}`);
});

test('feedback is sent from the side menu', phoneOnly, async ({ page }) => {
  const person = await signInAs(page, 'Tem Ideia');
  await page.goto('/termos');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByLabel('Feedback').fill('Queria filtrar por horário.');
  const sending = page.waitForRequest('/email/send');
  await page.getByRole('button', { name: 'Enviar feedback' }).click();
  expect((await sending).postDataJSON()).toEqual({
    emailType: 'feedback',
    emailData: {
      userName: person.username,
      feedbackMessage: 'Queria filtrar por horário.',
      userId: person.uid,
    },
  });
  await expect(toastOf(page)).toContainText('Feedback enviado');
});
