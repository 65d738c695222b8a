import type { Page } from '@playwright/test';
import { publishService } from '../../support/market.ts';
import { signInOverApi } from '../../support/people.ts';
import { desktopOnly, expect, expectAccessible, test } from '../../support/test.ts';

const CARD_SELECTOR = '.cardGrid > li, [data-ui="publish-offer"]';

/** Space in px between the cards of the list's last row and the right edge of the list. */
const freeSpaceOf = (page: Page) =>
  page.evaluate((cardSelector) => {
    const boxes = [...document.querySelectorAll(cardSelector)]
      .map((each) => each.getBoundingClientRect())
      .filter(({ width }) => width > 0);
    const lastTop = Math.max(...boxes.map(({ top }) => top));
    const rightEdges = boxes.filter(({ top }) => top === lastTop).map(({ right }) => right);
    const listBox = document.querySelector('.cardGrid')?.parentElement?.getBoundingClientRect();
    return Math.round((listBox?.right ?? 0) - Math.max(...rightEdges));
  }, CARD_SELECTOR);

/** Expects full rows at widths with one, two, three and four columns. */
async function expectFullRows(page: Page, listName: string) {
  for (const width of [390, 820, 1100, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await freeSpaceOf(page), `${listName} at ${width}`).toBe(0);
  }
}

test('a list of one to four services fills its last row', desktopOnly, async ({ page }) => {
  test.slow();
  const seller = await signInOverApi(page.request, 'Mestre de Mapa');
  await publishService(page.request, seller, { title: 'Aula em outro lugar', category: 'dota' });
  const reais = 1000 + Math.floor(Math.random() * 40_000);
  for (const count of [1, 2, 3, 4]) {
    const price = `${reais}.0${count}`;
    await publishService(page.request, seller, { title: 'Mapa', price, category: 'starcraft' });
    // Visitors may get the page as it was a moment before the service was published.
    await expect(async () => {
      await page.goto(`/category/starcraft?minPrice=${reais}&maxPrice=${reais}.99`);
      // Services of other categories are never added to fill the row.
      await expect(page.getByTestId('service-card')).toHaveCount(count, { timeout: 2_000 });
    }).toPass({ timeout: 20_000 });
    await expectFullRows(page, `${count} services`);
  }
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Publique o seu' }).click();
  // A visitor must sign in before publishing.
  await expect(page).toHaveURL('/login');
});
