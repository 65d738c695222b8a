import type { Page } from '@playwright/test';
import { placeOrder, signInElsewhere } from '../../support/orders.ts';
import {
  gifFile,
  openBoughtPack,
  packViewer,
  pngFile,
  publishPack,
  recordVideo,
} from '../../support/packs.ts';
import {
  asPerson,
  freshEmail,
  signInAs,
  signInOverApi,
  signInThroughPopup,
} from '../../support/people.ts';
import {
  desktopOnly,
  expect,
  expectAccessible,
  phoneOnly,
  test,
  toastOf,
} from '../../support/test.ts';

/** A file name longer than the width of a phone. */
const LONG_FILE_NAME = 'tres, com um nome que não cabe na largura de um celular.mp4';

/**
 * Buys a pack of three files as the person of the page. By default also opens the pack through the API, so that the
 * pack's page shows the files without asking for confirmation.
 */
async function buyPack(page: Page, { opened = true } = {}) {
  const seller = await signInOverApi(page.request, 'Vende Pacote');
  const buyer = await signInAs(page, 'Compra Pacote');
  const files = [pngFile('um.png'), gifFile('dois.gif'), await recordVideo(page, LONG_FILE_NAME)];
  const serviceId = await publishPack(page.request, seller, 'Pacote de três', files);
  const payment = await placeOrder(page.request, buyer, serviceId, true);
  const address = `/pack/${payment.id}/${serviceId}`;
  if (opened) await openBoughtPack(page.request, buyer, { orderId: payment.id, serviceId });
  return { seller, buyer, serviceId, payment, address };
}

test('a buyer browses a pack by keyboard and downloads it', desktopOnly, async ({ page }) => {
  const { address, payment } = await buyPack(page, { opened: false });
  const loadedUrls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/files/packs/')) loadedUrls.push(request.url());
  });
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1, name: 'Pacote de três' })).toBeVisible();
  await expect(page.getByText('Depois de abrir, não pode mais.')).toBeVisible();
  await expectAccessible(page);
  expect(loadedUrls).toEqual([]);
  await page.getByRole('button', { name: 'Abrir os arquivos' }).press('Enter');
  await expect(page.getByText(payment.purchaseCode)).toBeVisible();
  await expect(page).toHaveTitle('Pacote de três · Guilda');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Abrir um.png' }).press('Enter');
  await expect(packViewer(page)).toContainText('1 de 3');
  await expectAccessible(page);
  await page.keyboard.press('ArrowRight');
  await expect(packViewer(page)).toContainText('2 de 3');
  await page.keyboard.press('End');
  await expect(packViewer(page)).toContainText('3 de 3');
  const player = packViewer(page).locator('video');
  await expect.poll(() => player.evaluate((video: HTMLVideoElement) => video.videoWidth)).toBe(320);
  await page.keyboard.press('ArrowRight');
  await expect(packViewer(page)).toContainText('3 de 3');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await expect(packViewer(page)).toContainText('dois.gif');
  await packViewer(page).getByRole('button', { name: 'Ampliar' }).click();
  await expect(packViewer(page).getByRole('button', { name: 'Ajustar à tela' })).toBeVisible();
  const fileDownloadPromise = page.waitForEvent('download');
  await packViewer(page).getByRole('link', { name: 'Salvar dois.gif' }).click();
  expect((await fileDownloadPromise).suggestedFilename()).toBe('dois.gif');
  await page.keyboard.press('Escape');
  await expect(packViewer(page)).toHaveCount(0);
  await expect(page).toHaveURL(address);
  await expect(page.getByRole('link', { name: 'Abrir dois.gif' })).toBeFocused();
  const zipDownloadPromise = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Baixar tudo' }).click();
  const zip = await zipDownloadPromise;
  expect(zip.suggestedFilename(), zip.url()).toMatch(/\.zip$/);
});

test(
  'on a phone swipes change the file and Back closes the viewer',
  phoneOnly,
  async ({ page }) => {
    const { address } = await buyPack(page);
    await page.goto(address);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Abrir um.png' }).tap();
    await expect(packViewer(page)).toContainText('1 de 3');
    await expectAccessible(page);
    await packViewer(page).getByRole('button', { name: 'Próximo arquivo' }).tap();
    await expect(packViewer(page)).toContainText('2 de 3');
    await packViewer(page).getByRole('button', { name: 'Próximo arquivo' }).tap();
    await expect(packViewer(page)).toContainText('3 de 3');
    await expect(packViewer(page).getByRole('button', { name: 'Fechar' })).toBeInViewport();
    await packViewer(page).getByRole('button', { name: 'Arquivo anterior' }).tap();
    await expect(packViewer(page)).toContainText('2 de 3');
    // Swipes are tested after taps, because a tap right after a swipe only ends its animation.
    const cdp = await page.context().newCDPSession(page);
    const dispatchTouch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number) =>
      cdp.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x, y: 400 }],
      });
    const swipe = async (from: number, to: number) => {
      await dispatchTouch('touchStart', from);
      await dispatchTouch('touchMove', (from + to) / 2);
      await dispatchTouch('touchMove', to);
      await dispatchTouch('touchEnd', to);
    };
    await swipe(80, 320);
    await expect(packViewer(page)).toContainText('1 de 3');
    await swipe(320, 80);
    await expect(packViewer(page)).toContainText('2 de 3');
    await page.goBack();
    await expect(packViewer(page)).toHaveCount(0);
    await expect(page).toHaveURL(address);
  },
);

