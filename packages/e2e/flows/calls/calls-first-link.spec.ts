import {
  buttonNamed,
  callButton,
  callDialog,
  joinLink,
  signInForCalls,
} from '../../support/calls.ts';
import { openSettings } from '../../support/settings.ts';
import { expect, phoneOnly, test } from '../../support/test.ts';

test(
  'a new person connects Discord, turns calls on, is called and calls back',
  phoneOnly,
  async ({ page, browser }) => {
    const person = await openSettings(page, 'Recém Chegada');
    await page.getByRole('button', { name: 'Conectar Discord' }).click();
    const own = `conta${crypto.randomUUID().slice(0, 8)}`;
    await page.getByLabel('Ou digite o nome de outra conta').fill(own);
    await page.getByRole('button', { name: 'Autorizar' }).click();
    await expect(page.getByRole('heading', { name: 'Discord conectado' })).toBeVisible();
    await page.getByRole('link', { name: 'Ir para as configurações' }).click();
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
    await page.getByRole('switch', { name: 'Deseja receber ligações?' }).click();
    expect((await saved).ok()).toBe(true);

    const other = await signInForCalls(browser, 'Veterana Amiga');
    await other.page.goto(`/user/${person.username}`);
    await callButton(other.page, person).click();
    await buttonNamed(callDialog(page, other.person), 'Atender').click();
    for (const one of [page, other.page]) {
      await expect(joinLink(callDialog(one))).toHaveAttribute('href', /^https:\/\/discord\.gg\//);
    }
    for (const one of [page, other.page]) {
      await buttonNamed(callDialog(one), 'Encerrar').click();
      await expect(callDialog(one)).toHaveCount(0);
    }
    await page.goto(`/termos?conversa=${other.person.uid}`);
    await callButton(page, other.person).click();
    await expect(callDialog(other.page, person)).toContainText('Chamada recebida');
    await buttonNamed(callDialog(page, other.person), 'Cancelar').click();
    await expect(callDialog(other.page)).toHaveCount(0);
  },
);
