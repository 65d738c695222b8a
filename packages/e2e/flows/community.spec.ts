import { passAgeCheck } from '../support/adults.ts';
import { feedOf, freshTag, openMenu, posts, tagPage } from '../support/feed.ts';
import { asPerson, signInAs, signInOverApi, TEAM_EMAIL } from '../support/people.ts';
import { publishPost } from '../support/posts.ts';
import { desktopOnly, expect, expectAccessible, isPhone, test, toastOf } from '../support/test.ts';

const heading = { level: 1 } as const;

test('the community is read by hashtags, the week’s topics beside it or above it on phones', async ({
  page,
}) => {
  await page.route('**/api/social/hashtags', (route) =>
    route.fulfill({ json: { hashtags: [{ name: 'Desenho', tag: 'desenho', posts: 214 }] } }),
  );
  await signInAs(page, 'Segue Assuntos');
  await page.goto('/');
  const author = await signInOverApi(page.request, 'Puxa Assunto');
  const tag = freshTag('Seleção');
  await publishPost(page.request, author, { title: 'Primeiro treino', hashtags: tag }, true);
  await page
    .getByRole('navigation', { name: isPhone(page) ? 'Atalhos' : 'Principal' })
    .getByRole('link', { name: 'Comunidade' })
    .click();
  await expect(page).toHaveURL('/community');
  await expect(page.getByRole('heading', { name: 'Comunidade', ...heading })).toBeVisible();
  if (isPhone(page)) {
    await expect(page.getByRole('region', { name: 'Quem está à mesa' })).toBeHidden();
  }
  const post = posts(page, `#${tag}`);
  await expect(post.getByAltText('Foto da publicação de Puxa Assunto')).toBeVisible();
  await expectAccessible(page);
  await post.getByRole('link', { name: `#${tag}` }).click();
  await expect(
    page.getByRole('heading', { name: `#${tag.replace('çã', 'ca')}`.toLowerCase() }),
  ).toBeVisible();
  await expect(posts(page)).toHaveCount(1);
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: 'Comunidade' }).click();
  await expect(page).toHaveURL('/community');
  const topics = page.getByLabel('Assuntos da semana').filter({ visible: true });
  await topics.getByRole('link', { name: '#Desenho' }).click();
  await expect(page.getByRole('heading', { name: '#desenho', ...heading })).toBeVisible();
});

test(
  'pages are whole before any script, each with one address',
  desktopOnly,
  async ({ request }) => {
    const author = await signInOverApi(request, 'Lê Sem Script');
    const tag = freshTag();
    await publishPost(request, author, { title: `Título de ${tag}`, hashtags: `#${tag}` });
    const whole = await (await request.get('/community?novo=recado')).text();
    expect(whole).toContain('<title>Comunidade · Guilda</title>');
    expect(whole).toMatch(/rel="canonical" href="[^"?]+\/community"/);
    const spelled = await (await request.get(tagPage(tag.toUpperCase()))).text();
    expect(spelled).toContain(`Título de ${tag}`);
    expect(spelled).toContain(`/community?hashtag=${tag}"`);
    expect(spelled).not.toContain('noindex');
    const unknown = await request.get(tagPage(freshTag()));
    expect(unknown.status()).toBe(200);
    expect(await unknown.text()).toContain('noindex');
    for (const query of ['hashtag=%23%23', `hashtag=${'x'.repeat(300)}`, 'hashtag=', 'q=a%26b'])
      expect((await request.get(`/community?${query}`)).status(), query).toBe(200);
  },
);