test(
  'error responses are never saved; a pack is private and closes with the refund',
  desktopOnly,
  async ({ page, browser, allowConsole }) => {
    allowConsole(/404|503/);
    const { address, seller, serviceId, payment } = await buyPack(page);
    const stranger = await signInElsewhere(browser, 'Curioso');
    for (const path of [address, `/pack/${serviceId}`, '/pack/nada/disso']) {
      await stranger.page.goto(path);
      await expect(
        stranger.page.getByRole('heading', { name: 'Pacote não encontrado.' }),
      ).toBeVisible();
    }
    await expectAccessible(stranger.page);
    await stranger.page.context().close();

    let requestCount = 0;
    const downloadedNames: string[] = [];
    page.on('download', (download) => downloadedNames.push(download.suggestedFilename()));
    await page.goto(address);
    const downloadAllLink = page.getByRole('link', { name: 'Baixar tudo' });
    await page.route('**/files/packs/*', async (route) => {
      if (route.request().method() !== 'HEAD') return route.fallback();
      requestCount += 1;
      await route.fulfill({ status: 503, json: { error: 'Agora não.' } });
    });
    await downloadAllLink.click();
    await expect(toastOf(page)).toContainText('Não deu para salvar. Tente de novo.');
    // The page tried two addresses: the one that it was loaded with and, after the refusal, a new one.
    expect(requestCount).toBe(2);
    await page.unroute('**/files/packs/*');
    const downloadPromise = page.waitForEvent('download');
    await downloadAllLink.click();
    await downloadPromise;
    expect(downloadedNames).toEqual([expect.stringMatching(/\.zip$/)]);

    const refundResponse = await page.request.post(`/api/payments/${payment.id}/refund`, {
      headers: asPerson(seller),
    });
    expect(refundResponse.status(), await refundResponse.text()).toBe(200);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Pacote não encontrado.' })).toBeVisible();
  },
);

test('an expired URL of a pack file is replaced', desktopOnly, async ({ page, allowConsole }) => {
  allowConsole(/404/);
  const { address } = await buyPack(page);
  let requestCount = 0;
  await page.route(`/api${address.replace('/pack/', '/packs/')}`, async (route) => {
    const response = await route.fetch();
    const pack = await response.json();
    requestCount += 1;
    for (const file of pack.files) file.url += `?fetched=${requestCount}`;
    if (requestCount === 1) pack.files[0].url = '/files/packs/ended';
    await route.fulfill({ response, json: pack });
  });
  await page.goto(address);
  const thumbnail = page.getByRole('link', { name: 'Ver um.png em tela cheia' }).locator('img');
  await expect
    .poll(() => thumbnail.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(1);
  expect(requestCount).toBe(2);
  await page.getByRole('link', { name: `Abrir ${LONG_FILE_NAME}` }).click();
  const player = packViewer(page).locator('video');
  const readPlaybackTime = () => player.evaluate((video: HTMLVideoElement) => video.currentTime);
  await expect.poll(readPlaybackTime).toBeGreaterThan(0);
  // A position before the end is chosen, because a video that was watched to its end starts again.
  await player.evaluate(
    (video: HTMLVideoElement) =>
      new Promise<void>((resolve) => {
        video.pause();
        video.addEventListener('seeked', () => resolve(), { once: true });
        video.currentTime = 0.25;
      }),
  );
  const [before, ended] = [await readPlaybackTime(), (await player.getAttribute('src')) ?? ''];
  await player.dispatchEvent('error');
  await expect(player).not.toHaveAttribute('src', ended);
  await expect.poll(readPlaybackTime).toBeGreaterThan(before - 0.1);
});

test('a visitor signs in first and comes back to the pack', desktopOnly, async ({ page }) => {
  const email = freshEmail('volta');
  const seller = await signInOverApi(page.request, 'Volta Pacote', email);
  const serviceId = await publishPack(page.request, seller, 'Pacote meu', [pngFile('um.png')]);
  await page.goto(`/pack/${serviceId}`);
  await expect(page).toHaveURL('/login');
  await signInThroughPopup(page, 'Volta Pacote', email);
  await expect(page).toHaveURL(`/pack/${serviceId}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Pacote meu' })).toBeVisible();
});
