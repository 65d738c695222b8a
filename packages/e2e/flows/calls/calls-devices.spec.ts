import {
  buttonNamed,
  callDialog,
  callStrip,
  expectNoCall,
  isInCall,
  openSecondDevice,
  placeRingingCall,
  signInForCalls,
} from '../../support/calls.ts';
import { desktopOnly, expect, test } from '../../support/test.ts';

test(
  'a call continues after both sides reload the page',
  desktopOnly,
  async ({ page, browser }) => {
    const [a, b] = await Promise.all([
      signInForCalls(browser, 'Recarrega Tudo', { page, discordPresence: 'voice' }),
      signInForCalls(browser, 'Recarrega Também', { discordPresence: 'voice' }),
    ]);
    await b.page.goto('/termos');
    await placeRingingCall(a, b);
    await Promise.all([a, b].map(({ page }) => page.reload()));
    await expect(callDialog(a.page, b.person)).toContainText('Chamando');
    await expect(callDialog(b.page, a.person)).toContainText('Chamada recebida');
    await buttonNamed(callDialog(b.page), 'Atender').click();
    for (const { page } of [a, b]) await expect(callDialog(page)).toContainText('Sala pronta');

    await Promise.all([a, b].map(({ page }) => page.reload()));
    const shownCall = callDialog(a.page, b.person).or(callStrip(a.page, b.person));
    await expect(shownCall.getByRole('button', { name: 'Encerrar' })).toBeVisible();
    await expect(callDialog(b.page, a.person).or(callStrip(b.page, a.person))).toBeVisible();
    await shownCall.getByRole('button', { name: 'Encerrar' }).click();
    await expectNoCall(a);
    await b.page.reload();
    await expect.poll(() => isInCall(page.request, b.person)).toBe(false);
    await expectNoCall(b);
  },
);

test(
  'when one device answers or declines a call, the other stops ringing',
  desktopOnly,
  async ({ page, browser }) => {
    const [a, b] = await Promise.all([
      signInForCalls(browser, 'Chama Todos'),
      signInForCalls(browser, 'Dois Aparelhos', { page, discordPresence: 'voice' }),
    ]);
    const secondDevice = await openSecondDevice(browser, b);
    await Promise.all([b.page.goto('/termos'), secondDevice.page.goto('/termos')]);
    await placeRingingCall(a, b);
    await buttonNamed(callDialog(secondDevice.page, a.person), 'Recusar').click();
    await expectNoCall(a, b, secondDevice);
    await placeRingingCall(a, b);
    await expect(callDialog(secondDevice.page, a.person)).toContainText('Chamada recebida');
    await buttonNamed(callDialog(b.page), 'Atender').click();
    for (const { page } of [a, b]) await expect(callDialog(page)).toContainText('Sala pronta');
    await expectNoCall(secondDevice);
  },
);
