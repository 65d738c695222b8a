import type { Page } from '@playwright/test';
import { signInAs, signInOverApi } from '../support/people.ts';
import { commentOn, publishPost } from '../support/posts.ts';
import {
  desktopOnly,
  expect,
  expectAccessible,
  phoneOnly,
  test,
  toastOf,
} from '../support/test.ts';

const field = (page: Page) => page.getByRole('textbox', { name: 'Comentar' });
const send = (page: Page) => page.getByRole('button', { name: 'Comentar', exact: true });
const count = (page: Page, name: string) => page.getByRole('heading', { level: 2, name });
const comments = (page: Page) => page.locator('#comentarios div > ul > [data-ui="comment"]');
const onTheWay = (page: Page) =>
  page.getByRole('list', { name: 'Seus comentários a caminho' }).getByRole('listitem');

/** Somebody signed in, on a post of somebody else's, under which its author has written before. */
async function onPost(page: Page, comments: readonly string[] = []) {
  const author = await signInOverApi(page.request, 'Zefa Veloz');
  const uid = await publishPost(page.request, author, { description: 'Onze horas de vetor.' });
  for (const text of comments) await commentOn(page.request, author, uid, text);
  const reader = await signInAs(page, 'Dona Crit');
  await page.goto(`/post/${uid}`);
  // Once it is there the page is alive: the server writes none.
  await expect(field(page)).toBeVisible();
  return { author, uid, reader };
}

test('a comment is checked, sent once and shown at once', phoneOnly, async ({ page }) => {
  await onPost(page);
  await expect(count(page, 'Nenhum comentário ainda')).toBeVisible();
  await send(page).click();
  await expect(page.getByText('Comentário obrigatório')).toBeVisible();
  await expect(field(page)).toBeFocused();
  await expectAccessible(page);
  await field(page).fill('a'.repeat(501));
  await expect(page.getByText('501/500')).toBeVisible();
  await expect(page.getByText('Use no máximo 500 caracteres.')).toBeVisible();
  await field(page).fill('   ');
  await expect(page.getByText('Comentário obrigatório')).toBeVisible();
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const sent: string[] = [];
  await page.route('/api/social/comment/*/', async (route) => {
    if (route.request().method() === 'POST') {
      sent.push(route.request().headers()['idempotency-key'] ?? '');
      await held;
    }
    await route.continue();
  });
  await field(page).fill('Ficou linda!\nhttps://exemplo.com/a');
  await expect(page.getByText('34/500')).toBeVisible();
  await send(page).dblclick();
  await expect(onTheWay(page)).toHaveText(/Dona Crit.*Enviando….*Ficou linda!/s);
  await expect(field(page)).toHaveValue('');
  await expect(page.getByText('Comentário obrigatório')).toHaveCount(0);
  answer();
  await expect(onTheWay(page)).toHaveCount(0);
  await expect(comments(page)).toHaveText(/Dona Crit.*Ficou linda!/s);
  await expect(count(page, '1 comentário')).toBeVisible();
  await expect(page.locator('[data-ui="post-actions"]')).toContainText('1');
  expect(sent).toHaveLength(1);
  expect(sent[0]).not.toBe('');
  await expectAccessible(page);
  await page.reload();
  await expect(comments(page)).toHaveCount(1);
  await expect(field(page)).toHaveValue('');
});

