import type { Page } from '@playwright/test';
import { asPerson, type SignedInPerson, signInAs } from '../../support/people.ts';
import {
  largePicture,
  markDocument,
  openPostPanel,
  photoInput,
  postPanel,
  publishButton,
  recordIdempotencyKeys,
  sendPostButton,
} from '../../support/post-panel.ts';
import { desktopOnly, expect, expectAccessible, test, toastOf } from '../../support/test.ts';

const CREATE_POST_URL = '**/api/social/post/';

/** Posts of this person, newest first. */
async function postsOf(page: Page, author: SignedInPerson): Promise<{ title: string }[]> {
  const answer = await page.request.get(`/api/social/posts?author=${author.uid}`, {
    headers: asPerson(author),
  });
  expect(answer.status(), await answer.text()).toBe(200);
  return (await answer.json()).posts;
}

/** Limits the upload rate to this many bytes per second, until the returned function is called. */
async function limitUpload(page: Page, bytesPerSecond: number) {
  const session = await page.context().newCDPSession(page);
  const setThroughput = (uploadThroughput: number) =>
    session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  await session.send('Network.enable');
  await setThroughput(bytesPerSecond);
  return () => setThroughput(-1);
}

test(
  'the upload of a photo can be cancelled; Back while sending closes the panel, and the post is still published',
  desktopOnly,
  async ({ page }) => {
    const author = await signInAs(page, 'Rede Lenta');
    const idempotencyKeys = recordIdempotencyKeys(page);
    await page.goto('/community');
    await publishButton(page).click();
    const panel = postPanel(page);
    await panel.getByLabel('Título').fill('Foto demorada');
    await photoInput(page).setInputFiles(largePicture(1));
    // The upload is slow enough to last while axe examines the page.
    const endUploadLimit = await limitUpload(page, 20_000);
    await sendPostButton(page).click();
    const progressBar = panel.getByRole('progressbar', { name: 'Enviando a imagem' });
    await expect(progressBar).toBeVisible();
    await expect
      .poll(async () => Number(await progressBar.getAttribute('aria-valuenow')))
      .toBeGreaterThan(5);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(panel).toBeVisible();
    await panel.getByRole('button', { name: 'Cancelar envio' }).click();
    await expect(progressBar).toHaveCount(0);
    await expect(toastOf(page)).toContainText('Envio interrompido');
    await expect(panel.getByLabel('Título')).toHaveValue('Foto demorada');
    await expect(panel.getByAltText('Prévia de foto.png')).toBeVisible();

    await sendPostButton(page).click();
    await expect(progressBar).toBeVisible();
    await page.goBack();
    await expect(panel).toHaveCount(0);
    const isSameDocument = await markDocument(page);
    await endUploadLimit();
    await expect(toastOf(page)).toContainText('Publicado', { timeout: 45_000 });
    // The person may be doing something else by now, so the page does not reload.
    expect(await isSameDocument()).toBe(true);
    await expect(page).toHaveURL('/community');
    expect(idempotencyKeys).toHaveLength(2);
    expect(new Set(idempotencyKeys).size).toBe(1);
    expect(await postsOf(page, author)).toMatchObject([{ title: 'Foto demorada' }]);
  },
);

test(
  'a lost answer and a second attempt make one post, also after a crash; changes made meanwhile are not lost',
  desktopOnly,
  async ({ page, context, allowConsole }) => {
    allowConsole(/ERR_FAILED/);
    const author = await signInAs(page, 'Perde Resposta');
    const loseAnswers = (failingPage: Page) =>
      failingPage.route(CREATE_POST_URL, async (route) => {
        await route.fetch();
        await route.abort();
      });
    const firstKeys = recordIdempotencyKeys(page);
    const panel = await openPostPanel(page);
    await loseAnswers(page);
    await panel.getByLabel('Título').fill('Uma vez só');
    await sendPostButton(page).click();
    await expect(toastOf(page)).toContainText('Algo deu errado...');
    await expect(toastOf(page)).toContainText('Sem conexão com o servidor.');
    await expect(panel.getByLabel('Título')).toHaveValue('Uma vez só');
    await page.close({ runBeforeUnload: false });
    const laterPage = await context.newPage();
    const laterKeys = recordIdempotencyKeys(laterPage);
    const recoveredPanel = await openPostPanel(laterPage);
    await expect(recoveredPanel.getByText('Rascunho recuperado')).toBeVisible();
    await sendPostButton(laterPage).dblclick();
    await laterPage.keyboard.press('Enter');
    await expect(recoveredPanel).toHaveCount(0);
    await expect(toastOf(laterPage)).toContainText('Publicado');
    expect(laterKeys).toEqual(firstKeys);
    const firstPost = { title: 'Uma vez só' };
    expect(await postsOf(laterPage, author)).toMatchObject([firstPost]);

    await loseAnswers(laterPage);
    await publishButton(laterPage).click();
    await recoveredPanel.getByLabel('Título').fill('Com erro');
    await sendPostButton(laterPage).click();
    await expect(toastOf(laterPage)).toContainText('Algo deu errado...');
    expect(laterKeys[1]).not.toBe(laterKeys[0]);
    await laterPage.unroute(CREATE_POST_URL);
    await recoveredPanel.getByLabel('Título').fill('Sem erro');
    await sendPostButton(laterPage).click();
    // The server had stored the first attempt. The changed draft is sent only when the person presses the button again.
    await expect(toastOf(laterPage)).toContainText('Já estava publicado');
    await expect(recoveredPanel.getByLabel('Título')).toHaveValue('Sem erro');
    const secondPost = { title: 'Com erro' };
    expect(await postsOf(laterPage, author)).toMatchObject([secondPost, firstPost]);
    await sendPostButton(laterPage).click();
    await expect(recoveredPanel).toHaveCount(0);
    expect(await postsOf(laterPage, author)).toMatchObject([
      { title: 'Sem erro' },
      secondPost,
      firstPost,
    ]);
  },
);
