import {
  buttonNamed,
  callDialog,
  expectNoCall,
  failDiscord,
  isInCall,
  placeRingingCall,
  signInForCalls,
} from '../../support/calls.ts';
import { desktopOnly, expect, test, toastOf } from '../../support/test.ts';

test(
  'when Discord fails, both people see a message and can call again',
  desktopOnly,
  async ({ page, browser, allowConsole }) => {
    allowConsole(/503/);
    const a = await signInForCalls(browser, 'Tenta De Novo', { discordPresence: 'voice' });
    const b = await signInForCalls(browser, 'Sem Sala', { page, discordPresence: 'voice' });
    await page.goto('/termos');
    await placeRingingCall(a, b);
    // Discord fails only for this person, because other tests place calls at the same time.
    await failDiscord(page.request, { status: 500, times: 1, path: `voice-states/${b.discordId}` });
    await buttonNamed(callDialog(page), 'Atender').click();
    // Both toasts appear at the same time, and vanish after five seconds.
    const errorPattern = /Erro.*Não foi possível criar o chat no Discord\./s;
    await Promise.all(
      [a, b].map((device) => expect(toastOf(device.page)).toContainText(errorPattern)),
    );
    for (const device of [a, b]) expect(await isInCall(page.request, device.person)).toBe(false);
    await expectNoCall(a, b);
    await placeRingingCall(a, b);
    await buttonNamed(callDialog(page), 'Atender').click();
    for (const device of [a, b]) await expect(callDialog(device.page)).toContainText('Sala pronta');
  },
);
