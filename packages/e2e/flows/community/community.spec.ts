import { passAgeCheck } from '../../support/adults.ts';
import { createHashtag, feedOf, openMenu, postCards, tagPage } from '../../support/feed.ts';
import { buyWithoutDiscord, publishService } from '../../support/market.ts';
import {
  asPerson,
  freshEmail,
  signInAs,
  signInOverApi,
  signInThroughPopup,
  TEAM_EMAIL,
} from '../../support/people.ts';
import { publishPost } from '../../support/posts.ts';
import {
  desktopOnly,
  expect,
  expectAccessible,
  isPhone,
  test,
  toastOf,
} from '../../support/test.ts';

const pageHeadingRole = { level: 1 } as const;

test('a visitor reads the community, and follows a hashtag and back', async ({ page }) => {
  const author = await signInOverApi(page.request, 'Puxa Assunto');
  const tag = createHashtag('Seleção');
  await publishPost(page.request, author, { title: 'Primeiro treino', hashtags: tag }, true);
  const post = postCards(page, `#${tag}`);
  // The page may be a few milliseconds older than the post.
  await expect(async () => {
    await page.goto('/community');
    await expect(post.getByAltText('Foto da publicação de Puxa Assunto')).toBeVisible({
      timeout: 5_000,
    });
  }).toPass();
  await expect(page.getByRole('heading', { name: 'Comunidade', ...pageHeadingRole })).toBeVisible();
  await expectAccessible(page);
  await post.getByRole('link', { name: `#${tag}` }).click();
  await expect(
    page.getByRole('heading', { name: `#${tag.replace('çã', 'ca')}`.toLowerCase() }),
  ).toBeVisible();
  await expect(postCards(page)).toHaveCount(1);
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: 'Comunidade' }).click();
  await expect(page).toHaveURL('/community');
});

test(
  'pages are complete before any script runs, each with one address',
  desktopOnly,
  async ({ request }) => {
    const author = await signInOverApi(request, 'Lê Sem Script');
    const tag = createHashtag();
    await publishPost(request, author, { title: `Título de ${tag}`, hashtags: `#${tag}` });
    const communityHtml = await (await request.get('/community?novo=recado')).text();
    expect(communityHtml).toContain('<title>Comunidade · Guilda</title>');
    expect(communityHtml).toMatch(/rel="canonical" href="[^"?]+\/community"/);
    const capitalTagHtml = await (await request.get(tagPage(tag.toUpperCase()))).text();
    expect(capitalTagHtml).toContain(`Título de ${tag}`);
    expect(capitalTagHtml).toContain(`/community?hashtag=${tag}"`);
    expect(capitalTagHtml).not.toContain('noindex');
    const unusedTagResponse = await request.get(tagPage(createHashtag()));
    expect(unusedTagResponse.status()).toBe(200);
    expect(await unusedTagResponse.text()).toContain('noindex');
    for (const query of ['hashtag=%23%23', `hashtag=${'x'.repeat(300)}`, 'hashtag=', 'q=a%26b'])
      expect((await request.get(`/community?${query}`)).status(), query).toBe(200);
  },
);

