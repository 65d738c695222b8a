import {
  button,
  callButton,
  expectFree,
  failDiscord,
  isInCall,
  refuseCalls,
  ring,
  setOpen,
  sheet,
  side,
} from '../support/calls.ts';
import { desktopOnly, expect, test, toastOf } from '../support/test.ts';

test('the rules of calling are told before it rings', desktopOnly, async ({ page, browser }) => {
  const a = await side(browser, 'Quer Ligar', { page, at: null });
  const b = await side(browser, 'Nem Sempre');
  await b.page.goto('/termos');
  await page.goto(`/user/${a.person.username}`);
  await expect(page.getByRole('heading', { name: 'Quer Ligar' }).first()).toBeVisible();
  await expect(callButton(page, a.person)).toHaveCount(0);

  await page.goto(`/user/${b.person.username}`);
  await callButton(page, b.person).click();
  await expect(toastOf(page)).toContainText('Erro');
  await expect(toastOf(page)).toContainText(
    'Você não tem o Discord ativo, vá nas configurações para ativar.',
  );
  await setOpen(page.request, b.person, false);
  const c = await side(browser, 'Com Discord');
  await c.page.goto(`/user/${b.person.username}`);
  await callButton(c.page, b.person).click();
  await expect(toastOf(c.page)).toContainText('Erro');
  await expect(toastOf(c.page)).toContainText('O usuário chamado não aceita ligações.');
  await expectFree(a, b, c);
});

test(
  'who has no Discord cannot answer, and is told how to',
  desktopOnly,
  async ({ page, browser }) => {
    const a = await side(browser, 'Chama Quem');
    const b = await side(browser, 'Sem Discord', { page, at: null });
    await page.goto('/termos');
    await ring(a, b);
    await button(sheet(page), 'Atender').click();
    await expect(toastOf(page)).toContainText('Erro');
    await expect(toastOf(page)).toContainText(
      'Você precisa ter o Discord configurado para aceitar chamadas.',
    );
    await expect(sheet(page)).toContainText('Chamada recebida');
    await button(sheet(page), 'Recusar').click();
    await expectFree(a, b);
  },
);

test(
  'who calls too often waits, who is talking is busy',
  desktopOnly,
  async ({ page, browser }) => {
    const a = await side(browser, 'Insiste Muito', { page });
    const b = await side(browser, 'Ocupada Agora');
    const c = await side(browser, 'Chegou Antes');
    await b.page.goto('/termos');
    await ring(c, b);
    await page.goto(`/user/${b.person.username}`);
    await callButton(page, b.person).click();
    await expect(toastOf(page)).toContainText('Erro');
    await expect(toastOf(page)).toContainText('Esta pessoa está em outra ligação.');
    await expectFree(a);
    await expect(sheet(b.page, c.person)).toContainText('Chamada recebida');

    await refuseCalls(page);
    await page.reload();
    await callButton(page, b.person).click();
    await expect(toastOf(page)).toContainText('Limite de chamadas excedido');
    await expect(toastOf(page)).toContainText('Aguarde alguns minutos antes de tentar novamente.');
    await expectFree(a);
    expect(await isInCall(page.request, a.person)).toBe(false);
  },
);

test(
  'Discord fails: both are told, and free again',
  desktopOnly,
  async ({ page, browser, allowConsole }) => {
    allowConsole(/503/);
    const a = await side(browser, 'Tenta De Novo', { at: 'voice' });
    const b = await side(browser, 'Sem Sala', { page, at: 'voice' });
    await page.goto('/termos');
    await ring(a, b);
    // Of these two alone: others call meanwhile.
    await failDiscord(page.request, { status: 500, times: 1, path: `voice-states/${b.discordId}` });
    await button(sheet(page), 'Atender').click();
    for (const one of [a, b]) {
      await expect(toastOf(one.page)).toContainText('Erro');
      await expect(toastOf(one.page)).toContainText('Não foi possível criar o chat no Discord.');
      expect(await isInCall(page.request, one.person)).toBe(false);
    }
    await expectFree(a, b);
    await ring(a, b);
    await button(sheet(page), 'Atender').click();
    for (const one of [a, b]) await expect(sheet(one.page)).toContainText('Sala pronta');
  },
);
