import type { Locator, Page } from '@playwright/test';
import { pictureFile } from '../support/market.ts';
import { freshEmail, signInAs, signInOverApi, signInThroughPopup } from '../support/people.ts';
import {
  desktopOnly,
  expect,
  expectAccessible,
  isPhone,
  phoneOnly,
  test,
  toastOf,
} from '../support/test.ts';

const ADDRESS = '/termos?novo=servico';
const MEGABYTE = 1024 * 1024;

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Nova ficha' });
const publish = (page: Page) => page.getByRole('button', { name: 'Publicar ficha' });
const category = (page: Page, name: string) =>
  dialog(page).getByRole('button', { name, exact: false });
const imageInput = (page: Page) => dialog(page).locator('input[type="file"]');

async function openDialog(page: Page): Promise<Locator> {
  await page.goto(ADDRESS);
  await expect(dialog(page)).toBeVisible();
  return dialog(page);
}

async function fillIn(page: Page, title: string) {
  const form = dialog(page);
  await form.getByLabel('Nome do serviço').fill(title);
  await form.getByLabel('Descrição').fill('Uma hora de call, com plano no final.');
  await form.getByLabel('Preço').fill('49,90');
  await category(page, 'Minecraft').click();
  await imageInput(page).setInputFiles(pictureFile);
}

test('a service is published and shown', async ({ page }) => {
  const seller = await signInAs(page, 'Vende Bem');
  await page.goto(`/user/${seller.username}`);
  await page.getByRole('link', { name: 'Adicionar serviço' }).first().click();
  await expect(dialog(page)).toBeVisible();
  await expect(page).toHaveURL(/novo=servico/);
  await expectAccessible(page);
  await fillIn(page, 'Base em dupla');
  if (!isPhone(page)) {
    const preview = page.getByTestId('service-preview');
    await expect(preview).toContainText('Base em dupla');
    await expect(preview).toContainText('R$ 49,90');
    await expect(preview.locator('[data-ui="cover"] img').first()).toHaveAttribute('src', /^blob:/);
  }
  await publish(page).click();
  await expect(toastOf(page)).toContainText('Publicado');
  await expect(page).toHaveURL(/\/service\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Base em dupla' })).toBeVisible();
  await expect(page.getByText('Esta ficha é sua.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Contratar' })).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(`/user/${seller.username}`);
  await expect(dialog(page)).toHaveCount(0);
});

test(
  'every rule has its words, and the first problem takes the focus',
  desktopOnly,
  async ({ page }) => {
    await signInAs(page, 'Sem Nada');
    const form = await openDialog(page);
    await publish(page).click();
    for (const text of [
      'Nome do serviço obrigatório',
      'Descrição obrigatória',
      'Preço obrigatória',
      'Selecione pelo menos uma categoria',
      'Imagem de serviço obrigatória',
    ]) {
      await expect(form.getByText(text)).toBeVisible();
    }
    await expect(form.getByLabel('Nome do serviço')).toBeFocused();
    await expectAccessible(page);
    await form.getByLabel('Nome do serviço').fill('a'.repeat(36));
    await expect(form.getByText('36/35')).toBeVisible();
    await form.getByLabel('Descrição').fill('b'.repeat(281));
    await expect(form.getByText('281/280')).toBeVisible();
    await expect(form.getByText('Use no máximo 35 caracteres.')).toBeVisible();
    await expect(form.getByText('Use no máximo 280 caracteres.')).toBeVisible();

    await test.step('the price is a number with steps of a centavo, comma or dot', async () => {
      const price = form.getByRole('spinbutton', { name: 'Preço' });
      await expect(price).toHaveAttribute('step', '0.01');
      await expect(price).toHaveAttribute('min', '0');
      for (const wrong of ['-1', 'dez', '1,234', '50000,01']) {
        await price.fill(wrong);
        await expect(price).toHaveAttribute('aria-invalid', 'true');
      }
      await expect(form.getByText('O preço máximo é R$ 50.000,00.')).toBeVisible();
      for (const right of ['0', '49.90', '49,9', '50000']) {
        await price.fill(right);
        await expect(price).not.toHaveAttribute('aria-invalid');
      }
      await price.fill('49,99');
      await price.press('ArrowUp');
      await expect(price).toHaveValue('50,00');
    });

    await test.step('exactly one category: the others wait until it is given back', async () => {
      const osu = category(page, 'osu!');
      const dota = category(page, 'Dota');
      const adult = category(page, 'Nudez');
      await expect(adult).toBeDisabled();
      await osu.click();
      await expect(osu).toHaveAttribute('aria-pressed', 'true');
      await expect(dota).toBeDisabled();
      await osu.click();
      await expect(osu).toHaveAttribute('aria-pressed', 'false');
      await expect(dota).toBeEnabled();
      await expect(adult).toBeDisabled();
      await dota.focus();
      await page.keyboard.press('Space');
      await expect(dota).toHaveAttribute('aria-pressed', 'true');
    });
  },
);

