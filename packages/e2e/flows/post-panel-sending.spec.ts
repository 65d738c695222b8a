import type { Page } from '@playwright/test';
import { pictureFile } from '../support/market.ts';
import { asPerson, type Person, signInAs } from '../support/people.ts';
import {
  largePicture,
  opener,
  openPanel,
  photoInput,
  postPanel,
  refusePosts,
  send,
  watchSending,
} from '../support/post-panel.ts';
import {
  desktopOnly,
  expect,
  expectAccessible,
  phoneOnly,
  test,
  toastOf,
} from '../support/test.ts';

const CREATION = '**/api/social/post/';

/** What this person has published, newest first. */
async function postsOf(page: Page, author: Person): Promise<{ title: string }[]> {
  const answer = await page.request.get(`/api/social/posts?author=${author.uid}`, {
    headers: asPerson(author),
  });
  expect(answer.status(), await answer.text()).toBe(200);
  return (await answer.json()).posts;
}

/** Lets this many bytes leave in a second, until the returned function is called. */
async function slowNetwork(page: Page, bytes: number) {
  const session = await page.context().newCDPSession(page);
  const allow = (uploadThroughput: number) =>
    session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  await session.send('Network.enable');
  await allow(bytes);
  return () => allow(-1);
}

test('a photo is looked at, replaced and taken back', phoneOnly, async ({ page }) => {
  await signInAs(page, 'Escolhe Foto');
  const panel = await openPanel(page);
  const type = panel.getByText('Formato de arquivo não permitido.');
  const size = panel.getByText('Arquivo muito grande.');
  await photoInput(page).setInputFiles({
    name: 'nota.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('oi'),
  });
  await expect(type).toBeVisible();
  await photoInput(page).setInputFiles(largePicture(10));
  await expect(size).toBeVisible();
  await expectAccessible(page);
  await photoInput(page).setInputFiles({ ...pictureFile, buffer: Buffer.from('não é png') });
  await expect(type).toBeVisible();
  await expect(panel.getByText('Solte a imagem aqui')).toBeVisible();
  await photoInput(page).setInputFiles(pictureFile);
  await expect(panel.getByAltText('Prévia de foto.png')).toBeVisible();
  await expect(panel.locator('[data-ui="error"]')).toHaveCount(0);
  await photoInput(page).setInputFiles(largePicture(10));
  await expect(size).toBeVisible();
  await expect(panel.getByAltText('Prévia de foto.png')).toBeVisible();
  await photoInput(page).setInputFiles({ ...pictureFile, name: 'outra.png' });
  await expect(panel.getByAltText('Prévia de outra.png')).toBeVisible();
  await expect(size).toHaveCount(0);
  await panel.getByRole('button', { name: 'Remover imagem' }).click();
  await expect(panel.getByText('Solte a imagem aqui')).toBeVisible();
  await expect(photoInput(page)).toBeFocused();
});

test('a file is dropped into the well, and nowhere else', desktopOnly, async ({ page }) => {
  await signInAs(page, 'Solta Aqui');
  const panel = await openPanel(page);
  const drop = (selector: string) =>
    page.evaluate((target) => {
      const transfer = new DataTransfer();
      const canvas = document.createElement('canvas');
      const [, data = ''] = canvas.toDataURL('image/png').split(',');
      const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
      transfer.items.add(new File([bytes], 'solta.png', { type: 'image/png' }));
      const event = new DragEvent('drop', {
        dataTransfer: transfer,
        bubbles: true,
        cancelable: true,
      });
      document.querySelector(target)?.dispatchEvent(event);
      return event.defaultPrevented;
    }, selector);
  expect(await drop('[data-ui="post-panel-body"] form')).toBe(true);
  await expect(panel.getByText('Solte a imagem aqui')).toBeVisible();
  expect(await drop('[data-ui="drawer"] [data-ui="file-drop"]')).toBe(true);
  await expect(panel.getByAltText('Prévia de solta.png')).toBeVisible();
});

test(
  'a photo on its way shows how far it is, and can be stopped',
  desktopOnly,
  async ({ page }) => {
    const author = await signInAs(page, 'Rede Lenta');
    const keys = watchSending(page);
    const panel = await openPanel(page);
    await panel.getByLabel('Título').fill('Foto demorada');
    await photoInput(page).setInputFiles(largePicture(3));
    const atFullSpeed = await slowNetwork(page, 300_000);
    await send(page).click();
    const bar = panel.getByRole('progressbar', { name: 'Enviando a imagem' });
    await expect(bar).toBeVisible();
    await expect
      .poll(async () => Number(await bar.getAttribute('aria-valuenow')))
      .toBeGreaterThan(5);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(panel).toBeVisible();
    await panel.getByRole('button', { name: 'Cancelar envio' }).click();
    await expect(bar).toHaveCount(0);
    await expect(toastOf(page)).toContainText('Envio interrompido');
    await expect(panel.getByLabel('Título')).toHaveValue('Foto demorada');
    await expect(panel.getByAltText('Prévia de foto.png')).toBeVisible();
    await atFullSpeed();
    await send(page).click();
    await expect(panel).toHaveCount(0);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    expect(await postsOf(page, author)).toHaveLength(1);
  },
);

