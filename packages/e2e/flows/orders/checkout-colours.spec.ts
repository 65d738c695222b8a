import type { Locator } from '@playwright/test';
import { createSellerWithService, placeOrder } from '../../support/orders.ts';
import { signInAs } from '../../support/people.ts';
import { desktopOnly, expect, test } from '../../support/test.ts';

const borderOf = (element: Locator) =>
  element.evaluate((each) => getComputedStyle(each).borderTopWidth);

test(
  'forced colours show the chosen way to pay, the focus and the buttons',
  desktopOnly,
  async ({ page }) => {
    const { serviceId } = await createSellerWithService(page.request, 'Paga com contraste');
    const buyer = await signInAs(page, 'Compra de Tudo');
    const { checkoutUrl } = await placeOrder(page.request, buyer, serviceId, false);
    await page.emulateMedia({ forcedColors: 'active' });
    await page.goto(checkoutUrl ?? '');
    const pix = page.locator('label', { hasText: 'Cai na hora' });
    const card = page.locator('label', { hasText: 'Crédito ou débito' });
    expect([await borderOf(pix), await borderOf(card)]).toEqual(['3px', '1px']);
    await page.getByRole('radio', { name: /^Pix/ }).focus();
    await page.keyboard.press('ArrowRight');
    expect([await borderOf(pix), await borderOf(card)]).toEqual(['1px', '3px']);
    await expect(card).toHaveCSS('outline-width', '3px');
    expect(await borderOf(page.getByRole('button', { name: /^Pagar/ }))).toBe('3px');
    expect(await borderOf(page.getByRole('button', { name: 'Simular recusa' }))).toBe('1px');
  },
);
