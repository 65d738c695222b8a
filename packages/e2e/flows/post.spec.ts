import type { Page } from '@playwright/test';
import { passAgeCheck } from '../support/adults.ts';
import { publishService } from '../support/market.ts';
import {
  asPerson,
  signInAs,
  signInOverApi,
  signInThroughPopup,
  TEAM_EMAIL,
} from '../support/people.ts';
import { commentOn, publishPost } from '../support/posts.ts';
import {
  desktopOnly,
  expect,
  expectAccessible,
  phoneOnly,
  test,
  toastOf,
} from '../support/test.ts';

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name });

test('a visitor reads a post without a single script', desktopOnly, async ({ page, browser }) => {
  const author = await signInOverApi(page.request, 'Zefa Veloz');
  const reader = await signInOverApi(page.request, 'Dona Crit');
  const description = 'Onze horas de vetor.\nVeja em https://exemplo.com/capita_(1).';
  const uid = await publishPost(page.request, author, { description, hashtags: 'desenho' }, true);
  await commentOn(page.request, reader, uid, 'Ficou linda. http://exemplo.com/x, viu?');
  const plain = await browser.newContext({ javaScriptEnabled: false });
  const still = await plain.newPage();
  await still.goto(`/post/${uid}`);
  await expect(heading(still, 'Terminei o retrato')).toBeVisible();
  const link = still.getByRole('link', { name: 'https://exemplo.com/capita_(1)', exact: true });
  await expect(link).toHaveAttribute('href', 'https://exemplo.com/capita_(1)');
  await expect(link).toHaveAttribute('rel', 'nofollow noopener ugc');
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(still.getByRole('link', { name: '#desenho' })).toHaveAttribute(
    'href',
    '/community?hashtag=desenho',
  );
  await expect(still.getByRole('heading', { name: '1 comentário' })).toBeVisible();
  await expect(
    still.getByRole('link', { name: 'http://exemplo.com/x', exact: true }),
  ).toBeVisible();
  await still.getByRole('link', { name: 'Entre para comentar' }).click();
  await expect(still).toHaveURL('/login');
  await plain.close();
});

test('a link to a post tells what it leads to', desktopOnly, async ({ page, baseURL }) => {
  const author = await signInOverApi(page.request, 'Zefa Veloz');
  const uid = await publishPost(page.request, author, {
    description: 'Onze horas\nde vetor.',
    hashtags: 'desenho #Vetor',
  });
  await page.goto(`/post/${uid}`);
  await expect(page).toHaveTitle('Terminei o retrato · Guilda');
  const meta = (name: string) =>
    page.locator(`meta[property="${name}"], meta[name="${name}"]`).first().getAttribute('content');
  const address = new URL(`/post/${uid}`, baseURL).href;
  expect(await meta('og:title')).toBe('Terminei o retrato');
  expect(await meta('og:type')).toBe('article');
  expect(await meta('description')).toBe('Onze horas de vetor. #desenho #Vetor');
  expect(await meta('og:url')).toBe(address);
  expect(await meta('twitter:card')).toBe('summary_large_image');
  expect(await meta('og:image:alt')).toBe('Terminei o retrato, de Zefa Veloz');
  const picture = await page.request.get((await meta('og:image')) ?? '');
  expect(picture.headers()['content-type']).toBe('image/png');
  expect(await meta('article:published_time')).toMatch(/^\d{4}-\d\d-\d\dT/);
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', address);
  const untitled = await publishPost(page.request, author, { title: '', description: 'Só texto' });
  await page.goto(`/post/${untitled}`);
  await expect(page).toHaveTitle('Publicação de Zefa Veloz · Guilda');
  await expect(heading(page, 'Publicação de Zefa Veloz')).toBeAttached();
});

test(
  'a post that is gone, or never was, is no page',
  desktopOnly,
  async ({ page, allowConsole }) => {
    allowConsole(/404/);
    const author = await signInOverApi(page.request, 'Zefa Veloz');
    const uid = await publishPost(page.request, author);
    const gone = await page.request.delete(`/api/social/post/${uid}`, {
      headers: asPerson(author),
    });
    expect(gone.status()).toBe(204);
    for (const address of [`/post/${uid}`, '/post/nada']) {
      const answer = await page.goto(address);
      expect(answer?.status()).toBe(404);
      await expect(heading(page, 'Faltou um ladrilho aqui.')).toBeVisible();
    }
  },
);

