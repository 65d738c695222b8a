import type { Locator } from '@playwright/test';
import { createSellerWithService, placeOrder } from '../../support/orders.ts';
import { signInAs } from '../../support/people.ts';
import { desktopOnly, expect, test } from '../../support/test.ts';

const borderWidthOf = (element: Locator) =>
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
    const pixLabel = page.locator('label', { hasText: 'Cai na hora' });
    const cardLabel = page.locator('label', { hasText: 'Crédito ou débito' });
    expect([await borderWidthOf(pixLabel), await borderWidthOf(cardLabel)]).toEqual(['3px', '1px']);
    await page.getByRole('radio', { name: /^Pix/ }).focus();
    await page.keyboard.press('ArrowRight');
    expect([await borderWidthOf(pixLabel), await borderWidthOf(cardLabel)]).toEqual(['1px', '3px']);
    await expect(cardLabel).toHaveCSS('outline-width', '3px');
    expect(await borderWidthOf(page.getByRole('button', { name: /^Pagar/ }))).toBe('3px');
    expect(await borderWidthOf(page.getByRole('button', { name: 'Simular recusa' }))).toBe('1px');
  },
);
