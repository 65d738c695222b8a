import {
  buttonNamed,
  callButton,
  callDialog,
  joinLink,
  signInForCalls,
} from '../../support/calls.ts';
import { openSettings } from '../../support/settings.ts';
import { expect, phoneOnly, test, waitUntilOnline } from '../../support/test.ts';

test(
  'a new person connects Discord, turns calls on, is called and calls back',
  phoneOnly,
  async ({ page, browser }) => {
    const person = await openSettings(page, 'Recém Chegada');
    await page.getByRole('button', { name: 'Conectar Discord' }).click();
    const accountName = `conta${crypto.randomUUID().slice(0, 8)}`;
    await page.getByLabel('Ou digite o nome de outra conta').fill(accountName);
    await page.getByRole('button', { name: 'Autorizar' }).click();
    await expect(page.getByRole('heading', { name: 'Discord conectado' })).toBeVisible();
    await page.getByRole('link', { name: 'Ir para as configurações' }).click();
    const patchResponse = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
    await page.getByRole('switch', { name: 'Deseja receber ligações?' }).click();
    expect((await patchResponse).ok()).toBe(true);

    const friend = await signInForCalls(browser, 'Veterana Amiga');
    await friend.page.goto(`/user/${person.username}`);
    await waitUntilOnline(friend.page);
    await callButton(friend.page, person).click();
    await buttonNamed(callDialog(page, friend.person), 'Atender').click();
    for (const shownPage of [page, friend.page]) {
      await expect(joinLink(callDialog(shownPage))).toHaveAttribute(
        'href',
        /^https:\/\/discord\.gg\//,
      );
    }
    for (const shownPage of [page, friend.page]) {
      await buttonNamed(callDialog(shownPage), 'Encerrar').click();
      await expect(callDialog(shownPage)).toHaveCount(0);
    }
    await page.goto(`/termos?conversa=${friend.person.uid}`);
    await waitUntilOnline(page);
    await callButton(page, friend.person).click();
    await expect(callDialog(friend.page, person)).toContainText('Chamada recebida');
    await buttonNamed(callDialog(page, friend.person), 'Cancelar').click();
    await expect(callDialog(friend.page)).toHaveCount(0);
  },
);
