import { expect, type Page } from '@playwright/test';
import { signInAs } from './people.ts';

export const saveButton = (page: Page) => page.getByRole('button', { name: 'Salvar' });
export const usernameField = (page: Page) => page.getByLabel('Nome de usuário');

/** Opens the settings of a new person. */
export async function openSettings(page: Page, name: string) {
  const person = await signInAs(page, name);
  await page.goto('/user/settings');
  await expect(usernameField(page)).toHaveValue(person.username);
  return person;
}

/** The section of the delivery preferences. */
export const deliverySection = (page: Page) =>
  page.getByRole('region', { name: 'Avisos', exact: true });
export const deliverySwitch = (page: Page, name: string) =>
  deliverySection(page).getByRole('switch', { name });

/** Opens the delivery preferences of a new person. */
export async function openDeliverySettings(page: Page, name: string) {
  const person = await signInAs(page, name);
  await page.goto('/user/settings/avisos');
  await expect(deliverySwitch(page, 'Mensagens no navegador')).toBeChecked();
  return person;
}
