import type { Page } from '@playwright/test';
import { pictureFile } from '../../support/market.ts';
import { placeOrder } from '../../support/orders.ts';
import {
  fileDropZone,
  fileRow,
  gifFile,
  pngFile,
  publishPack,
  textFile,
} from '../../support/packs.ts';
import { signInAs, signInOverApi, storeSession } from '../../support/people.ts';
import {
  desktopOnly,
  expect,
  expectAccessible,
  phoneOnly,
  test,
  toastOf,
} from '../../support/test.ts';

const serviceDialog = (page: Page) => page.getByRole('dialog', { name: /serviço$/ });

/** Opens the form of a new pack and fills in everything except its files. */
async function openPackForm(page: Page, title: string) {
  await page.goto('/termos?novo=servico');
  const dialog = serviceDialog(page);
  await dialog.getByLabel('Nome do serviço').fill(title);
  await dialog.getByLabel('Descrição').fill('Arquivos prontos para a sua live.');
  await dialog.getByText('Mídia', { exact: true }).click();
  await dialog.getByLabel('Preço').fill('25');
  await dialog.getByRole('button', { name: 'Música' }).click();
  await dialog.getByLabel('Imagem de serviço').setInputFiles(pictureFile);
  return dialog;
}

test(
  'a pack is published; a refused file says why, uploaded ones survive a reload',
  phoneOnly,
  async ({ page, allowConsole }) => {
    allowConsole(/415/);
    await signInAs(page, 'Monta Pacote');
    const dialog = await openPackForm(page, 'Pacote da casa');
    // The server detects the type of this file from its content, not from its name.
    const fakePicture = { ...pngFile('falso.png'), buffer: Buffer.from('isto não é') };
    await fileDropZone(dialog).setInputFiles([pngFile('um.png'), textFile, fakePicture]);
    await expect(fileRow(dialog, 'nota.txt')).toContainText('Formato de arquivo não permitido.');
    await expect(fileRow(dialog, 'falso.png')).toContainText('Formato de arquivo não permitido.');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Remover nota.txt' }).click();
    await dialog.getByRole('button', { name: 'Remover falso.png' }).click();

    const uploadGate = Promise.withResolvers<void>();
    await page.route('/api/archives', async (route) => {
      if (route.request().method() === 'POST') await uploadGate.promise;
      await route.continue();
    });
    await fileDropZone(dialog).setInputFiles([gifFile('dois.gif')]);
    await expect(dialog.getByRole('progressbar', { name: 'Enviando dois.gif' })).toBeVisible();
    await page.keyboard.press('Escape');
    const stopDialog = page.getByRole('alertdialog', { name: 'Parar o envio?' });
    await expect(stopDialog).toBeVisible();
    await expectAccessible(page);
    await stopDialog.getByRole('button', { name: 'Continuar enviando' }).click();
    await expect(stopDialog).toHaveCount(0);
    uploadGate.resolve();
    await expect(dialog.getByText('2 arquivos ·')).toBeVisible();
    await expect(dialog.getByRole('progressbar')).toHaveCount(0);

    await page.reload();
    await expect(fileRow(dialog, 'um.png')).toBeVisible();
    await dialog.getByRole('button', { name: 'Subir dois.gif' }).click();
    await expect(dialog.getByRole('listitem')).toHaveText([/dois\.gif/, /um\.png/]);
    await dialog.getByLabel('Imagem de serviço').setInputFiles(pictureFile);
    await page.getByRole('button', { name: 'Publicar serviço' }).click();
    await expect(toastOf(page)).toContainText('Publicado');
    await expect(page).toHaveURL(/\/service\/[0-9a-f-]{36}$/);
    await expect(page.getByRole('complementary', { name: 'Contratar' })).toContainText(
      '1 PNG · 1 GIF',
    );
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Ver pacote' }).click();
    const tiles = page.getByRole('list', { name: 'Arquivos do pacote' }).getByRole('listitem');
    await expect(tiles).toHaveText([/dois\.gif/, /um\.png/]);
  },
);

test(
  'an owner edits, pauses and deletes a pack; buyers keep what they bought',
  desktopOnly,
  async ({ page }) => {
    const seller = await signInAs(page, 'Dona Da Ficha');
    const files = [pngFile('um.png'), gifFile('dois.gif')];
    const serviceId = await publishPack(page.request, seller, 'Pacote antigo', files);
    const buyer = await signInOverApi(page.request, 'Comprou Antes');
    const payment = await placeOrder(page.request, buyer, serviceId, true);
    await page.goto(`/user/${seller.username}`);
    await page.getByRole('button', { name: 'Opções de Pacote antigo' }).click();
    await expectAccessible(page);
    await page.getByRole('menuitem', { name: 'Editar' }).click();
    const dialog = serviceDialog(page);
    await expect(fileRow(dialog, 'um.png')).toBeVisible();
    await expectAccessible(page);
    await dialog.getByLabel('Nome do serviço').fill('Pacote novo');
    await dialog.getByRole('button', { name: 'Remover um.png' }).click();
    await fileDropZone(dialog).setInputFiles([pngFile('tres.png')]);
    await expect(fileRow(dialog, 'tres.png')).toBeVisible();
    await expect(dialog.getByRole('progressbar')).toHaveCount(0);
    await page.getByRole('button', { name: 'Salvar serviço' }).click();
    await expect(toastOf(page)).toContainText('Salvo');
    await page.getByRole('link', { name: 'Pacote novo' }).click();

    await page.getByRole('button', { name: 'Pausar' }).click();
    await expect(page.getByText('Pausado', { exact: true }).first()).toBeVisible();
    await expect(toastOf(page)).toContainText('Pausado');
    await page.getByRole('button', { name: 'Excluir' }).click();
    const deleteDialog = page.getByRole('alertdialog', { name: 'Excluir este serviço?' });
    await expect(deleteDialog).toBeVisible();
    await expectAccessible(page);
    await deleteDialog.getByRole('button', { name: 'Excluir serviço' }).click();
    await expect(page).toHaveURL(`/user/${seller.username}`);
    await expect(page.getByRole('link', { name: 'Pacote novo' })).toHaveCount(0);

    await storeSession(page, buyer);
    await page.goto(`/pack/${payment.id}/${serviceId}`);
    await page.getByRole('button', { name: 'Abrir os arquivos' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pacote antigo');
    const tiles = page.getByRole('list', { name: 'Arquivos do pacote' }).getByRole('listitem');
    await expect(tiles).toHaveText([/um\.png/, /dois\.gif/]);
  },
);
