import type { Page } from '@playwright/test';
import { createHashtag, postCards, returnToTab, tagPage } from '../../support/feed.ts';
import { signInAs, signInOverApi } from '../../support/people.ts';
import { commentOn, publishPost } from '../../support/posts.ts';
import {
  desktopOnly,
  expect,
  expectAccessible,
  phoneOnly,
  test,
  toastOf,
} from '../../support/test.ts';

const commentField = (page: Page) => page.getByRole('textbox', { name: 'Comentar' });
const sendButton = (page: Page) => page.getByRole('button', { name: 'Comentar', exact: true });
const commentCountHeading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 2, name });
const commentRows = (page: Page) => page.locator('#comentarios div > ul > [data-ui="comment"]');
const unsentComments = (page: Page) =>
  page.getByRole('list', { name: 'Seus comentários a caminho' }).getByRole('listitem');

test(
  'a reader goes from the feed to a comment and back; a failed comment can be sent again and is deleted by keyboard',
  desktopOnly,
  async ({ page, allowConsole }) => {
    allowConsole(/ERR_FAILED/);
    const author = await signInOverApi(page.request, 'Zefa Veloz');
    const tag = createHashtag('volta');
    await publishPost(page.request, author, { title: 'Da lista', hashtags: tag });
    await signInAs(page, 'Dona Crit');
    await page.goto(tagPage(tag));
    const card = postCards(page, 'Da lista');
    await expect(card.locator('[data-ui="post-actions"]')).toContainText('0 comentários');
    await card.getByRole('link', { name: 'Da lista' }).click();
    await expect(commentCountHeading(page, 'Nenhum comentário ainda')).toBeVisible();
    await sendButton(page).click();
    await expect(page.getByText('Comentário obrigatório')).toBeVisible();
    await expectAccessible(page);
    await commentField(page).fill('Vim da lista');
    await commentField(page).press('Control+Enter');
    await expect(commentRows(page)).toHaveText(/Dona Crit.*Vim da lista/s);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Curtir, 0 curtidas' }).click();
    await expect(page.getByRole('button', { name: 'Curtir, 1 curtida' })).toBeVisible();
    await page.goBack();
    await expect(card.locator('[data-ui="post-actions"]')).toContainText('1 comentário');
    await expect(card.getByRole('button', { name: 'Curtir, 1 curtida' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await card.getByRole('link', { name: '1 comentário' }).click();
    await expect(commentRows(page)).toHaveCount(1);

    // The server has stored the comment, but the page gets no answer.
    let losesAnswer = true;
    await page.route('/api/social/comment/*/', async (route) => {
      if (route.request().method() !== 'POST' || !losesAnswer) return route.continue();
      await route.fetch();
      return route.abort();
    });
    await commentField(page).fill('Chegou?');
    await commentField(page).press('Control+Enter');
    await expect(toastOf(page)).toContainText('Erro ao adicionar comentário');
    await expect(unsentComments(page)).toContainText('Não foi enviado.');
    await expectAccessible(page);
    losesAnswer = false;
    await page.reload();
    await expect(unsentComments(page)).toContainText('Chegou?');
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await expect(unsentComments(page)).toHaveCount(0);
    await expect(commentRows(page)).toHaveCount(2);
    await page.reload();
    await expect(commentRows(page)).toHaveText([/Chegou\?/, /Vim da lista/]);
    await expect(commentCountHeading(page, '2 comentários')).toBeVisible();
    await expect(commentField(page)).toHaveValue('');
    await expect(unsentComments(page)).toHaveCount(0);

    await commentRows(page)
      .first()
      .getByRole('button', { name: 'Mais opções do comentário de Dona Crit' })
      .press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Excluir' })).toBeFocused();
    await page.keyboard.press('Enter');
    const confirmation = page.getByRole('alertdialog', { name: 'Excluir este comentário?' });
    await expect(confirmation).toBeVisible();
    await expectAccessible(page);
    await confirmation.getByRole('button', { name: 'Excluir comentário' }).press('Enter');
    await expect(toastOf(page)).toContainText('Comentário excluído');
    await expect(commentRows(page)).toHaveText([/Vim da lista/]);
    await expect(commentCountHeading(page, '1 comentário')).toBeFocused();
  },
);

test(
  'a comment of another person is counted and shown on request, and the page does not move',
  phoneOnly,
  async ({ page }) => {
    const author = await signInOverApi(page.request, 'Zefa Veloz');
    const uid = await publishPost(page.request, author, { description: 'Onze horas de vetor.' });
    for (let n = 1; n <= 6; n += 1) await commentOn(page.request, author, uid, `Antes ${n}`);
    await signInAs(page, 'Dona Crit');
    await page.goto(`/post/${uid}`);
    // The server does not render the comment field, so the page is hydrated once the field exists.
    await expect(commentField(page)).toBeVisible();
    await expect(commentRows(page)).toHaveCount(6);
    const otherAuthor = await signInOverApi(page.request, 'Tatu Pixel');
    await commentRows(page).nth(3).scrollIntoViewIfNeeded();
    const boxBefore = await commentRows(page).nth(3).boundingBox();
    for (const text of ['Primeira nova', 'Segunda nova']) {
      await commentOn(page.request, otherAuthor, uid, text);
    }
    await returnToTab(page);
    const newCommentsButton = page.getByRole('button', { name: '2 novos comentários' });
    await expect(newCommentsButton).toBeVisible();
    await expect(commentCountHeading(page, '8 comentários')).toBeAttached();
    await expect(commentRows(page)).toHaveCount(6);
    expect((await commentRows(page).nth(3).boundingBox())?.y).toBeCloseTo(boxBefore?.y ?? 0, 0);
    await newCommentsButton.click();
    await expect(commentRows(page)).toHaveCount(8);
    await expect(commentRows(page).first()).toContainText('Segunda nova');
    await expect(commentRows(page).first().getByRole('link', { name: 'Tatu Pixel' })).toBeFocused();
    await expect(commentRows(page).first()).toBeInViewport();
    await expect(newCommentsButton).toHaveCount(0);
    await expectAccessible(page);
  },
);
