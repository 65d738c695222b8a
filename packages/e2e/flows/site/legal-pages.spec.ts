import { signInAs } from '../../support/people.ts';
import {
  desktopOnly,
  expect,
  expectAccessible,
  phoneOnly,
  test,
  toastOf,
} from '../../support/test.ts';

test(
  'terms and privacy are one press away, and their sections too',
  phoneOnly,
  async ({ page }) => {
    await page.goto('/');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Termos de uso' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Termos de uso' })).toBeVisible();
    await expect(page.getByText('De cada venda concluída, a Guilda fica com 10 %.')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Prazos e reembolso' }).click();
    await expect(page).toHaveURL('/termos#reembolso');
    await expect(page.getByRole('heading', { name: 'Prazos e reembolso' })).toBeInViewport();

    await page.getByRole('main').getByRole('link', { name: 'Privacidade' }).first().click();
    await expect(page).toHaveTitle('Privacidade · Guilda');
    await expectAccessible(page);
    const refuseOption = page.getByRole('main').getByRole('radio', { name: 'Recusar' });
    await page.getByRole('main').getByText('Recusar', { exact: true }).click();
    await expect(refuseOption).toBeChecked();
    await page.reload();
    await expect(refuseOption).toBeChecked();
  },
);

test(
  'a person sees what works on their device, and copies the result',
  desktopOnly,
  async ({ page }) => {
    const { username, uid } = await signInAs(page, 'Testa Tudo');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/teste');
    const row = (name: string) =>
      page.getByRole('main').getByRole('listitem').filter({ hasText: name });
    for (const name of ['Sua entrada', 'Renovação da entrada', 'Relógio do aparelho'])
      await expect(row(name)).toContainText('Certo');
    // On a busy machine the connection works, but counts as slow.
    await expect(row('Conexão ao vivo')).toContainText('Ida e volta em');
    await expect(page.getByRole('button', { name: 'Copiar resultado' })).toBeEnabled();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Copiar resultado' }).click();
    await expect(toastOf(page)).toContainText('Resultado copiado');
    const copiedText = await page.evaluate(() => navigator.clipboard.readText());
    expect(copiedText).toMatch(/Conexão ao vivo: (Certo|Atenção)\./);
    expect(copiedText).not.toContain(username);
    expect(copiedText).not.toContain(uid);
  },
);
