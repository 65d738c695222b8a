import { orderService, publishService } from '../../support/market.ts';
import { signInOverApi } from '../../support/people.ts';
import { openSettings } from '../../support/settings.ts';
import {
  desktopOnly,
  expect,
  expectAccessible,
  phoneOnly,
  test,
  toastOf,
} from '../../support/test.ts';

test('an account is deleted after a confirmation', phoneOnly, async ({ page }) => {
  const person = await openSettings(page, 'Até Um Dia');
  await page.getByRole('button', { name: 'Excluir conta' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Excluir conta' });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Excluir conta' }).click();
  await dialog.getByRole('button', { name: 'Excluir conta' }).click();
  await expect(toastOf(page)).toContainText('Conta excluída');
  await expect(toastOf(page)).toContainText(
    'Sua conta foi excluída com sucesso. Esperamos vê-lo novamente em breve!',
  );
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  expect((await page.request.get(`/api/users/${person.uid}`)).status()).toBe(404);
});

test(
  'open orders prevent the deletion and are listed; a failure without a message shows a default text',
  desktopOnly,
  async ({ page, allowConsole }) => {
    allowConsole(/409|500/);
    const seller = await signInOverApi(page.request, 'Tem Pedido');
    const { id } = await publishService(page.request, seller, { title: 'Dupla sem tilt' });
    const buyer = await openSettings(page, 'Quer Sair');
    await orderService(page.request, buyer, id);
    const dialog = page.getByRole('alertdialog', { name: 'Excluir conta' });
    await page.getByRole('button', { name: 'Excluir conta' }).click();
    await page.route('/api/users/delete', (route) => route.fulfill({ status: 500, body: '' }));
    await dialog.getByRole('button', { name: 'Excluir conta' }).click();
    await expect(toastOf(page)).toContainText(
      'Ocorreu um erro ao excluir sua conta. Tente novamente mais tarde.',
    );
    await expect(page).toHaveURL('/user/settings');
    await page.unroute('/api/users/delete');
    await page.reload();
    await page.getByRole('button', { name: 'Excluir conta' }).click();
    await dialog.getByRole('button', { name: 'Excluir conta' }).click();
    await expect(toastOf(page)).toContainText('Erro ao excluir conta');
    await expect(toastOf(page)).toContainText('Você possui pedidos em andamento.');
    await expect(dialog.getByText('Dupla sem tilt')).toBeVisible();
    await expect(dialog.getByRole('link', { name: 'Ver pedidos' })).toBeVisible();
    await expectAccessible(page);
  },
);