test(
  'a comment that fails waits for another try, through a reload; a refused one is given up',
  desktopOnly,
  async ({ page, allowConsole }) => {
    allowConsole(/ERR_FAILED|403|500/);
    const { uid } = await onPost(page);
    let lose: 'request' | 'answer' | 'nothing' = 'request';
    await page.route('/api/social/comment/*/', async (route) => {
      if (route.request().method() !== 'POST' || lose === 'nothing') return route.continue();
      if (lose === 'answer') await route.fetch();
      return route.abort();
    });
    await field(page).fill('Chegou?');
    await field(page).press('Control+Enter');
    await expect(toastOf(page)).toContainText('Erro ao adicionar comentário');
    await expect(onTheWay(page)).toContainText('Não foi enviado.');
    await expectAccessible(page);
    lose = 'answer';
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await expect(onTheWay(page)).toContainText('Não foi enviado.');
    lose = 'nothing';
    await page.reload();
    await expect(onTheWay(page)).toContainText('Chegou?');
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await expect(onTheWay(page)).toHaveCount(0);
    await expect(comments(page)).toHaveCount(1);
    await page.goto(`/post/${uid}`);
    await expect(comments(page)).toHaveCount(1);
    await expect(count(page, '1 comentário')).toBeVisible();

    // The server's own words where it refuses.
    const message = 'Não é possível interagir com esta pessoa.';
    await page.unroute('/api/social/comment/*/');
    await page.route('/api/social/comment/*/', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({
            status: 403,
            json: { error: message, message, code: 'blocked', requestId: 'r' },
          })
        : route.continue(),
    );
    await field(page).fill('Oi');
    await send(page).click();
    await expect(toastOf(page)).toContainText(message);
    await page.getByRole('button', { name: 'Descartar' }).click();
    await expect(onTheWay(page)).toHaveCount(0);
    await page.reload();
    await expect(field(page)).toBeVisible();
    await expect(onTheWay(page)).toHaveCount(0);
  },
);

test(
  'what was typed is there again after a reload, for that post',
  desktopOnly,
  async ({ page }) => {
    const { author, uid } = await onPost(page);
    const other = await publishPost(page.request, author, { title: 'Outra' });
    await field(page).fill('Estou no meio da fra');
    await page.reload();
    await expect(field(page)).toHaveValue('Estou no meio da fra');
    await expect(page.getByText('20/500')).toBeVisible();
    await page.goto(`/post/${other}`);
    await expect(field(page)).toHaveValue('');
    await signInAs(page, 'Outra Pessoa');
    await page.goto(`/post/${uid}`);
    await expect(field(page)).toHaveValue('');
  },
);

test('older comments come page by page', desktopOnly, async ({ page }) => {
  test.slow();
  await onPost(
    page,
    Array.from({ length: 43 }, (_, at) => `Comentário número ${at + 1}`),
  );
  await expect(count(page, '43 comentários')).toBeVisible();
  await expect(comments(page)).toHaveCount(20);
  await expect(comments(page).first()).toContainText('número 43');
  const more = page.getByRole('button', { name: 'Carregar mais comentários' });
  await more.focus();
  await page.keyboard.press('Enter');
  await expect(comments(page)).toHaveCount(40);
  await expect(comments(page).nth(20).getByRole('link', { name: 'Zefa Veloz' })).toBeFocused();
  await more.click();
  await expect(comments(page)).toHaveCount(43);
  await expect(comments(page).last()).toContainText('número 1');
  await expect(more).toHaveCount(0);
});

