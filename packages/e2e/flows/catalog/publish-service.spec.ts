import type { Page } from '@playwright/test';
import { pictureFile } from '../../support/market.ts';
import { freshEmail, signInAs, signInOverApi, signInThroughPopup } from '../../support/people.ts';
import {
  desktopOnly,
  expect,
  expectAccessible,
  phoneOnly,
  test,
  toastOf,
} from '../../support/test.ts';

const addServiceDialog = (page: Page) => page.getByRole('dialog', { name: 'Adicionar serviço' });
const categoryButton = (page: Page, name: string) =>
  addServiceDialog(page).getByRole('button', { name });

test(
  'a visitor signs in and finds the dialog open; a service is published and shown',
  desktopOnly,
  async ({ page }) => {
    const email = freshEmail('publica');
    const seller = await signInOverApi(page.request, 'Vende Bem', email);
    await page.goto('/category/music?novo=servico');
    await expect(page).toHaveURL('/login');
    await signInThroughPopup(page, 'Vende Bem', email);
    await expect(page).toHaveURL('/category/music?novo=servico');
    await expect(addServiceDialog(page)).toBeVisible();

    await page.goto(`/user/${seller.username}`);
    await page
      .getByRole('link', { name: 'Adicionar serviço' })
      .filter({ visible: true })
      .first()
      .click();
    const form = addServiceDialog(page);
    await expect(form).toBeVisible();
    await expect(page).toHaveURL(/novo=servico/);
    await expectAccessible(page);
    const publishButton = form.getByRole('button', { name: 'Publicar serviço' });
    await publishButton.click();
    for (const text of [
      'Nome do serviço obrigatório',
      'Descrição obrigatória',
      'Preço obrigatória',
      'Tipo obrigatório',
      'Selecione pelo menos uma categoria',
      'Imagem de serviço obrigatória',
    ])
      await expect(form.getByText(text)).toBeVisible();
    await expect(form.getByLabel('Nome do serviço')).toBeFocused();
    await expectAccessible(page);
    await form.getByLabel('Nome do serviço').fill('Base em dupla');
    await form.getByLabel('Descrição').fill('Uma hora de call, com plano no final.');
    await form.getByText('Call', { exact: true }).click();
    await form.getByLabel('Preço').fill('49,90');
    await categoryButton(page, 'Minecraft').click();
    await form.locator('input[type="file"]').setInputFiles(pictureFile);
    const preview = page.getByTestId('service-preview');
    await expect(preview).toContainText('Base em dupla');
    await expect(preview).toContainText('R$ 49,90');
    await expect(preview.locator('[data-ui="cover"] img').first()).toHaveAttribute('src', /^blob:/);
    await publishButton.click();
    await expect(toastOf(page)).toContainText('Publicado');
    await expect(page).toHaveURL(/\/service\/[0-9a-f-]{36}$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Base em dupla' })).toBeVisible();
    await expect(page.getByText('Este serviço é seu.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Contratar' })).toHaveCount(0);
    await page.goBack();
    await expect(page).toHaveURL(`/user/${seller.username}`);
    await expect(addServiceDialog(page)).toHaveCount(0);
  },
);

test(
  'closing the dialog returns to the page below with its filters; typed text survives a reload',
  phoneOnly,
  async ({ page }) => {
    await signInAs(page, 'Volta Certo');
    await page.goto('/termos');
    await page.goto('/category/outros?sort=rating');
    await page
      .getByRole('link', { name: 'Adicionar serviço' })
      .filter({ visible: true })
      .first()
      .click();
    await expect(page).toHaveURL('/category/outros?sort=rating&novo=servico');
    await addServiceDialog(page).getByLabel('Nome do serviço').fill('Rascunho guardado');
    await categoryButton(page, 'Filmes').click();
    await addServiceDialog(page).getByRole('button', { name: 'Fechar' }).click();
    await expect(addServiceDialog(page)).toHaveCount(0);
    await expect(page).toHaveURL('/category/outros?sort=rating');
    await page.goBack();
    await expect(page).toHaveURL('/termos');
    await page.goto('/termos?novo=servico');
    await expect(addServiceDialog(page).getByLabel('Nome do serviço')).toHaveValue(
      'Rascunho guardado',
    );
    await expect(categoryButton(page, 'Filmes')).toHaveAttribute('aria-pressed', 'true');
  },
);