test('the image must be one, and not too large', desktopOnly, async ({ page }) => {
  await signInAs(page, 'Escolhe Imagem');
  const form = await openDialog(page);
  const text = { name: 'nota.txt', mimeType: 'text/plain', buffer: Buffer.from('oi') };
  await imageInput(page).setInputFiles(text);
  await expect(form.getByText('Formato de arquivo não permitido.')).toBeVisible();
  const huge = Buffer.concat([pictureFile.buffer, Buffer.alloc(10 * MEGABYTE)]);
  await imageInput(page).setInputFiles({ ...pictureFile, buffer: huge });
  await expect(form.getByText('A imagem passa de 10 MB.')).toBeVisible();
  await imageInput(page).setInputFiles(pictureFile);
  await expect(form.getByText('A imagem passa de 10 MB.')).toHaveCount(0);
  await expect(form.getByAltText('Prévia de foto.png')).toBeVisible();
  await form.getByRole('button', { name: 'Remover imagem' }).click();
  await expect(form.getByText('Solte a imagem aqui')).toBeVisible();

  // It only looks like a picture.
  await imageInput(page).setInputFiles({ ...pictureFile, buffer: Buffer.from('isto não é png') });
  await expect(form.getByText('Formato de arquivo não permitido.')).toBeVisible();
  await publish(page).click();
  await expect(form.getByText('Descrição obrigatória')).toBeVisible();
  await expect(form.getByText('Formato de arquivo não permitido.')).toBeVisible();
  await expect(form.getByText('Imagem de serviço obrigatória')).toHaveCount(0);
});

test('what was typed outlives an accident, not a cancel', phoneOnly, async ({ page }) => {
  await signInAs(page, 'Fecha Sem Querer');
  await page.goto('/category/outros');
  const form = await openDialog(page);
  await form.getByLabel('Nome do serviço').fill('Rascunho guardado');
  await category(page, 'Filmes').click();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(page).toHaveURL('/termos');
  await page.reload();
  await openDialog(page);
  await expect(form.getByLabel('Nome do serviço')).toHaveValue('Rascunho guardado');
  await expect(category(page, 'Filmes')).toHaveAttribute('aria-pressed', 'true');
  await form.getByRole('button', { name: 'Cancelar' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await openDialog(page);
  await expect(form.getByLabel('Nome do serviço')).toHaveValue('');
});

test('closing leads back to the page below, filters and all', phoneOnly, async ({ page }) => {
  await signInAs(page, 'Volta Certo');
  await page.goto('/termos');
  await page.goto('/category/outros?sort=rating');
  await page.getByRole('link', { name: 'Adicionar serviço' }).first().click();
  await expect(dialog(page)).toBeVisible();
  await expect(page).toHaveURL('/category/outros?sort=rating&novo=servico');
  await dialog(page).getByRole('button', { name: 'Fechar' }).click();
  await expect(page).toHaveURL('/category/outros?sort=rating');
  await page.goBack();
  await expect(page).toHaveURL('/termos');
});

test('a visitor signs in and finds the dialog open', desktopOnly, async ({ page }) => {
  const email = freshEmail('publica');
  await signInOverApi(page.request, 'Publica Depois', email);
  await page.goto('/category/music?novo=servico');
  await expect(page).toHaveURL('/login');
  await signInThroughPopup(page, 'Publica Depois', email);
  await expect(page).toHaveURL('/category/music?novo=servico');
  await expect(dialog(page)).toBeVisible();
});

test(
  'what the server refuses stands at its field; however often it is pressed, one is published',
  desktopOnly,
  async ({ page, allowConsole }) => {
    allowConsole(/400|ERR_FAILED/);
    await signInAs(page, 'Recusada');
    const form = await openDialog(page);
    await fillIn(page, 'Quase');
    const message = 'Texto inválido.';
    await page.route('/api/services/', (route) =>
      route.fulfill({
        status: 400,
        json: {
          error: message,
          message,
          code: 'invalid_input',
          issues: [{ path: 'title', message }],
        },
      }),
    );
    await publish(page).click();
    await expect(form.getByText(message)).toBeVisible();
    await page.unroute('/api/services/');
    await page.route('/api/services/', (route) => route.abort());
    await form.getByLabel('Nome do serviço').fill('Quase lá');
    await publish(page).click();
    await expect(toastOf(page)).toContainText('Sem conexão com o servidor.');
    await page.unroute('/api/services/');

    let sent = 0;
    const pressed = Promise.withResolvers<void>();
    await page.route('/api/services/', async (route) => {
      if (route.request().method() === 'POST') sent += 1;
      await pressed.promise;
      await route.continue();
    });
    await publish(page).dblclick();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    pressed.resolve();
    await expect(page.getByRole('heading', { level: 1, name: 'Quase lá' })).toBeVisible();
    expect(sent).toBe(1);
  },
);
