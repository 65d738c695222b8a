import { pictureFile } from '../../support/market.ts';
import { openSettings, saveButton } from '../../support/settings.ts';
import { expect, phoneOnly, test, toastOf } from '../../support/test.ts';

test(
  'a photo is refused because of its content, or shown in the profile and in the top bar',
  phoneOnly,
  async ({ page, allowConsole }) => {
    allowConsole(/415/);
    await openSettings(page, 'Cara Nova');
    const photoField = page.getByTestId('photo-picker');
    const fileInput = page.getByLabel('Foto de perfil: escolher foto');
    await fileInput.setInputFiles({ ...pictureFile, buffer: Buffer.from('isto não é uma imagem') });
    await saveButton(page).click();
    await expect(toastOf(page)).toContainText('Formato de arquivo não permitido.');
    await expect(photoField.getByText('Formato de arquivo não permitido.')).toBeVisible();

    await fileInput.setInputFiles(pictureFile);
    await expect(photoField.locator('img')).toHaveAttribute('src', /^blob:/);
    await saveButton(page).click();
    await expect(toastOf(page)).toContainText('Perfil salvo');
    await expect(photoField.locator('img')).toHaveAttribute('src', /^\/files\//);
    await expect(page.getByRole('button', { name: 'Menu' }).locator('img')).toHaveAttribute(
      'src',
      /^\/files\//,
    );
  },
);