test(
  'what another writes is counted and offered, the page stays where it is',
  phoneOnly,
  async ({ page }) => {
    test.slow();
    const { uid } = await onPost(
      page,
      Array.from({ length: 6 }, (_, at) => `Antes ${at + 1}`),
    );
    await expect(comments(page)).toHaveCount(6);
    const writer = await signInOverApi(page.request, 'Tatu Pixel');
    await comments(page).nth(3).scrollIntoViewIfNeeded();
    const before = await comments(page).nth(3).boundingBox();
    for (const text of ['Primeira nova', 'Segunda nova']) {
      await commentOn(page.request, writer, uid, text);
    }
    const offer = page.getByRole('button', { name: '2 novos comentários' });
    await expect(offer).toBeVisible({ timeout: 15_000 });
    await expect(count(page, '8 comentários')).toBeAttached();
    await expect(comments(page)).toHaveCount(6);
    expect((await comments(page).nth(3).boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0);
    await offer.click();
    await expect(comments(page)).toHaveCount(8);
    await expect(comments(page).first()).toContainText('Segunda nova');
    await expect(comments(page).first().getByRole('link', { name: 'Tatu Pixel' })).toBeFocused();
    await expect(comments(page).first()).toBeInViewport();
    await expect(offer).toHaveCount(0);
    await expectAccessible(page);
  },
);

test('an own comment is deleted, another’s is reported', phoneOnly, async ({ page }) => {
  const { author, uid, reader } = await onPost(page);
  const theirs = await commentOn(page.request, author, uid, 'De quem publicou');
  await commentOn(page.request, reader, uid, 'Meu comentário');
  await page.reload();
  await page.getByRole('button', { name: 'Mais opções do comentário de Dona Crit' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Excluir']);
  await page.getByRole('menuitem', { name: 'Excluir' }).click();
  const asked = page.getByRole('alertdialog', { name: 'Excluir este comentário?' });
  await expectAccessible(page);
  await asked.getByRole('button', { name: 'Excluir comentário' }).click();
  await expect(toastOf(page)).toContainText('Comentário excluído');
  await expect(comments(page)).toHaveText([/De quem publicou/]);
  await expect(count(page, '1 comentário')).toBeFocused();
  await page.getByRole('button', { name: 'Mais opções do comentário de Zefa Veloz' }).click();
  await page.getByRole('menuitem', { name: 'Denunciar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Denunciar comentário de Zefa Veloz' });
  await dialog.getByLabel('Título').fill('Ofensa');
  await dialog.getByLabel('Descrição').fill('Isso não se diz.');
  const sent = page.waitForRequest('**/email/send');
  await dialog.getByRole('button', { name: 'Enviar denúncia' }).click();
  expect((await sent).postDataJSON().emailData).toMatchObject({ reportedCommentId: theirs });
  await expect(toastOf(page)).toContainText('Denúncia enviada');
});

test('commenting, liking and deleting take a keyboard alone', desktopOnly, async ({ page }) => {
  await onPost(page);
  const until = async (name: RegExp) => {
    for (let times = 0; times < 40; times += 1) {
      await page.keyboard.press('Tab');
      const label = await page.evaluate(() => {
        const active = document.activeElement;
        return active?.getAttribute('aria-label') || active?.textContent || active?.tagName;
      });
      if (label && name.test(label)) return;
    }
    throw new Error(`nothing called ${name} in reach`);
  };
  await until(/^Curtir, 0/);
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Curtir, 1 curtida' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await field(page).focus();
  await page.keyboard.type('Pelo teclado');
  await page.keyboard.press('Tab');
  await expect(send(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(comments(page)).toHaveCount(1);
  await expect(field(page)).toBeFocused();
  await until(/^Mais opções do comentário/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Excluir' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await until(/^Excluir comentário$/);
  await page.keyboard.press('Enter');
  await expect(comments(page)).toHaveCount(0);
  await expect(count(page, 'Nenhum comentário ainda')).toBeFocused();
});

test('the feed counts what was written on a post’s page', desktopOnly, async ({ page }) => {
  const author = await signInOverApi(page.request, 'Zefa Veloz');
  const tag = `volta${Date.now()}`;
  await publishPost(page.request, author, { title: 'Da lista', hashtags: tag });
  await signInAs(page, 'Dona Crit');
  await page.goto(`/community?hashtag=${tag}`);
  const card = page.getByRole('article').filter({ hasText: 'Da lista' });
  await expect(card.locator('[data-ui="post-actions"]')).toContainText('0 comentários');
  await card.getByRole('link', { name: 'Da lista' }).click();
  await field(page).fill('Vim da lista');
  await field(page).press('Control+Enter');
  await expect(comments(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Curtir, 0 curtidas' }).click();
  await expect(page.getByRole('button', { name: 'Curtir, 1 curtida' })).toBeVisible();
  await page.goBack();
  await expect(card.locator('[data-ui="post-actions"]')).toContainText('1 comentário');
  await expect(card.getByRole('button', { name: 'Curtir, 1 curtida' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});
