import { pictureFile } from '../support/market.ts';
import { openSettings, save } from '../support/settings.ts';
import { desktopOnly, expect, phoneOnly, test, toastOf } from '../support/test.ts';

test('a chosen photo is previewed and can be removed', phoneOnly, async ({ page }) => {
  await openSettings(page, 'Cara Nova');
  const photo = page.getByTestId('photo-picker').locator('img');
  const picker = page.getByLabel('Foto de perfil: escolher foto');
  await expect(photo).toHaveAttribute('src', '/art/avatar-padrao.svg');
  await picker.setInputFiles(pictureFile);
  await expect(photo).toHaveAttribute('src', /^blob:/);
  await page.getByRole('button', { name: 'Remover escolha' }).click();
  await expect(photo).toHaveAttribute('src', '/art/avatar-padrao.svg');
  await picker.setInputFiles(pictureFile);
  await save(page).click();
  await expect(toastOf(page)).toContainText('Perfil salvo');
  await expect(photo).toHaveAttribute('src', /^\/files\//);
  await expect(page.getByRole('button', { name: 'Menu' }).locator('img')).toHaveAttribute(
    'src',
    /^\/files\//,
  );
});

test(
  'an invalid photo is refused before the upload, and by its content',
  desktopOnly,
  async ({ page, allowConsole }) => {
    allowConsole(/415/);
    await openSettings(page, 'Foto Errada');
    const picker = page.getByLabel('Foto de perfil: escolher foto');
    const drawing = { name: 'a.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') };
    await picker.setInputFiles(drawing);
    await expect(page.getByText('Formato de arquivo não permitido.')).toBeVisible();
    await expect(page.getByTestId('photo-picker').locator('img')).toHaveAttribute(
      'src',
      '/art/avatar-padrao.svg',
    );
    const huge = { ...pictureFile, buffer: Buffer.alloc(10 * 1024 * 1024 + 1) };
    await picker.setInputFiles(huge);
    await expect(page.getByText('Arquivo muito grande.')).toBeVisible();
    await picker.setInputFiles(pictureFile);
    await expect(page.getByText('Arquivo muito grande.')).toBeHidden();

    await picker.setInputFiles({ ...pictureFile, buffer: Buffer.from('isto não é uma imagem') });
    await save(page).click();
    await expect(toastOf(page)).toContainText('Formato de arquivo não permitido.');
    await expect(
      page.getByTestId('photo-picker').getByText('Formato de arquivo não permitido.'),
    ).toBeVisible();
  },
);
