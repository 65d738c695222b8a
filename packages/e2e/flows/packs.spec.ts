import type { Page } from '@playwright/test';
import { order } from '../support/orders.ts';
import { film, gif, png, publishPack, viewer } from '../support/packs.ts';
import {
  asPerson,
  keepSession,
  signInAs,
  signInOverApi,
  signInThroughPopup,
} from '../support/people.ts';
import { desktopOnly, expect, expectAccessible, phoneOnly, test } from '../support/test.ts';

/** Longer than a phone is wide. */
const FILM = 'tres, com um nome que não cabe na largura de um celular.mp4';

/** A pack of three files, paid for by somebody who has not signed in on the page. */
async function boughtPack(page: Page) {
  await page.goto('/healthz');
  const seller = await signInOverApi(page.request, 'Vende Pacote');
  const buyer = await signInOverApi(page.request, 'Compra Pacote');
  const files = [png('um.png'), gif('dois.gif'), await film(page, FILM)];
  const serviceId = await publishPack(page.request, seller, 'Pacote de três', files);
  const payment = await order(page.request, buyer, serviceId, true);
  const address = `/pack/${payment.id}/${serviceId}`;
  return { seller, buyer, serviceId, payment, address };
}

test(
  'a buyer signs in, browses a pack by keyboard and downloads it',
  desktopOnly,
  async ({ page }) => {
    const { address, payment, buyer } = await boughtPack(page);
    await page.goto(address);
    await expect(page).toHaveURL('/login');
    await signInThroughPopup(page, buyer.name, buyer.email);
    await expect(page).toHaveURL(address);
    await expect(page.getByRole('heading', { level: 1, name: 'Pacote de três' })).toBeVisible();
    await expect(page.getByText(payment.purchaseCode)).toBeVisible();
    await expect(page).toHaveTitle('Pacote de três · Guilda');
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Abrir um.png' }).press('Enter');
    await expect(viewer(page)).toContainText('1 de 3');
    await expectAccessible(page);
    await page.keyboard.press('ArrowRight');
    await expect(viewer(page)).toContainText('2 de 3');
    await page.keyboard.press('End');
    await expect(viewer(page)).toContainText('3 de 3');
    const player = viewer(page).locator('video');
    await expect
      .poll(() => player.evaluate((video: HTMLVideoElement) => video.videoWidth))
      .toBe(320);
    await page.keyboard.press('ArrowRight');
    await expect(viewer(page)).toContainText('3 de 3');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await expect(viewer(page)).toContainText('dois.gif');
    await viewer(page).getByRole('button', { name: 'Ampliar' }).click();
    await expect(viewer(page).getByRole('button', { name: 'Ajustar à tela' })).toBeVisible();
    const one = page.waitForEvent('download');
    await viewer(page).getByRole('link', { name: 'Salvar dois.gif' }).click();
    expect((await one).suggestedFilename()).toBe('dois.gif');
    await page.keyboard.press('Escape');
    await expect(viewer(page)).toHaveCount(0);
    await expect(page).toHaveURL(address);
    await expect(page.getByRole('link', { name: 'Abrir dois.gif' })).toBeFocused();
    const all = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Baixar tudo' }).click();
    const zip = await all;
    expect(zip.suggestedFilename(), zip.url()).toMatch(/\.zip$/);
  },
);

test(
  'on a phone swipes change the file and Back closes the viewer',
  phoneOnly,
  async ({ page }) => {
    const { address, buyer } = await boughtPack(page);
    await keepSession(page, buyer);
    await page.goto(address);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Abrir um.png' }).tap();
    await expect(viewer(page)).toContainText('1 de 3');
    await expectAccessible(page);
    await viewer(page).getByRole('button', { name: 'Próximo arquivo' }).tap();
    await expect(viewer(page)).toContainText('2 de 3');
    await viewer(page).getByRole('button', { name: 'Próximo arquivo' }).tap();
    await expect(viewer(page)).toContainText('3 de 3');
    await expect(viewer(page).getByRole('button', { name: 'Fechar' })).toBeInViewport();
    await viewer(page).getByRole('button', { name: 'Arquivo anterior' }).tap();
    await expect(viewer(page)).toContainText('2 de 3');
    // Swipes come after the taps: a tap right behind one only ends its fling.
    const cdp = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number) =>
      cdp.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x, y: 400 }],
      });
    const swipe = async (from: number, to: number) => {
      await touch('touchStart', from);
      await touch('touchMove', (from + to) / 2);
      await touch('touchMove', to);
      await touch('touchEnd', to);
    };
    await swipe(80, 320);
    await expect(viewer(page)).toContainText('1 de 3');
    await swipe(320, 80);
    await expect(viewer(page)).toContainText('2 de 3');
    await page.goBack();
    await expect(viewer(page)).toHaveCount(0);
    await expect(page).toHaveURL(address);
  },
);

test(
  'an expired URL is replaced; a pack is private and closes with the refund',
  desktopOnly,
  async ({ page, allowConsole }) => {
    allowConsole(/404/);
    const { address, seller, buyer, serviceId, payment } = await boughtPack(page);
    await signInAs(page, 'Curioso');
    for (const path of [address, `/pack/${serviceId}`, '/pack/nada/disso']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: 'Pacote não encontrado.' })).toBeVisible();
    }
    await expectAccessible(page);
    await keepSession(page, buyer);

    let asked = 0;
    await page.route(`/api${address.replace('/pack/', '/packs/')}`, async (route) => {
      const response = await route.fetch();
      const pack = await response.json();
      asked += 1;
      for (const file of pack.files) file.url += `?fetched=${asked}`;
      if (asked === 1) pack.files[0].url = '/files/packs/ended';
      await route.fulfill({ response, json: pack });
    });
    await page.goto(address);
    const stage = page.getByRole('link', { name: 'Ver um.png em tela cheia' }).locator('img');
    await expect
      .poll(() => stage.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBe(1);
    expect(asked).toBe(2);
    await page.getByRole('link', { name: `Abrir ${FILM}` }).click();
    const player = viewer(page).locator('video');
    const at = () => player.evaluate((video: HTMLVideoElement) => video.currentTime);
    await expect.poll(at).toBeGreaterThan(0);
    // Wherever it has come to: a film that was seen to its end begins anew.
    await player.evaluate(
      (video: HTMLVideoElement) =>
        new Promise<void>((resolve) => {
          video.pause();
          video.addEventListener('seeked', () => resolve(), { once: true });
          video.currentTime = 0.25;
        }),
    );
    const [before, ended] = [await at(), (await player.getAttribute('src')) ?? ''];
    await player.dispatchEvent('error');
    await expect(player).not.toHaveAttribute('src', ended);
    await expect.poll(at).toBeGreaterThan(before - 0.1);

    const refund = await page.request.post(`/api/payments/${payment.id}/refund`, {
      headers: asPerson(seller),
    });
    expect(refund.status(), await refund.text()).toBe(200);
    await page.unrouteAll();
    await page.goto(address);
    await expect(page.getByRole('heading', { name: 'Pacote não encontrado.' })).toBeVisible();
  },
);