test(
  'a post for adults shows the gate, its author a shell to delete',
  phoneOnly,
  async ({ page, allowConsole }) => {
    allowConsole(/403/);
    const author = await signInAs(page, 'Zefa Veloz');
    const texts = { description: 'Segredo de adulto', sensitive: 'true' };
    const uid = await publishPost(page.request, author, texts);
    const visitor = await page.request.get(`/post/${uid}`);
    expect(visitor.status()).toBe(403);
    expect(await visitor.text()).not.toContain('Segredo de adulto');
    await page.goto(`/post/${uid}`);
    await expect(page.getByText('Só quem verificou a idade vê esta publicação.')).toBeVisible();
    await expect(page.getByText('Segredo de adulto')).toHaveCount(0);
    await expect(page.getByRole('textbox')).toHaveCount(0);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Mais opções da publicação de Zefa Veloz' }).click();
    await page.getByRole('menuitem', { name: 'Excluir' }).click();
    await page.getByRole('button', { name: 'Excluir publicação' }).click();
    await expect(toastOf(page)).toContainText('Publicação excluída');
  },
);

test(
  'a checked adult sees a post for adults once they ask for it',
  desktopOnly,
  async ({ page, allowConsole }) => {
    allowConsole(/403/);
    const author = await signInOverApi(page.request, 'Zefa Veloz');
    const texts = { description: 'Segredo de adulto', sensitive: 'true' };
    const uid = await publishPost(page.request, author, texts);
    const reader = await signInAs(page, 'Gente Grande');
    await page.goto(`/post/${uid}`);
    await expect(heading(page, 'Só para maiores de 18')).toBeVisible();
    await passAgeCheck(page.request, reader);
    await page.reload();
    await page.getByRole('button', { name: /Conteúdo sensível/ }).click();
    await expect(page.getByText('Segredo de adulto')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Comentar' })).toBeVisible();
  },
);

test('a ficha that a post points at is bought from there', desktopOnly, async ({ page }) => {
  test.slow();
  const author = await signInOverApi(page.request, 'Vende Bem');
  const { id } = await publishService(page.request, author, {
    title: 'Retrato em vetor',
    price: '120',
  });
  const uid = await publishPost(page.request, author, { serviceId: id });
  await signInAs(page, 'Compra Bem');
  await page.goto(`/post/${uid}`);
  await expect(
    page.getByRole('link', { name: 'Retrato em vetor' }).filter({ visible: true }),
  ).toHaveCount(1);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Contratar' }).filter({ visible: true }).click();
  await expect(heading(page, 'Fechar a comanda')).toBeVisible();
  await page.waitForLoadState();
  await page.getByRole('button', { name: 'Simular pagamento aprovado' }).click();
  await expect(page).toHaveURL(/\/success\?payment=/);
  await expect(page.getByText('Pagamento confirmado. Agora é com Vende Bem')).toBeVisible();
});

test(
  'who published without a ficha on it is still found selling',
  desktopOnly,
  async ({ page }) => {
    const author = await signInOverApi(page.request, 'Vende Bem');
    await publishService(page.request, author, { title: 'A mais antiga' });
    await publishService(page.request, author, { title: 'A mais nova' });
    const uid = await publishPost(page.request, author);
    await page.goto(`/post/${uid}`);
    const side = page.getByRole('complementary', { name: 'Quem publicou' });
    await expect(side.getByRole('link', { name: 'A mais nova' })).toBeVisible();
    await expect(side.getByText('A mais antiga')).toHaveCount(0);
    await side.getByRole('link', { name: 'Ver perfil' }).click();
    await expect(page).toHaveURL(`/user/${author.username}`);
  },
);

test('a visitor signs in from a post and is back on it', desktopOnly, async ({ page }) => {
  const author = await signInOverApi(page.request, 'Zefa Veloz');
  const uid = await publishPost(page.request, author);
  await page.goto(`/post/${uid}`);
  await expect(page.getByRole('heading', { name: 'Nenhum comentário ainda' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Entre para comentar' }).click();
  const email = `volta.${uid}@journeys.example`;
  await signInOverApi(page.request, 'Volta Ja', email);
  await signInThroughPopup(page, 'Volta Ja', email);
  await expect(page).toHaveURL(`/post/${uid}`);
  await expect(page.getByRole('textbox', { name: 'Comentar' })).toBeVisible();
});

test(
  'what the team hid is there for its author alone, with the reason; an own post is deleted',
  desktopOnly,
  async ({ page, allowConsole }) => {
    allowConsole(/404/);
    const author = await signInAs(page, 'Zefa Veloz');
    const team = await signInOverApi(page.request, 'Equipe', TEAM_EMAIL);
    const uid = await publishPost(page.request, author);
    const hidden = await page.request.patch(`/api/admin/posts/${uid}`, {
      headers: asPerson(team),
      data: { hidden: true, reason: 'Propaganda repetida' },
    });
    expect(hidden.status()).toBe(204);
    expect((await page.request.get(`/post/${uid}`)).status()).toBe(404);
    await page.goto(`/post/${uid}`);
    await expect(page.getByText('Esta publicação foi ocultada pela equipe.')).toBeVisible();
    await expect(page.getByText('Propaganda repetida')).toBeVisible();
    await expectAccessible(page);

    await page.goto(`/post/${await publishPost(page.request, author)}`);
    await page.getByRole('button', { name: 'Mais opções da publicação de Zefa Veloz' }).click();
    await page.getByRole('menuitem', { name: 'Excluir' }).click();
    await page.getByRole('button', { name: 'Excluir publicação' }).click();
    await expect(toastOf(page)).toContainText('Publicação excluída');
    await expect(page).toHaveURL('/community');
  },
);

test(
  'a menu out of reach leaves the page as it is; within reach a post is reported',
  desktopOnly,
  async ({ page, allowConsole }) => {
    allowConsole(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
    const author = await signInOverApi(page.request, 'Zefa Veloz');
    const uid = await publishPost(page.request, author);
    await signInAs(page, 'Sem Rede');
    await page.goto(`/post/${uid}`);
    await expect(page.locator('[data-ui="toasts"]')).toBeAttached();
    await page.context().setOffline(true);
    const more = page.getByRole('button', { name: 'Mais opções da publicação de Zefa Veloz' });
    await more.click();
    await expect(toastOf(page)).toContainText('Sem conexão com o servidor.');
    await expect(heading(page, 'Terminei o retrato')).toBeVisible();
    await page.context().setOffline(false);
    await more.click();
    await page.getByRole('menuitem', { name: 'Denunciar' }).click();
    const dialog = page.getByRole('dialog', { name: 'Denunciar publicação de Zefa Veloz' });
    await dialog.getByLabel('Título').fill('Propaganda');
    await dialog.getByLabel('Descrição').fill('Sempre a mesma.');
    const sent = page.waitForRequest('**/email/send');
    await dialog.getByRole('button', { name: 'Enviar denúncia' }).click();
    expect((await sent).postDataJSON().emailData).toMatchObject({
      reportedUserId: author.uid,
      reportedPostId: uid,
    });
    await expect(toastOf(page)).toContainText('Denúncia enviada');
  },
);

test('text in another direction keeps to itself', desktopOnly, async ({ page }) => {
  const author = await signInOverApi(page.request, 'דנה הציירת');
  const description = 'שלום לכולם https://exemplo.com/a';
  const uid = await publishPost(page.request, author, { title: 'ציור חדש', description });
  await page.goto(`/post/${uid}`);
  const title = heading(page, 'ציור חדש');
  await expect(title).toHaveCSS('direction', 'rtl');
  await expect(page.locator('[data-ui="post-text"]')).toHaveCSS('direction', 'rtl');
  const place = await title.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getBoundingClientRect().right - element.getBoundingClientRect().right;
  });
  expect(Math.abs(place)).toBeLessThan(2);
  await expect(page.getByRole('link', { name: 'https://exemplo.com/a' })).toHaveCSS(
    'unicode-bidi',
    'isolate',
  );
  // The time stays after the name, whatever way the name runs.
  const [name, badges] = await Promise.all([
    page.locator('[data-ui="post"] [data-ui="author-name"]').boundingBox(),
    page.locator('[data-ui="post"] [data-ui="badges"]').boundingBox(),
  ]);
  if (badges) expect(badges.x).toBeGreaterThan((name?.x ?? 0) + (name?.width ?? 0) - 1);
});