test(
  'Back during the sending closes the panel, and the post arrives',
  desktopOnly,
  async ({ page }) => {
    const author = await signInAs(page, 'Volta Antes');
    await page.goto('/community');
    await opener(page).click();
    await postPanel(page).getByLabel('Título').fill('Chegou depois');
    await photoInput(page).setInputFiles(largePicture(1));
    await slowNetwork(page, 400_000);
    await send(page).click();
    await expect(postPanel(page).getByRole('progressbar')).toBeVisible();
    await page.goBack();
    await expect(postPanel(page)).toHaveCount(0);
    await expect(toastOf(page)).toContainText('Publicado', { timeout: 20_000 });
    await expect(page).toHaveURL('/community');
    expect(await postsOf(page, author)).toMatchObject([{ title: 'Chegou depois' }]);
  },
);

test(
  'however often it is pressed, it is sent once; what was changed after a lost answer is not lost',
  desktopOnly,
  async ({ page, allowConsole }) => {
    allowConsole(/ERR_FAILED/);
    const author = await signInAs(page, 'Dedo Nervoso');
    const keys = watchSending(page);
    const pressed = Promise.withResolvers<void>();
    await page.route(CREATION, async (route) => {
      await pressed.promise;
      await route.continue();
    });
    const panel = await openPanel(page);
    await panel.getByLabel('Título').fill('Só uma vez');
    await send(page).dblclick();
    await page.keyboard.press('Enter');
    pressed.resolve();
    await expect(panel).toHaveCount(0);
    expect(keys).toHaveLength(1);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    const once = { title: 'Só uma vez' };
    expect(await postsOf(page, author)).toMatchObject([once]);
    await page.unroute(CREATION);

    await page.route(CREATION, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await opener(page).click();
    await panel.getByLabel('Título').fill('Com erro');
    await send(page).click();
    await expect(toastOf(page)).toContainText('Algo deu errado...');
    await page.unroute(CREATION);
    await panel.getByLabel('Título').fill('Sem erro');
    await send(page).click();
    // It is not posted unasked.
    await expect(toastOf(page)).toContainText('Já estava publicado');
    await expect(panel.getByLabel('Título')).toHaveValue('Sem erro');
    const lost = { title: 'Com erro' };
    expect(await postsOf(page, author)).toMatchObject([lost, once]);
    await send(page).click();
    await expect(panel).toHaveCount(0);
    expect(await postsOf(page, author)).toMatchObject([{ title: 'Sem erro' }, lost, once]);
  },
);

test(
  'a lost answer and another try make one post, a crash in between included',
  desktopOnly,
  async ({ page, context, allowConsole }) => {
    allowConsole(/ERR_FAILED/);
    const author = await signInAs(page, 'Perde Resposta');
    const first = watchSending(page);
    const panel = await openPanel(page);
    await page.route(CREATION, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await panel.getByLabel('Título').fill('Uma vez só');
    await send(page).click();
    await expect(toastOf(page)).toContainText('Algo deu errado...');
    await expect(toastOf(page)).toContainText('Sem conexão com o servidor.');
    await expect(panel.getByLabel('Título')).toHaveValue('Uma vez só');
    await page.close({ runBeforeUnload: false });
    const later = await context.newPage();
    const second = watchSending(later);
    const found = await openPanel(later);
    await expect(found.getByText('Rascunho recuperado')).toBeVisible();
    await send(later).click();
    await expect(found).toHaveCount(0);
    await expect(toastOf(later)).toContainText('Publicado');
    expect(second).toEqual(first);
    expect(await postsOf(later, author)).toHaveLength(1);
    await opener(later).click();
    await found.getByLabel('Título').fill('Outro recado');
    await send(later).click();
    await expect(found).toHaveCount(0);
    expect(second[1]).not.toBe(second[0]);
    expect(await postsOf(later, author)).toHaveLength(2);
  },
);

test(
  'what the server refuses keeps everything typed',
  desktopOnly,
  async ({ page, allowConsole }) => {
    // Cut off, what looks ahead for the page's links fails as well.
    allowConsole(/429|503|400|413|ERR_INTERNET_DISCONNECTED|manifest patches/);
    await signInAs(page, 'Recusada');
    const panel = await openPanel(page);
    await panel.getByLabel('Título').fill('Insiste');
    await photoInput(page).setInputFiles(pictureFile);
    const whole = [
      [429, 'rate_limited', 'Muitas tentativas. Aguarde um pouco e tente novamente.'],
      [503, 'unavailable', 'Serviço temporariamente indisponível.'],
    ] as const;
    for (const [status, code, message] of whole) {
      await refusePosts(page, status, code, message);
      await send(page).click();
      await expect(toastOf(page)).toContainText('Algo deu errado...');
      await expect(toastOf(page)).toContainText(message);
      await page.unroute(CREATION);
    }
    await page.context().setOffline(true);
    await send(page).click();
    await expect(toastOf(page)).toContainText('Sem conexão com o servidor.');
    await page.context().setOffline(false);
    await refusePosts(page, 413, 'file_too_large', 'Arquivo muito grande.');
    await send(page).click();
    await expect(panel.getByText('Arquivo muito grande.')).toBeVisible();
    await page.unroute(CREATION);
    await page.route(CREATION, (route) =>
      route.fulfill({
        status: 400,
        json: {
          error: 'Texto inválido.',
          message: 'Texto inválido.',
          code: 'invalid_input',
          issues: [{ path: 'title', message: 'Texto inválido.' }],
        },
      }),
    );
    await send(page).click();
    await expect(panel.getByText('Texto inválido.')).toBeVisible();
    await expect(panel.getByLabel('Título')).toBeFocused();
    await page.unroute(CREATION);
    await expect(panel.getByLabel('Título')).toHaveValue('Insiste');
    await expect(panel.getByAltText('Prévia de foto.png')).toBeVisible();
    await send(page).click();
    await expect(panel).toHaveCount(0);
    await expect(toastOf(page)).toContainText('Publicado');
  },
);