test(
  'a hashtag or search text without posts says so and offers a way on',
  desktopOnly,
  async ({ page }) => {
    await page.goto(tagPage(createHashtag()));
    await expect(page.getByRole('heading', { name: 'Ninguém falou disso ainda' })).toBeVisible();
    await expectAccessible(page);
    const word = createHashtag('nada');
    await page.goto(`/community?q=${word}`);
    await expect(page.getByRole('heading', { name: `Publicações com “${word}”` })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Ver a comunidade' }).click();
    await expect(page).toHaveURL('/community');
  },
);

test('the week’s topics are beside the feed, or above it on phones', async ({ page }) => {
  await page.route('**/api/social/hashtags', (route) =>
    route.fulfill({ json: { hashtags: [{ name: 'Desenho', tag: 'desenho', posts: 214 }] } }),
  );
  await signInAs(page, 'Segue Assuntos');
  await page.goto('/');
  await page
    .getByRole('navigation', { name: isPhone(page) ? 'Atalhos' : 'Principal' })
    .getByRole('link', { name: 'Comunidade' })
    .click();
  await expect(page).toHaveURL('/community');
  const topics = page.getByLabel('Assuntos da semana').filter({ visible: true });
  if (isPhone(page)) {
    await expect(page.getByRole('region', { name: 'Quem está à mesa' })).toBeHidden();
  }
  await expectAccessible(page);
  await topics.getByRole('link', { name: '#Desenho' }).click();
  await expect(page.getByRole('heading', { name: '#desenho', ...pageHeadingRole })).toBeVisible();
});

test(
  'a visitor who likes a post signs in and returns to the community',
  desktopOnly,
  async ({ page }) => {
    const author = await signInOverApi(page.request, 'Espera Curtida');
    const tag = createHashtag();
    await publishPost(page.request, author, { hashtags: tag });
    const email = freshEmail('curte');
    await signInOverApi(page.request, 'Curte Tudo', email);
    await page.goto(tagPage(tag));
    const likeButton = postCards(page).getByRole('button', { name: /^Curtir/ });
    await likeButton.click();
    await expect(page).toHaveURL('/login');
    await signInThroughPopup(page, 'Curte Tudo', email);
    await expect(page).toHaveURL(tagPage(tag));
    await likeButton.click();
    await expect(likeButton).toHaveAttribute('aria-pressed', 'true');
    await expect(likeButton).toHaveAccessibleName('Curtir, 1 curtida');
  },
);

test(
  'text and picture of each post for adults are covered until the reader uncovers them',
  desktopOnly,
  async ({ page }) => {
    const author = await signInOverApi(page.request, 'Publica Adulto');
    await passAgeCheck(page.request, author);
    const tag = createHashtag();
    const postFields = { hashtags: tag, sensitive: 'true' };
    await publishPost(page.request, author, { title: 'Ensaio um', ...postFields }, true);
    await publishPost(page.request, author, { title: 'Ensaio dois', ...postFields });
    await page.goto(tagPage(tag));
    await expect(page.getByText('Ninguém falou disso ainda')).toBeVisible();

    const reader = await signInAs(page, 'Lê Adulto');
    await passAgeCheck(page.request, reader);
    await page.goto(tagPage(tag));
    const revealButtons = feedOf(page).getByRole('button', { name: 'Conteúdo sensível' });
    await expect(revealButtons).toHaveCount(2);
    await expect(page.getByRole('heading', { name: 'Ensaio um' })).toHaveCount(0);
    await expectAccessible(page);
    await revealButtons.last().focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Ensaio um' })).toBeVisible();
    const picture = page.getByAltText('Foto da publicação de Publica Adulto');
    await picture.evaluate((image: HTMLImageElement) => image.decode());
    await expect(revealButtons).toHaveCount(1);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Ensaio um' })).toBeFocused();
  },
);

test(
  'an author without an age check may only delete a post for adults',
  desktopOnly,
  async ({ page }) => {
    const author = await signInAs(page, 'Perde Verificação');
    const tag = createHashtag();
    const uid = await publishPost(page.request, author, { title: 'Vai marcada', hashtags: tag });
    const admin = await signInOverApi(page.request, 'Equipe', TEAM_EMAIL);
    const response = await page.request.patch(`/api/admin/posts/${uid}`, {
      headers: asPerson(admin),
      data: { sensitive: true, reason: 'É para adultos.' },
    });
    expect(response.status(), await response.text()).toBe(204);
    await page.goto('/community');
    const adultPostCard = postCards(page, 'Só quem verificou a idade vê esta publicação.').first();
    await expect(adultPostCard.getByRole('link', { name: 'Verificar idade' })).toBeVisible();
    await expect(adultPostCard.getByRole('button', { name: /^Curtir/ })).toHaveCount(0);
    await expectAccessible(page);
    await openMenu(adultPostCard);
    await page.getByRole('menuitem', { name: 'Excluir' }).click();
    await page.getByRole('button', { name: 'Excluir publicação' }).click();
    await expect(adultPostCard).toHaveCount(0);
  },
);

test(
  'the team hides a post with a reason that its author reads',
  desktopOnly,
  async ({ page, browser }) => {
    const author = await signInAs(page, 'Passa do Ponto');
    const tag = createHashtag();
    await publishPost(page.request, author, { title: 'Fora do tom', hashtags: tag });
    const context = await browser.newContext();
    const adminPage = await context.newPage();
    await signInAs(adminPage, 'Equipe', TEAM_EMAIL);
    await adminPage.goto(tagPage(tag));
    await openMenu(postCards(adminPage));
    await adminPage.getByRole('menuitem', { name: 'Moderar' }).click();
    const dialog = adminPage.getByRole('dialog', { name: 'Moderar publicação de Passa do Ponto' });
    await dialog.getByRole('button', { name: 'Moderar' }).click();
    await expect(dialog.getByText('Escolha o que fazer.')).toBeVisible();
    await expect(dialog.getByText('Motivo obrigatório')).toBeVisible();
    await dialog.getByRole('radio', { name: /^Esconder/ }).check();
    await expectAccessible(adminPage);
    await dialog.getByLabel('Motivo', { exact: true }).fill('Ofende quem lê.');
    await dialog.getByRole('button', { name: 'Esconder' }).click();
    await expect(toastOf(adminPage)).toContainText('Foi escondido');
    await expect(
      postCards(adminPage).getByText('Esta publicação foi ocultada pela equipe.'),
    ).toBeVisible();
    await page.goto(tagPage(tag));
    await expect(
      postCards(page).getByText('Esta publicação foi ocultada pela equipe.'),
    ).toBeVisible();
    await expect(postCards(page).getByText('Ofende quem lê.')).toBeVisible();
    await expectAccessible(page);
    await openMenu(postCards(adminPage));
    await adminPage.getByRole('menuitem', { name: 'Moderar' }).click();
    await dialog.getByRole('radio', { name: /^Mostrar de novo/ }).check();
    await dialog.getByRole('button', { name: 'Olhamos de novo e você tem razão.' }).click();
    await dialog.getByRole('button', { name: 'Mostrar de novo' }).click();
    await expect(toastOf(adminPage)).toContainText('Está visível de novo');
    await expect(
      postCards(adminPage).getByText('Esta publicação foi ocultada pela equipe.'),
    ).toHaveCount(0);
    await context.close();
  },
);

test(
  'a post is reported from its menu, and the service it points at is bought from there',
  desktopOnly,
  async ({ page }) => {
    const seller = await signInOverApi(page.request, 'Vende na Praça');
    const { id: serviceId } = await publishService(page.request, seller, {
      title: 'Aula de traço',
    });
    const tag = createHashtag();
    const uid = await publishPost(page.request, seller, { hashtags: tag, serviceId });
    await signInAs(page, 'Compra na Praça');
    await page.goto(tagPage(tag));
    await openMenu(postCards(page));
    await expectAccessible(page);
    await page.getByRole('menuitem', { name: 'Denunciar' }).click();
    const dialog = page.getByRole('dialog', { name: 'Denunciar publicação de Vende na Praça' });
    await dialog.getByLabel('Título').fill('Ofensa');
    await dialog.getByLabel('Descrição').fill('Ofende quem lê.');
    const reportRequest = page.waitForRequest('**/email/send');
    await dialog.getByRole('button', { name: 'Enviar denúncia' }).click();
    expect((await reportRequest).postDataJSON().emailData.reportedPostId).toBe(uid);
    await expect(toastOf(page)).toContainText('Denúncia enviada');
    await expect(dialog).toBeHidden();

    const card = postCards(page).getByLabel('Serviço: Aula de traço');
    await expect(card).toContainText('Grátis');
    await expectAccessible(page);
    await buyWithoutDiscord(page, card.getByRole('button', { name: 'Contratar' }));
    await expect(page).toHaveURL(/\/success\?payment=/);
  },
);