test(
  'what is for adults is shown to nobody unchecked, and to adults under a veil',
  desktopOnly,
  async ({ page, allowConsole }) => {
    allowConsole(/403/);
    const author = await signInOverApi(page.request, 'Publica Adulto');
    await passAgeCheck(page.request, author);
    const tag = freshTag();
    const texts = { description: 'Segredo de adulto', hashtags: tag, sensitive: 'true' };
    const uid = await publishPost(page.request, author, { title: 'Ensaio um', ...texts }, true);
    await publishPost(page.request, author, { title: 'Ensaio dois', ...texts });
    await page.goto(tagPage(tag));
    await expect(page.getByText('Ninguém falou disso ainda')).toBeVisible();
    await expectAccessible(page);

    const reader = await signInAs(page, 'Lê Adulto');
    await page.goto(`/post/${uid}`);
    await expect(page.getByRole('heading', { name: 'Só para maiores de 18' })).toBeVisible();
    await passAgeCheck(page.request, reader);
    await page.reload();
    await page.getByRole('button', { name: /Conteúdo sensível/ }).click();
    await expect(page.getByText('Segredo de adulto')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Comentar' })).toBeVisible();

    await page.goto(tagPage(tag));
    const veils = feedOf(page).getByRole('button', { name: 'Conteúdo sensível' });
    await expect(veils).toHaveCount(2);
    await expect(page.getByRole('heading', { name: 'Ensaio um' })).toHaveCount(0);
    await expectAccessible(page);
    await veils.last().focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Ensaio um' })).toBeVisible();
    const picture = page.getByAltText('Foto da publicação de Publica Adulto');
    await picture.evaluate((image: HTMLImageElement) => image.decode());
    await expect(veils).toHaveCount(1);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Ensaio um' })).toBeFocused();
  },
);

test(
  'an author whose age is not checked may only delete what the team marked for adults',
  desktopOnly,
  async ({ page, allowConsole }) => {
    allowConsole(/403/);
    const author = await signInAs(page, 'Perde Verificação');
    const texts = { title: 'Vai marcada', description: 'Segredo de adulto' };
    const uid = await publishPost(page.request, author, texts);
    const team = await signInOverApi(page.request, 'Equipe', TEAM_EMAIL);
    const marked = await page.request.patch(`/api/admin/posts/${uid}`, {
      headers: asPerson(team),
      data: { sensitive: true, reason: 'É para adultos.' },
    });
    expect(marked.status(), await marked.text()).toBe(204);
    const visitor = await page.request.get(`/post/${uid}`);
    expect(visitor.status()).toBe(403);
    expect(await visitor.text()).not.toContain('Segredo de adulto');
    await page.goto('/community');
    const shell = posts(page, 'Só quem verificou a idade vê esta publicação.').first();
    await expect(shell.getByRole('link', { name: 'Verificar idade' })).toBeVisible();
    await expect(shell.getByRole('button', { name: /^Curtir/ })).toHaveCount(0);
    await expectAccessible(page);

    await page.goto(`/post/${uid}`);
    await expect(page.getByText('Só quem verificou a idade vê esta publicação.')).toBeVisible();
    await expect(page.getByText('Segredo de adulto')).toHaveCount(0);
    await expect(page.getByRole('textbox')).toHaveCount(0);
    await expectAccessible(page);
    await openMenu(page.getByRole('main'));
    await page.getByRole('menuitem', { name: 'Excluir' }).click();
    await page.getByRole('button', { name: 'Excluir publicação' }).click();
    await expect(toastOf(page)).toContainText('Publicação excluída');
    await expect(page).toHaveURL('/community');
  },
);

test(
  'the team hides a post with a reason that its author alone reads',
  desktopOnly,
  async ({ page, browser }) => {
    const author = await signInAs(page, 'Passa do Ponto');
    const tag = freshTag();
    const uid = await publishPost(page.request, author, { title: 'Fora do tom', hashtags: tag });
    const context = await browser.newContext();
    const team = await context.newPage();
    await signInAs(team, 'Equipe', TEAM_EMAIL);
    await team.goto(tagPage(tag));
    await openMenu(posts(team));
    await team.getByRole('menuitem', { name: 'Moderar' }).click();
    const dialog = team.getByRole('dialog', { name: 'Moderar publicação de Passa do Ponto' });
    await dialog.getByRole('radio', { name: /^Esconder/ }).check();
    await expectAccessible(team);
    await dialog.getByLabel('Motivo', { exact: true }).fill('Ofende quem lê.');
    await dialog.getByRole('button', { name: 'Esconder' }).click();
    await expect(toastOf(team)).toContainText('Foi escondido');
    await expect(posts(team).getByText('Esta publicação foi ocultada pela equipe.')).toBeVisible();
    await context.close();

    expect((await page.request.get(`/post/${uid}`)).status()).toBe(404);
    for (const address of [tagPage(tag), `/post/${uid}`]) {
      await page.goto(address);
      await expect(page.getByText('Esta publicação foi ocultada pela equipe.')).toBeVisible();
      await expect(page.getByText('Ofende quem lê.')).toBeVisible();
      await expectAccessible(page);
    }
  },
);
