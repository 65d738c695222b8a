import {
  button,
  expectFree,
  failDiscord,
  isInCall,
  ring,
  sheet,
  side,
} from '../../support/calls.ts';
import { desktopOnly, expect, test, toastOf } from '../../support/test.ts';

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
