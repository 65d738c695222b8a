import {
  button,
  expectFree,
  isInCall,
  ring,
  secondDevice,
  sheet,
  side,
  strip,
} from '../../support/calls.ts';
import { desktopOnly, expect, test } from '../../support/test.ts';

test('a call outlives reloads on both sides', desktopOnly, async ({ page, browser }) => {
  const [a, b] = await Promise.all([
    side(browser, 'Recarrega Tudo', { page, at: 'voice' }),
    side(browser, 'Recarrega Também', { at: 'voice' }),
  ]);
  await b.page.goto('/termos');
  await ring(a, b);
  await Promise.all([a, b].map(({ page }) => page.reload()));
  await expect(sheet(a.page, b.person)).toContainText('Chamando');
  await expect(sheet(b.page, a.person)).toContainText('Chamada recebida');
  await button(sheet(b.page), 'Atender').click();
  for (const { page } of [a, b]) await expect(sheet(page)).toContainText('Sala pronta');

  await Promise.all([a, b].map(({ page }) => page.reload()));
  const found = sheet(a.page, b.person).or(strip(a.page, b.person));
  await expect(found.getByRole('button', { name: 'Encerrar' })).toBeVisible();
  await expect(sheet(b.page, a.person).or(strip(b.page, a.person))).toBeVisible();
  await found.getByRole('button', { name: 'Encerrar' }).click();
  await expectFree(a);
  await b.page.reload();
  await expect.poll(() => isInCall(page.request, b.person)).toBe(false);
  await expectFree(b);
});

test(
  'what one device does about a call silences the other',
  desktopOnly,
  async ({ page, browser }) => {
    const [a, b] = await Promise.all([
      side(browser, 'Chama Todos'),
      side(browser, 'Dois Aparelhos', { page, at: 'voice' }),
    ]);
    const other = await secondDevice(browser, b);
    await Promise.all([b.page.goto('/termos'), other.page.goto('/termos')]);
    await ring(a, b);
    await button(sheet(other.page, a.person), 'Recusar').click();
    await expectFree(a, b, other);
    await ring(a, b);
    await expect(sheet(other.page, a.person)).toContainText('Chamada recebida');
    await button(sheet(b.page), 'Atender').click();
    for (const { page } of [a, b]) await expect(sheet(page)).toContainText('Sala pronta');
    await expectFree(other);
  },
);
